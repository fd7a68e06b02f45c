from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date

import pytest
from sqlalchemy import Connection, Table, select, update
from sqlalchemy.exc import IntegrityError

from app.features.daily.values.event import InDaily
from app.features.races.values.event import InRace
from app.people.rows import players
from app.people.rows.players import Player
from app.people.tables import player
from app.play.rows import sessions
from app.play.tables.games import session
from app.play.values.event import Event
from app.play.values.session import Session
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move
from engine.position import deal
from engine.record import Status
from tests.rows import PLAYER, SESSION, VARIANT, begin, moved


@pytest.fixture(autouse=True)
def begun(connection: Connection) -> None:
    begin(connection)


def add_later(connection: Connection, *minutes: int) -> list[Session]:
    """Add sessions changed so many minutes after the first, and return them in this order."""
    added = [
        SESSION._replace(id=f"session-{place:08}", changed_at=SESSION.changed_at + 60_000 * minute)
        for place, minute in enumerate(minutes, 2)
    ]
    for one in added:
        sessions.add(connection, one)
    return added


COLUMNS = {"variant": ("game", "options"), "version": ("rules",), "position": ("snapshot",)}
"""What the columns are called that keep a field of a session, where they have other names."""


@pytest.mark.parametrize(
    ("names", "table"),
    [
        ([column for field in Session._fields for column in COLUMNS.get(field, (field,))], session),
        ([field.name for field in fields(Player)], player),
    ],
)
def test_records_have_their_fields_in_the_order_of_the_columns(names: Sequence[str], table: Table) -> None:
    assert list(names) == table.columns.keys()


def test_a_session_is_found_as_added(connection: Connection) -> None:
    assert sessions.find(connection, SESSION.id) == SESSION


@pytest.mark.parametrize("event", [InDaily(date(2026, 11, 20)), InRace("BCDFGH"), None])
def test_every_value_of_a_session_is_found_as_added(connection: Connection, event: Event | None) -> None:
    variant, deck = variant_of("stonewall", ""), shuffled(4)
    other = Session(
        *("other", PLAYER.id, variant, 1, None, deck, deal(variant.rules, deck), 2, Status.STUCK, 3, 4, 5, 6),
        *(Move.read("t0-t1:3"), 7, 8, 9, event, True, 10, 11, 12, 13),
    )
    sessions.add(connection, other)
    assert sessions.find(connection, other.id) == other


def test_no_session_is_found_under_an_unknown_id(connection: Connection) -> None:
    assert sessions.find(connection, "none") is None
    assert sessions.find_to_play(connection, "none") is None


def test_a_session_to_play_comes_with_its_player_s_choice_and_generation(connection: Connection) -> None:
    assert sessions.find_to_play(connection, SESSION.id) == (SESSION, "safe", 0)
    players.keep_automatic(connection, PLAYER.id, "off")
    players.next_generation(connection, PLAYER.id)
    assert sessions.find_to_play(connection, SESSION.id) == (SESSION, "off", 1)


def test_a_session_needs_a_player(connection: Connection) -> None:
    with pytest.raises(IntegrityError):
        sessions.add(connection, SESSION._replace(id="other", player_id="nobody"))


def test_advancing_with_the_seq_that_stands_changes_what_playing_changes(connection: Connection) -> None:
    changed = SESSION._replace(
        position=deal(VARIANT.rules, shuffled(4)),
        seq=3,
        status=Status.STUCK,
        steps=3,
        undos=1,
        undoable=2,
        redoable=1,
        last_move=Move.read("t0-f0"),
        played_ms=250,
        changed_at=SESSION.changed_at + 250,
    )
    assert sessions.advance(connection, changed, 0)
    assert sessions.find(connection, SESSION.id) == changed


OTHER_VARIANT = variant_of("stronghold", "cell=none")


def test_advancing_leaves_alone_what_playing_cannot_change(connection: Connection) -> None:
    meddled = moved(0)._replace(variant=OTHER_VARIANT, version=2, deal=None, deck=shuffled(4), started_at=0)
    assert sessions.advance(connection, meddled, 0)
    assert sessions.find(connection, SESSION.id) == moved(0)


def test_advancing_with_another_seq_is_refused_and_changes_nothing(connection: Connection) -> None:
    assert sessions.advance(connection, moved(0), 0)
    assert not sessions.advance(connection, moved(0, "t2-t3"), 0)
    assert not sessions.advance(connection, moved(6, "t2-t3"), 6)
    assert sessions.find(connection, SESSION.id) == moved(0)


def test_advancing_a_session_that_is_not_there_is_refused(connection: Connection) -> None:
    assert not sessions.advance(connection, moved(0)._replace(id="none"), 0)


@pytest.mark.parametrize("status", list(Status))
def test_every_status_of_the_engine_is_kept_by_its_word(connection: Connection, status: Status) -> None:
    assert sessions.advance(connection, moved(0)._replace(status=status), 0)
    found = sessions.find(connection, SESSION.id)
    assert found is not None
    assert found.status is status
    assert connection.execute(select(session.c.status)).scalar_one() == status.value


def test_an_unknown_status_is_refused_by_the_database(connection: Connection) -> None:
    with pytest.raises(IntegrityError):
        connection.execute(update(session).values(status="lost"))


def test_unfinished_sessions_come_last_changed_first_up_to_the_limit(connection: Connection) -> None:
    second, third, fourth = add_later(connection, 9, 5, 7)
    assert sessions.list_unfinished(connection, PLAYER.id, 10) == [second, fourth, third, SESSION]
    assert sessions.list_unfinished(connection, PLAYER.id, 2) == [second, fourth]


def test_stuck_sessions_are_unfinished_but_won_and_given_up_ones_are_not(connection: Connection) -> None:
    statuses = [Status.WON, Status.STUCK, Status.GIVEN_UP]
    for place, status in enumerate(statuses):
        sessions.add(connection, SESSION._replace(id=f"other-{place}", status=status, changed_at=0))
    assert [one.status for one in sessions.list_unfinished(connection, PLAYER.id, 10)] == [Status.PLAYING, Status.STUCK]


def test_a_game_of_a_race_is_listed_as_unfinished_only_while_it_is_sealed(connection: Connection) -> None:
    over = SESSION._replace(id="over", event=InRace("ABC123"))
    on = over._replace(id="on", sealed=True)
    for one in (over, on):
        sessions.add(connection, one)
    assert {one.id for one in sessions.list_unfinished(connection, PLAYER.id, 10)} == {SESSION.id, "on"}
    assert len(sessions.list_unfinished(connection, PLAYER.id, 2)) == 2


def test_another_player_s_sessions_are_not_listed(connection: Connection) -> None:
    players.add(connection, replace(PLAYER, id="player-000000002"))
    assert sessions.list_unfinished(connection, "player-000000002", 10) == []
    assert sessions.history(connection, "player-000000002", 10, None) == []


def test_history_pages_meet_without_gap_or_double_even_where_times_are_equal(connection: Connection) -> None:
    add_later(connection, 3, 1, 1, 1, 1, 2, 0)
    whole = sessions.history(connection, PLAYER.id, 100, None)
    assert [(one.changed_at, one.id) for one in whole] == sorted(
        ((one.changed_at, one.id) for one in whole), reverse=True
    )
    paged: list[Session] = []
    while page := sessions.history(connection, PLAYER.id, 3, (paged[-1].changed_at, paged[-1].id) if paged else None):
        paged += page
    assert paged == whole
    assert len(whole) == 8


def test_finished_sessions_stand_in_the_history(connection: Connection) -> None:
    won = SESSION._replace(id="won", status=Status.WON, changed_at=SESSION.changed_at + 1)
    sessions.add(connection, won)
    assert sessions.history(connection, PLAYER.id, 10, None) == [won, SESSION]
