"""The time at a table: as played, or from the deal on where an event counts it so."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import Connection

from app.features.daily.values.event import InDaily
from app.features.races.values.event import InRace
from app.features.tournaments.values.event import InTournament
from app.play.occasion import OccasionWords, occasion_of
from app.play.table.table import table_page
from app.play.values.event import Event
from app.play.values.session import LONGEST_PAUSE_MS, Session, Turn
from app.play.words.ending import ending_markup
from engine.moves import Move
from engine.record import Status
from tests.factories import a_session

DEALT, MOVED, NOW = 1_000_000, 1_065_000, 1_300_000
EVENTS = (InDaily(date(2026, 11, 20)), InRace("ABCDEF"), InTournament("ABCDEF", 1))


def played(**given: Any) -> Session:
    return a_session(**{"played_ms": 5_000, "started_at": DEALT, "changed_at": MOVED} | given)


@pytest.mark.parametrize("event", EVENTS)
def test_the_time_of_an_open_event_runs_from_the_deal_on(event: Event) -> None:
    session = played(event=event, sealed=True)
    assert session.runs_on
    assert session.time_at(NOW) == NOW - DEALT


@pytest.mark.parametrize("event", EVENTS)
def test_the_time_of_a_game_that_ends_an_open_event_is_that_of_its_last_move(event: Event) -> None:
    assert played(event=event, sealed=True, status=Status.WON).time_at(NOW) == MOVED - DEALT


@pytest.mark.parametrize("event", EVENTS)
def test_a_game_that_goes_on_when_its_event_is_over_says_the_time_played(event: Event) -> None:
    assert played(event=event).time_at(MOVED) == 5_000


def test_ordinary_play_says_the_time_played_as_a_turn_now_would_count_it() -> None:
    assert played().time_at(MOVED + 19_000) == 24_000
    assert played().time_at(NOW) == 5_000 + LONGEST_PAUSE_MS
    assert played(away_since=MOVED + 7_000).time_at(NOW) == 12_000
    assert played(status=Status.WON).time_at(NOW) == 5_000


def test_a_clock_that_was_set_back_says_no_time_below_nothing() -> None:
    assert played(event=InRace("ABCDEF"), sealed=True).time_at(DEALT - 1) == 0


def test_once_an_event_is_over_a_game_that_it_counted_keeps_its_time_and_any_other_says_the_time_played(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for event in EVENTS:
        won = played(event=event, status=Status.WON)
        occasion = occasion_of(won)
        for until, ms in ((None, 5_000), (MOVED, 5_000), (MOVED + 1, MOVED - DEALT)):
            monkeypatch.setattr(type(occasion), "counts_until", lambda *_, until=until: until)
            assert occasion.time_shown(connection, won, NOW) == ms
            assert occasion.time_shown(connection, played(event=event), MOVED) == 5_000
            assert occasion.time_shown(connection, won._replace(sealed=True), NOW) == MOVED - DEALT


def test_the_table_tells_its_script_whether_the_time_runs_on() -> None:
    session = played(event=InRace("ABCDEF"), sealed=True)
    turn = Turn(session, session.variant.rules, session.position, session.position, [Move("t1", "f3")])
    drawn = table_page(turn, 300_000).status
    assert 'data-seconds="300"' in drawn
    assert " data-runs-on" in drawn
    assert '<b id="clock">5:00</b>' in drawn
    ordinary = table_page(turn._replace(session=played()), 5_000).status
    assert 'data-seconds="5"' in ordinary
    assert "data-runs-on" not in ordinary


def test_the_end_of_an_event_says_the_time_that_it_counts() -> None:
    session = played(event=InRace("ABCDEF"), sealed=True, status=Status.WON)
    assert '<span class="clock">, 1:05</span>' in ending_markup(session, OccasionWords("race"), 4, 65_000, "")


def test_a_table_says_how_much_of_its_time_the_next_turn_has_yet_to_count() -> None:
    session = played()
    turn = Turn(session, session.variant.rules, session.position, session.position, [Move("t1", "f3")])
    assert 'data-seconds="62" data-waited="57"' in table_page(turn, 62_000).status
    assert "data-waited" not in table_page(turn, 5_000).status
