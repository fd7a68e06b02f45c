from dataclasses import replace

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from app.play.rows import entries
from app.play.tables.games import entry
from app.play.values.session import Entry
from engine.moves import Move
from engine.record import Do
from tests.rows import SESSION, begin

LOG = [
    Entry(0, Do.MOVE, Move.read("t0-t1:3"), False, 1_700_000_000_001),
    Entry(1, Do.MOVE, Move.read("t1-f0"), True, 1_700_000_000_001),
    Entry(2, Do.UNDO, None, False, 1_700_000_000_002),
    Entry(3, Do.REDO, None, False, 1_700_000_000_003),
    Entry(4, Do.GIVE_UP, None, False, 1_700_000_000_004),
]


@pytest.fixture(autouse=True)
def begun(connection: Connection) -> None:
    begin(connection)


def test_the_log_is_read_as_written_and_in_order(connection: Connection) -> None:
    entries.append(connection, SESSION.id, LOG[:2])
    entries.append(connection, SESSION.id, LOG[4:])
    entries.append(connection, SESSION.id, LOG[2:4])
    assert entries.all_of(connection, SESSION.id) == LOG


def test_one_entry_is_found_by_its_seq(connection: Connection) -> None:
    entries.append(connection, SESSION.id, LOG)
    assert entries.at(connection, SESSION.id, 1) == LOG[1]
    assert entries.at(connection, SESSION.id, 5) is None


def test_a_session_without_moves_has_an_empty_log(connection: Connection) -> None:
    assert entries.all_of(connection, SESSION.id) == []


def test_a_seq_that_is_taken_is_refused(connection: Connection) -> None:
    entries.append(connection, SESSION.id, LOG[:1])
    with pytest.raises(IntegrityError):
        entries.append(connection, SESSION.id, [Entry(0, Do.MOVE, Move.read("t5-t6"), False, 1)])


def test_an_unknown_deed_is_refused(connection: Connection) -> None:
    with pytest.raises(IntegrityError):
        connection.execute(insert(entry), {"session_id": SESSION.id, "seq": 0, "do": "cheat", "auto": False, "at": 1})


@pytest.mark.parametrize("do", list(Do))
def test_every_deed_of_the_engine_is_kept_by_its_word(connection: Connection, do: Do) -> None:
    entries.append(connection, SESSION.id, [Entry(0, do, None, False, 1)])
    assert [one.do for one in entries.all_of(connection, SESSION.id)] == [do]
    assert connection.execute(select(entry.c.do)).scalars().all() == [do.value]


def test_links_are_filled_in_where_they_were_missing_and_nowhere_else(connection: Connection) -> None:
    entries.append(connection, SESSION.id, LOG)
    entries.link(connection, SESSION.id, [])
    assert entries.all_of(connection, SESSION.id) == LOG
    linked = [replace(LOG[0], request=0, turned=True), replace(LOG[2], request=0, back=None, turned=True)]
    entries.link(connection, SESSION.id, linked)
    assert entries.all_of(connection, SESSION.id) == [linked[0], LOG[1], linked[1], *LOG[3:]]
    assert entries.undos_turned(connection, SESSION.id) == {True}


def test_the_entries_of_a_request_are_its_move_and_the_automatic_ones_after_it(connection: Connection) -> None:
    log = [replace(one, request=0 if one.seq < 2 else one.seq) for one in LOG]
    entries.append(connection, SESSION.id, log)
    assert entries.of_request(connection, SESSION.id, 0) == log[:2]
    assert entries.first_of(connection, SESSION.id, 3) == log[:3]
