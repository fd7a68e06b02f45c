"""What counts of an attempt: the first one alone, and for whom."""

from dataclasses import replace

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from app.core.refusals import Impossible
from app.features.puzzles.rows import ratings as ratings_of
from app.features.puzzles.service import puzzles
from app.features.puzzles.tables import player_rating, puzzle_attempt, puzzle_rating, puzzle_vote
from app.features.puzzles.values.puzzle import Vote
from app.features.puzzles.values.task import TaskOutcome, TaskProgress
from app.features.ratings.values.rating import START, Rating
from app.people.rows import players
from tests.app.account.conftest import PASSWORD
from tests.app.play.desk import Desk
from tests.app.puzzles.conftest import LOSING, OTHER, PUZZLE, Place, Sit
from tests.databases import plain_engine
from tests.rows import PLAYER

pytestmark = pytest.mark.usefixtures("two_puzzles")


def ratings(url: str) -> list[float]:
    """Return the ratings of all players."""
    with plain_engine(url).begin() as connection:
        return list(connection.execute(select(player_rating.c.rating)).scalars())


def lose(place: Place) -> None:
    """Fail the puzzle."""
    place.move(PUZZLE.way[0], LOSING)
    assert place.tone() == "lost"


def test_the_first_attempt_is_rated_and_no_later_one(sit: Sit, database_url: str) -> None:
    lose(sit())
    [after] = ratings(database_url)
    assert after < START
    again = sit()
    again.move(*PUZZLE.way)
    assert again.tone() == "solved"
    assert ratings(database_url) == [after]
    assert "Your rating" not in again.panel()
    with plain_engine(database_url).begin() as connection:
        row = connection.execute(select(puzzle_attempt)).one()
        assert (row.outcome, row.solved_at is None) == ("lost", False)


def test_a_puzzle_begun_as_a_guest_is_not_rated_for_the_account_that_signs_in_and_wins(
    sit: Sit, stranger: TestClient, database_url: str
) -> None:
    assert stranger.post("/api/v1/players", json={"name": "Ann", "password": PASSWORD}).status_code == 200
    place = sit()
    place.move(PUZZLE.way[0])
    place.client.post("/account/sign-in", data={"name": "Ann", "password": PASSWORD})
    assert "so it is not rated" in place.client.get(f"/puzzles/{PUZZLE.id}").text
    place.move(*PUZZLE.way[1:])
    assert place.tone() == "solved"
    assert ratings(database_url) == []


def test_the_panel_names_the_rating_before_and_after(sit: Sit, database_url: str) -> None:
    place = sit()
    lose(place)
    [after] = ratings(database_url)
    assert f"Your puzzle rating in Fortress was 1,500 and is now {round(after):,}." in place.panel()


def test_looking_costs_nothing_and_giving_up_counts(sit: Sit, database_url: str) -> None:
    for _ in range(3):
        sit().panel()
    assert sit().client.get(f"/puzzles/{PUZZLE.id}").status_code == 200
    assert ratings(database_url) == []
    place = sit()
    assert place.do("give-up").status_code == 200
    assert place.tone() == "lost"
    assert len(ratings(database_url)) == 1


def test_a_puzzle_that_is_opened_twice_is_one_try(sit: Sit, database_url: str) -> None:
    one, other = sit(), sit()
    assert one.id == other.id
    other.move(PUZZLE.way[0], LOSING)
    # Nobody has asked yet how this went, and no second table lets the player do better.
    again = sit()
    assert again.id == one.id
    assert again.tone() == "lost"
    [after] = ratings(database_url)
    assert after < START
    assert sit().id != one.id


def test_a_try_that_was_given_up_unseen_is_not_begun_anew(sit: Sit, database_url: str) -> None:
    place = sit()
    place.move(PUZZLE.way[0])
    given_up = place.client.post(f"/api/v1{place.address}/give-up", json={"seq": place.session["seq"]})
    assert given_up.status_code == 200
    assert sit().tone() == "lost"
    [after] = ratings(database_url)
    assert after < START


def test_what_was_lost_at_the_table_is_not_won_by_a_program(sit: Sit, desk: Desk, database_url: str) -> None:
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    for _ in range(12):
        answer = place.client.post(f"/api/v1/puzzles/{PUZZLE.id}/attempts", json={"moves": list(map(str, PUZZLE.way))})
        desk.work()
    assert answer.json()["outcome"] == "solved"
    [after] = ratings(database_url)
    assert after < START
    assert place.tone() == "lost"


def test_what_was_lost_at_the_table_is_lost_however_much_is_known_of_the_way(
    sit: Sit, desk: Desk, stranger: TestClient, database_url: str
) -> None:
    other = {"moves": list(map(str, PUZZLE.way))}
    for _ in range(12):
        known = stranger.post(f"/api/v1/puzzles/{PUZZLE.id}/attempts", json=other)
        desk.work()
    assert known.json()["outcome"] == "solved"
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    place.client.post(f"/api/v1/puzzles/{PUZZLE.id}/attempts", json=other)
    for _ in range(12):
        place.do("task")
        desk.work()
    assert place.tone() == "lost"
    assert min(ratings(database_url)) < START


def test_asking_ten_times_how_a_try_ended_counts_it_once(sit: Sit, database_url: str) -> None:
    place = sit()
    lose(place)
    before = ratings(database_url)
    with plain_engine(database_url).begin() as connection:
        for _ in range(10):
            assert puzzles.settle(connection, place.id, TaskProgress(TaskOutcome.SOLVED), None, 0) is None
    assert [place.tone() for _ in range(3)] == ["lost"] * 3
    assert ratings(database_url) == before


def test_a_puzzle_is_rated_too_but_not_by_somebody_unknown(sit: Sit, database_url: str) -> None:
    lose(sit())
    with plain_engine(database_url).begin() as connection:
        row = connection.execute(select(puzzle_rating)).one()
    assert (row.puzzle_id, row.rating, row.attempts) == (PUZZLE.id, PUZZLE.rating, 1)


def test_votes_are_one_for_each_player_and_can_be_changed(sit: Sit, database_url: str) -> None:
    place = sit()
    address = f"/puzzles/{PUZZLE.id}/vote"
    assert place.client.post(address, data={"vote": "up"}).status_code == 422
    lose(place)

    def votes() -> list[bool]:
        with plain_engine(database_url).begin() as connection:
            return list(connection.execute(select(puzzle_vote.c.up)).scalars())

    for given, kept in (("up", [True]), ("down", [False]), ("down", []), ("up", [True])):
        assert place.client.post(address, data={"vote": given}).status_code == 303
        assert votes() == kept
    assert place.client.post(address, data={"vote": "maybe"}).status_code == 400
    assert "1 of 1 players who voted liked it." in place.client.get(f"/puzzles/{PUZZLE.id}").text


def test_a_rating_goes_along_into_an_account_and_is_deleted_with_it(
    sit: Sit, client: TestClient, database_url: str
) -> None:
    lose(sit())
    before = ratings(database_url)
    made = client.post("/api/v1/players", json={"name": "Solver", "password": PASSWORD})
    assert made.status_code in {200, 201}, made.text
    assert ratings(database_url) == before
    kept = client.get("/account/export").json()["puzzles"]
    assert [row["puzzle_id"] for row in kept["attempts"]] == [PUZZLE.id]
    assert [row["game"] for row in kept["ratings"]] == ["fortress"]
    client.post("/account/delete", data={"password": PASSWORD})
    assert ratings(database_url) == []


def test_what_a_guest_solved_comes_along_when_signing_in(
    sit: Sit, client: TestClient, stranger: TestClient, database_url: str
) -> None:
    lose(sit())
    client.post("/api/v1/players", json={"name": "Solver", "password": PASSWORD})
    stranger.post("/settings", data={"automatic": "off"})
    place = sit(OTHER, stranger)
    place.do("give-up")
    assert place.tone() == "lost"
    assert stranger.post("/api/v1/login", json={"name": "Solver", "password": PASSWORD}).status_code == 200
    with plain_engine(database_url).begin() as connection:
        owners = list(connection.execute(select(puzzle_attempt.c.player_id)).scalars())
    assert len(set(owners)) == 1
    # The account's own rating stands, and that of the guest stays with the guest.
    assert len(ratings(database_url)) == 2


@pytest.mark.parametrize("move", ["t0-t1:9", "t1-t3:2"])
def test_a_refused_move_begins_no_attempt(sit: Sit, database_url: str, move: str) -> None:
    place = sit()
    assert place.do("moves", move=move).status_code == 422
    with plain_engine(database_url).begin() as connection:
        assert connection.execute(select(puzzle_attempt.c.begun_at)).scalar() is None


@pytest.mark.parametrize("bot", [False, True])
def test_only_people_say_how_hard_a_puzzle_is(url: str, bot: bool) -> None:
    now, game = 1_800_000_000_000, PUZZLE.variant.game
    with plain_engine(url).begin() as connection:
        players.add(connection, replace(PLAYER, bot=bot))
        puzzles.begin(connection, PLAYER.id, PUZZLE, now)
        ratings_of.lock_player(connection, PLAYER.id, game, Rating(1900, 50, 0.09, 99, now))
        change = puzzles.count(connection, PLAYER.id, PUZZLE, TaskOutcome.LOST, None, now)
        assert change is not None
        assert change[1].rating < change[0].rating
        assert (puzzles.difficulty(connection, PUZZLE) == puzzles.first_guess(PUZZLE).rounded) is bot


def test_a_bot_has_no_vote(url: str) -> None:
    with plain_engine(url).begin() as connection:
        players.add(connection, replace(PLAYER, bot=True))
        puzzles.begin(connection, PLAYER.id, PUZZLE, 1)
        puzzles.count(connection, PLAYER.id, PUZZLE, TaskOutcome.LOST, None, 2)
        with pytest.raises(Impossible, match="Only people"):
            puzzles.vote(connection, PLAYER.id, PUZZLE.id, Vote.UP, 3)
