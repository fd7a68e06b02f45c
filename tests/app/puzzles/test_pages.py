"""The pages of puzzles, and which one comes next."""

from html import unescape

import pytest
from sqlalchemy import delete, select
from starlette.testclient import TestClient

from app.core.clock import now_ms, today
from app.features.puzzles.rows import puzzle_runs as store
from app.features.puzzles.rows import puzzles
from app.features.puzzles.service import choosing, puzzle_runs
from app.features.puzzles.tables import puzzle, puzzle_run
from app.features.puzzles.values.puzzle import PuzzleRun
from app.features.puzzles.values.task import TaskOutcome
from app.play.service import shipped
from engine.rules import Variant
from tests.app.puzzles.conftest import LOSING, OTHER, PUZZLE, WIN, Lead, Sit, cut
from tests.app.puzzles.test_secrecy import open_daily
from tests.databases import plain_engine

pytestmark = pytest.mark.usefixtures("two_puzzles")


def only_run(url: str) -> PuzzleRun:
    """Return the run there is."""
    with plain_engine(url).begin() as connection:
        run = store.find(connection, connection.execute(select(puzzle_run.c.id)).scalar_one())
    assert run
    return run


def test_the_next_puzzle_is_one_that_was_not_attempted(sit: Sit, lead: Lead) -> None:
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    place.panel()
    assert {lead("/puzzles/next", game="fortress").puzzle for _ in range(4)} == {OTHER}
    other = sit(OTHER)
    other.do("give-up")
    other.panel()
    # Both were attempted: the one that was opened the longest ago comes again, and counts no more.
    assert [lead("/puzzles/next", game="fortress").puzzle for _ in range(3)] == [PUZZLE, OTHER, PUZZLE]


def test_nobody_leaves_an_open_attempt_for_an_easier_puzzle(sit: Sit, lead: Lead) -> None:
    place = sit()
    place.move(PUZZLE.way[0])
    assert {lead("/puzzles/next", game="fortress").address for _ in range(3)} == {place.address}


def test_a_way_to_the_goal_is_shown_to_whoever_gives_up_for_it(sit: Sit) -> None:
    place = sit()
    table = place.client.get(place.address).text
    assert f'<a href="{place.address}/give-up">Show me…</a>' in table
    assert "This ends your try and shows you a way." in place.client.get(f"{place.address}/give-up").text


def test_those_that_were_failed_can_be_tried_again_until_they_are_solved(
    sit: Sit, lead: Lead, client: TestClient
) -> None:
    assert client.post("/puzzles/again").status_code == 422
    place = sit()
    place.do("give-up")
    place.panel()
    assert "Retry the ones I failed" in client.get("/puzzles").text
    again = lead("/puzzles/again")
    assert again.puzzle == PUZZLE
    again.move(*PUZZLE.way)
    assert again.tone() == "solved"
    page = unescape(client.get("/puzzles").text)
    assert "Retry the ones I failed" not in page
    assert "Failed at first, solved later" in page
    assert client.post("/puzzles/again").status_code == 422


def test_a_puzzle_that_another_edition_no_longer_ships_bars_no_way(
    sit: Sit, client: TestClient, database_url: str
) -> None:
    failed, begun = sit(OTHER), sit()
    failed.do("give-up")
    failed.panel()
    begun.move(PUZZLE.way[0])
    with plain_engine(database_url).begin() as connection:
        connection.execute(delete(puzzle))
        puzzles.add(connection, cut(WIN, 12, 15), 0)
    assert "There is no such puzzle here." in client.get(begun.address).text
    assert client.post(f"{begun.address}/task").status_code == 404
    assert client.post("/puzzles/again").status_code == 422
    assert client.get("/puzzles").status_code == 200
    fresh = client.post("/puzzles/next", data={"game": "fortress"})
    assert fresh.status_code == 303
    assert fresh.headers["location"] != begun.address


@pytest.mark.parametrize("game", ["stalactites", "chess", ""])
def test_there_is_no_next_puzzle_of_a_game_without_any(client: TestClient, game: str) -> None:
    assert client.post("/puzzles/next", data={"game": game}).status_code == 404


def test_themes_are_told_only_after_the_attempt(sit: Sit, client: TestClient) -> None:
    assert "free a low card" not in client.get(f"/puzzles/{PUZZLE.id}").text
    place = sit()
    assert "free a low card" not in place.panel()
    place.do("give-up")
    assert "free a low card" in place.panel()
    assert "free a low card" in client.get(f"/puzzles/{PUZZLE.id}").text


def test_the_puzzle_of_the_day_follows_from_the_date_and_passes_over_what_is_secret(
    client: TestClient, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ids(variant: Variant) -> tuple[str, ...]:
        return (PUZZLE.id, OTHER.id) if variant == PUZZLE.variant else ()

    monkeypatch.setattr(shipped, "shipped_ids", ids)
    now = now_ms()
    with plain_engine(database_url).begin() as connection:
        days = [today(now + 86_400_000 * ahead) for ahead in range(30)]
        chosen = [choosing.of_day(connection, day, now).id for day in days]
        assert chosen == [choosing.of_day(connection, day, now).id for day in days]
    assert set(chosen) == {PUZZLE.id, OTHER.id}
    assert f'href="/puzzles/{chosen[0]}"' in client.get("/puzzles").text
    open_daily(database_url, PUZZLE.deck)
    # Both puzzles are on that deal.
    assert "Puzzle of the day" not in client.get("/puzzles").text


def test_whoever_is_new_to_the_game_of_a_puzzle_is_told_what_it_is_and_led_to_its_rules(
    sit: Sit, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "shipped_ids", lambda variant: (OTHER.id,) if variant == OTHER.variant else ())
    pages = ("/puzzles", f"/puzzles/{OTHER.id}")
    for page in pages:
        told = f'New to Fortress? {OTHER.variant.game.character} <a href="/fortress">Its rules</a>'
        assert told in unescape(client.get(page).text)
    assert '<a href="/fortress">Rules of Fortress</a>' in client.get("/").text
    client.post("/stonewall/1/play")
    assert "New to Fortress?" in client.get("/puzzles").text, "another game is no help"
    sit()
    for page in pages:
        assert "New to" not in client.get(page).text
    assert "Rules of Fortress" not in client.get("/").text


def test_a_streak_ends_at_the_first_mistake(lead: Lead, client: TestClient, database_url: str) -> None:
    first = lead("/puzzles/runs", kind="streak", game="fortress")
    first.move(*first.puzzle.way)
    panel = first.panel()
    assert "Streak: 1 solved." in panel
    assert "Your rating" not in panel
    run = f"/puzzles/runs/{only_run(database_url).id}"
    second = lead(f"{run}/next")
    assert second.puzzle != first.puzzle
    # The same try is there as long as it is open.
    assert lead(f"{run}/next").address == second.address
    second.do("give-up")
    assert "The streak is over: 1 solved." in second.panel()
    assert client.post(f"{run}/next").headers["location"] == run
    assert "Your best is 1." in client.get(run).text
    assert "Fortress: 1 solved." in client.get("/puzzles").text


def test_a_run_of_all_puzzles_there_are_ends_with_a_sentence(lead: Lead, client: TestClient, database_url: str) -> None:
    place = lead("/puzzles/runs", kind="sprint")
    for _ in range(2):
        place.move(*place.puzzle.way)
        assert place.tone() == "solved"
        answer = client.post(f"/puzzles/runs/{only_run(database_url).id}/next")
        if answer.status_code == 303:
            place = lead(f"/puzzles/runs/{only_run(database_url).id}/next")
    assert answer.status_code == 404
    assert "There are no more puzzles for this run." in answer.text


def test_a_streak_that_finds_no_puzzle_does_not_end_the_one_before(
    lead: Lead, client: TestClient, database_url: str
) -> None:
    lead("/puzzles/runs", kind="streak", game="fortress")
    assert client.post("/puzzles/runs", data={"kind": "streak", "game": "stonewall"}).status_code == 404
    assert only_run(database_url).ended_at is None


def test_a_sprint_goes_by_the_servers_clock_and_a_mistake_costs_time(lead: Lead, database_url: str) -> None:
    place = lead("/puzzles/runs", kind="sprint")
    begun = only_run(database_url)
    assert begun.until == begun.begun_at + puzzle_runs.SPRINT_MS
    until = begun.until - puzzle_runs.MISTAKE_MS
    for outcome, at, solved in (
        (TaskOutcome.LOST, begun.begun_at + 1, 0),
        (TaskOutcome.SOLVED, until, 0),
        (TaskOutcome.SOLVED, until - 1, 1),
    ):
        with plain_engine(database_url).begin() as connection:
            puzzle_runs.count(connection, begun.id, outcome, at)
        assert only_run(database_url).solved == solved
    run = only_run(database_url)
    assert (run.mistakes, run.until) == (1, until)
    assert "Sprint: 1 solved." in place.panel()


def test_a_run_belongs_to_its_player(client: TestClient, stranger: TestClient, lead: Lead, database_url: str) -> None:
    lead("/puzzles/runs", kind="streak")
    run = f"/puzzles/runs/{only_run(database_url).id}"
    assert stranger.get(run).status_code == 403
    assert stranger.post(f"{run}/next").status_code == 403
    assert client.get("/puzzles/runs/nothing").status_code == 404
    assert client.post("/puzzles/runs", data={"kind": "marathon"}).status_code == 400
    assert client.post("/puzzles/runs", data={"kind": "streak", "game": "chess"}).status_code == 404
