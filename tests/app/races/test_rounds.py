"""What a referee does in one round, and what the room of a race says that it waits for."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from app.core.due import FailedTry
from app.features.races.rows import races as rows
from app.features.races.service import races, rounds
from app.features.races.values import race as racing
from app.features.races.values.race import GRACE_MS, REST_MS, WAIT_MS, Race, RunOutcome
from app.features.races.words.race import Departure, room_of
from app.features.races.words.race_notice import race_notice
from app.people.rows import players
from app.play.rows import stock
from app.play.values.shelf import Shelf
from tests.app.races.factories import race_terms
from tests.app.races.test_rules import NOW, room, run, running, seen
from tests.databases import plain_engine
from tests.factories import FORTRESS, a_player

WINNABLE = race_terms(winnable=True)
CODES = ("BCDFGH", "BCDFGJ", "BCDFGK")


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        for name in ("Ann", "Ben"):
            players.add(opened, a_player(name))
        yield opened


def add(connection: Connection, code: str, due_at: int | None, **given: object) -> Race:
    """Add a race of Ann's that wants a proved deal."""
    added = replace(room("Ann", terms=WINNABLE), code=code, due_at=due_at, **given)  # type: ignore[arg-type]
    rows.add(connection, added)
    return added


def test_each_ready_deal_lets_one_race_go_on_and_the_others_look_again_later(connection: Connection) -> None:
    for at, code in enumerate(CODES):
        add(connection, code, NOW + at, seeking_since=NOW)
    stock.add_for_race(connection, Shelf.for_races(FORTRESS), 4)
    page = rounds.page(connection, NOW + 1)
    assert [one.code for one in page.due] == [CODES[0]]
    assert [(one.code, again) for one, again in page.waiting] == [(CODES[1], racing.next_look(NOW, NOW + 1))]
    assert page.next_at == NOW + 2
    rows.put_off(connection, page.waiting)
    assert [one.due_at - NOW for one in rows.first_due(connection, NOW + REST_MS, 9)] == [0, 2, 1001]


def test_once_a_minute_a_race_that_waits_for_a_deal_is_settled_like_any_other(connection: Connection) -> None:
    add(connection, CODES[0], NOW + REST_MS - 1, seeking_since=NOW)
    add(connection, CODES[1], NOW + REST_MS - 2, seeking_since=NOW, failures=1)
    page = rounds.page(connection, NOW + REST_MS - 1)
    assert [one.code for one in page.due] == [CODES[1], CODES[0]]
    assert (page.waiting, page.next_at) == ((), None)


def test_a_race_due_after_the_horizon_is_due_now_for_the_clock_was_set_back(connection: Connection) -> None:
    add(connection, CODES[0], NOW + REST_MS)
    add(connection, CODES[1], NOW + REST_MS + 1)
    page = rounds.page(connection, NOW)
    assert ({one.code for one in page.due}, page.next_at) == ({CODES[1]}, NOW + REST_MS)


def test_a_failure_is_counted_once_and_the_last_sets_the_race_aside(connection: Connection) -> None:
    add(connection, CODES[0], NOW)
    for _ in range(2):
        rounds.keep_failure(connection, CODES[0], FailedTry(0, NOW + 9), NOW)
    [one] = rows.first_due(connection, NOW + REST_MS, 9)
    assert (one.failures, one.due_at) == (1, NOW + 9)
    rounds.keep_failure(connection, CODES[0], FailedTry(4, None), NOW)
    assert rows.first_due(connection, NOW + REST_MS, 9) == []
    found = rows.find(connection, CODES[0])
    assert found
    assert found.set_aside_at == NOW
    assert races.settle_due(connection, CODES[0], NOW + 99) is None


def test_only_what_is_due_is_settled(connection: Connection) -> None:
    add(connection, CODES[0], NOW + 5)
    assert races.settle_due(connection, CODES[0], NOW + 4) is None
    assert races.settle_due(connection, CODES[0], NOW + 5)
    assert races.settle_due(connection, "XXXXXX", NOW) is None


@pytest.mark.parametrize(
    ("race", "notice"),
    [
        (room("Ann"), "at least two are here"),
        (room("Ann", "Ben"), "when everybody is ready"),
        (replace(room("Ann", "Ben"), failures=1), "Something"),
        (replace(room("Ann", "Ben"), seeking_since=NOW - 59_999), "Looking for a deal"),
        (replace(room("Ann", "Ben"), seeking_since=NOW - 60_000), "For 1 minute no"),
        (replace(room("Ann", "Ben"), seeking_since=NOW - 179_999), "For 2 minutes no"),
        (replace(room("Ann", "Ben"), starts_at=NOW + 1), ""),
        (running(run("Ann"), run("Ben")), "or in 3 h 0 min at the latest"),
        (running(run("Ann"), run("Ben"), terms=race_terms(limit_ms=60_000)), "or in 1 minute at the latest"),
        (running(run("Ann"), run("Ben"), terms=race_terms(limit_ms=3_540_001)), "or in 1 h 0 min at the latest"),
        (running(run("Ann"), run("Ben"), terms=race_terms(limit_ms=3_540_000)), "or in 59 minutes at the latest"),
        (running(run("Ann", RunOutcome.WON), run("Ben")), "It ends in 5 minutes if nobody still racing"),
        (running(run("Ann", RunOutcome.FORFEITED), run("Ben", RunOutcome.WON), run("Cid")), "It ends in 5 minutes if"),
    ],
)
def test_a_room_says_what_it_waits_for_and_how_long(race: Race, notice: str) -> None:
    told = race_notice(race, NOW)
    assert notice in told
    assert bool(told) is bool(notice)
    assert race_notice(replace(race, set_aside_at=NOW), NOW) not in {told, ""}


def test_a_heat_whose_time_is_nearly_up_says_a_minute_and_never_none() -> None:
    race = seen(running(run("Ann", RunOutcome.WON), run("Ben", ms=1_000)), NOW + GRACE_MS)
    assert "It ends in 1 minute if" in race_notice(race, NOW + 1_000 + WAIT_MS)
    assert "It ends in 2 minutes if" in race_notice(race, NOW + 1_000 + WAIT_MS - 60_001)


def test_a_countdown_shows_once_nobody_still_racing_has_moved_for_a_minute() -> None:
    race = running(run("Ann", RunOutcome.WON), run("Ben"))
    shown = [room_of(race, "Ben", NOW + waited, {}, None).ends_in for waited in (59_999, 60_000, WAIT_MS + 5)]
    assert shown == [0, WAIT_MS - 60_000, 0]
    assert room_of(running(run("Ann"), run("Ben")), "Ben", NOW + WAIT_MS, {}, None).ends_in == 0


def test_everybody_but_the_one_who_went_sees_how_long_the_race_waits_for_them() -> None:
    race = seen(running(run("Ann"), run("Ben"), run("Cid")), NOW + 100_000)
    away = replace(race, racers=(replace(race.racers[0], seen_at=NOW), *race.racers[1:]))
    now = NOW + 100_000
    assert room_of(away, "Ann", now, {}, None).departures == []
    assert room_of(replace(away, set_aside_at=now), "Ben", now, {}, None).departures == []
    for viewer in ("Ben", "Cid", None):
        assert room_of(away, viewer, now, {}, None).departures == [Departure("Ann", GRACE_MS - 100_000)]
