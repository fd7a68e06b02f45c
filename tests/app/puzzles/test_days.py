"""The puzzle of the day keeps a run of days: who solves it on its day, in whatever try, has one day more."""

from datetime import date, timedelta

import pytest
from sqlalchemy import insert, select, text
from starlette.testclient import TestClient

from app.core.clock import now_ms, today
from app.features.puzzles.rows import days as rows
from app.features.puzzles.service import choosing, days, puzzles
from app.features.puzzles.service.days import DAY_MS, DaysInRow
from app.features.puzzles.tables import puzzle_day
from app.features.puzzles.values.task import TaskOutcome, TaskProgress
from app.people.rows import players
from app.play.tables.games import session
from tests.app.account.conftest import PASSWORD
from tests.app.play.desk import Desk
from tests.app.puzzles.conftest import LOSING, OTHER, PUZZLE, Lead, Place, Sit
from tests.databases import plain_engine
from tests.rows import PLAYER

pytestmark = pytest.mark.usefixtures("two_puzzles")


@pytest.fixture(autouse=True)
def _of_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the puzzle that of every day."""
    monkeypatch.setattr(choosing, "of_day", lambda *_: PUZZLE)


def ago(days: int) -> date:
    """Return the day that is so many days before today."""
    return today(now_ms()) - timedelta(days)


def solved_on(url: str, *before: int) -> None:
    """Let everybody who plays have solved the puzzle so many days before today."""
    with plain_engine(url).begin() as connection:
        for player_id in connection.execute(select(session.c.player_id).distinct()).scalars():
            connection.execute(insert(puzzle_day), [{"player_id": player_id, "day": ago(each)} for each in before])


def solve(place: Place) -> str:
    """Solve the puzzle, and return what its end says."""
    place.move(*place.puzzle.way)
    assert place.tone() == "solved"
    return place.panel()


def test_the_end_of_the_day_s_puzzle_says_how_long_the_run_is_and_when_the_next_one_comes(
    sit: Sit, client: TestClient, database_url: str
) -> None:
    place = sit()
    solved_on(database_url, 1, 2, 3)
    for page in ("/", "/puzzles", "/me"):
        assert "Puzzles: 3 days in a row" in client.get(page).text
    said = solve(place)
    assert "Puzzles: 4 days in a row. The next puzzle of the day comes in " in said
    assert " and makes it 5.</p>" in said
    for page in ("/", "/puzzles", "/me"):
        shown = client.get(page).text
        assert "Puzzles: 4 days in a row" in shown
        assert "The next puzzle" in shown


def test_a_guest_begins_a_run_and_somebody_without_one_reads_of_none(
    sit: Sit, client: TestClient, stranger: TestClient
) -> None:
    for page in ("/", "/puzzles", "/me"):
        assert "Puzzles: " not in stranger.get(page).text
    assert "You can solve it until the next puzzle comes in " in stranger.get("/puzzles").text
    assert "Puzzles: 1 day. The next puzzle of the day comes in " in solve(sit())
    assert "Puzzles: 1 day" in client.get("/").text


def test_a_try_that_failed_loses_no_run_and_another_one_goes_on_with_it(sit: Sit, database_url: str) -> None:
    place = sit()
    solved_on(database_url, 1)
    place.move(PUZZLE.way[0], LOSING)
    assert place.tone() == "lost"
    assert "Puzzles: 1 day. If you solve today’s, it will be 2." in place.panel()
    assert "Puzzles: 2 days in a row." in solve(sit())


def test_another_puzzle_is_no_day_s_and_one_solved_again_counts_once(sit: Sit, database_url: str) -> None:
    assert "Puzzles: " not in solve(sit(OTHER))
    for _ in range(2):
        assert "Puzzles: 1 day." in solve(sit())
    with plain_engine(database_url).begin() as connection:
        assert list(connection.execute(select(puzzle_day.c.day)).scalars()) == [ago(0)]


def test_in_a_streak_the_day_s_puzzle_counts_and_its_end_speaks_of_the_streak(
    lead: Lead, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = lead("/puzzles/runs", kind="streak", game="")
    lies_there = place.puzzle
    monkeypatch.setattr(choosing, "of_day", lambda *_: lies_there)
    assert "Puzzles: " not in solve(place)
    assert "Puzzles: 1 day" in client.get("/me").text


def test_a_program_solves_the_day_s_puzzle_too(client: TestClient, desk: Desk) -> None:
    for _ in range(12):
        answer = client.post(f"/api/v1/puzzles/{PUZZLE.id}/attempts", json={"moves": list(map(str, PUZZLE.way))})
        desk.work()
    assert answer.json()["outcome"] == "solved"
    assert "Puzzles: 1 day" in client.get("/me").text


def test_the_day_is_that_on_which_the_goal_was_reached(
    sit: Sit, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, now = sit(), now_ms()
    monkeypatch.setattr(choosing, "of_day", lambda _, day, _now: PUZZLE if day == ago(0) else OTHER)
    with plain_engine(database_url).begin() as connection:
        told = [
            puzzles.day_of(connection, place.id, TaskProgress(outcome, None, ended_at), now + DAY_MS)
            for outcome in TaskOutcome
            for ended_at in (now, now + DAY_MS, None)
        ]
    assert told == [ago(0), None, None, None, None, None]


def test_a_missed_day_begins_a_new_run_and_a_long_one_is_counted_to_its_bound(url: str) -> None:
    now = now_ms()
    with plain_engine(url).begin() as connection:
        players.add(connection, PLAYER)
        assert days.in_row(connection, None, now).days == days.in_row(connection, PLAYER.id, now).days == 0
        for back in (1, 2, 4):
            rows.note(connection, PLAYER.id, ago(back))
            rows.note(connection, PLAYER.id, ago(back))
        next_at = (now // DAY_MS + 1) * DAY_MS
        assert days.in_row(connection, PLAYER.id, now) == DaysInRow(2, False, next_at)
        assert days.in_row(connection, PLAYER.id, now + DAY_MS).days == 0
        assert rows.latest(connection, PLAYER.id, 2) == [ago(1), ago(2)]
        assert rows.count_between(connection, PLAYER.id, ago(4), ago(2)) == 2


def test_without_a_puzzle_no_day_has_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("app.play.service.shipped.shipped_ids", lambda _: ())
    with plain_engine(url).begin() as connection:
        assert days.of_puzzle(connection, PUZZLE.id, now_ms()) is None


def test_a_run_comes_along_into_an_account_and_is_deleted_with_it(
    sit: Sit, client: TestClient, stranger: TestClient, database_url: str
) -> None:
    assert stranger.post("/api/v1/players", json={"name": "Ann", "password": PASSWORD}).status_code == 200
    solve(sit())
    client.post("/account/sign-in", data={"name": "Ann", "password": PASSWORD})
    assert "Puzzles: 1 day" in client.get("/me").text
    assert client.get("/account/export").json()["puzzles"]["days"] == [{"day": ago(0).isoformat()}]
    client.post("/account/delete", data={"password": PASSWORD})
    with plain_engine(database_url).begin() as connection:
        assert connection.execute(select(puzzle_day)).first() is None


def test_a_day_that_a_clock_ahead_has_stored_ends_no_run(sit: Sit, client: TestClient, database_url: str) -> None:
    solve(sit())
    solved_on(database_url, 1, 2, -30)
    assert "Puzzles: 3 days in a row" in client.get("/me").text


def test_a_day_that_cannot_be_read_is_written_as_it_is_stored(sit: Sit, client: TestClient, database_url: str) -> None:
    solve(sit())
    with plain_engine(database_url).begin() as connection:
        connection.execute(text("update puzzle_day set day = 'spoilt'"))
    assert client.get("/account/export").json()["puzzles"]["days"][0]["day"] == "spoilt"
