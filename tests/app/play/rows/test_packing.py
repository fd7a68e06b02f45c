"""A log reads the same whether it stands in rows, is packed, or was packed and played on."""

import json
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, insert, select, update

from app.core.store.ids import new_id
from app.core.store.unreadable import UnreadableRow
from app.play.rows import entries, packing, whole
from app.play.tables.games import entry, packed_log, session
from app.play.values.session import Entry
from engine.moves import InvalidMove, Move
from engine.record import Do
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import SESSION, begin

_MOVE, _AUTO = Move.read("t0-t1:3"), Move.read("t1-f0")
LOG = [
    Entry(0, Do.MOVE, _MOVE, False, 1_700_000_000_001, request=0, turned=True),
    Entry(1, Do.MOVE, _AUTO, True, 1_700_000_000_001, request=0, turned=False),
    Entry(2, Do.MOVE, _MOVE, False, 1_700_000_000_700, request=2, back=0, turned=False),
    Entry(3, Do.UNDO, None, False, 1_700_000_002_000, request=2, turned=False),
    Entry(4, Do.UNDO, None, False, 1_700_000_003_000, request=0, back=3, turned=True),
    Entry(5, Do.REDO, None, False, 1_700_000_003_000, request=0),
    Entry(6, Do.GIVE_UP, None, False, 1_700_000_004_000),
]
"""A log that is linked."""


def packing_of(moves: list[object]) -> str:
    """Return the text of a log with these moves, before it is compressed."""
    return json.dumps([["move"], moves, [0], [1], [0], [None], [0]])


_numbers = st.none() | st.integers(0, 9)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Draw a log, sensible or not."""
    moves = st.none() | st.sampled_from([_MOVE, _AUTO])
    flags = st.none() | st.booleans()
    drawn = st.tuples(
        st.sampled_from(list(Do)), moves, st.booleans(), st.integers(0, 1 << 50), _numbers, _numbers, flags
    )
    return [Entry(seq, *values) for seq, values in enumerate(draw(st.lists(drawn, max_size=30)))]


@given(logs())
def test_what_was_packed_is_read_again(log: list[Entry]) -> None:
    assert packing.read(packing.pack_log(log)) == log


@given(logs(), st.integers(0, 31), st.integers(0, 31))
def test_a_part_of_what_was_packed_is_read_as_it_is_in_the_whole(log: list[Entry], first: int, beyond: int) -> None:
    assert packing.read(packing.pack_log(log), slice(first, beyond)) == log[first:beyond]


@pytest.mark.parametrize(
    "text",
    ["[" * 200_000, packing_of([None]) + " " * (1 << 16), packing_of(["x"])],
    ids=["very deep", "very long", "no move"],
)
def test_what_is_damaged_is_an_error_of_values_and_none_of_the_player(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "_MOST_BYTES", 1 << 12)
    packing.read(zlib.compress(packing_of([None]).encode()))
    with pytest.raises(ValueError, match=r"packed log|not a move") as raised:
        packing.read(zlib.compress(text.encode()))
    assert not isinstance(raised.value, InvalidMove)


def all_that_is_read(connection: Connection) -> list[object]:
    """Read a log in every way there is."""
    return [
        entries.all_of(connection, SESSION.id),
        *(entries.first_of(connection, SESSION.id, many) for many in range(len(LOG) + 2)),
        *(entries.at(connection, SESSION.id, seq) for seq in range(len(LOG) + 2)),
        *(entries.of_request(connection, SESSION.id, first) for first in (0, 2, 5)),
        entries.undos_turned(connection, SESSION.id),
        whole.logs(connection, [SESSION.id]),
    ]


def packed_and_left(connection: Connection) -> tuple[int, int]:
    """Count the packed logs and the rows."""
    packed, rows = (connection.execute(select(func.count()).select_from(each)) for each in (packed_log, entry))
    return packed.scalar_one(), rows.scalar_one()


@pytest.mark.parametrize("packed_at", [2, 3, 4, 5, 7])
def test_a_log_that_was_packed_and_played_on_reads_as_if_it_never_was(connection: Connection, packed_at: int) -> None:
    begin(connection)
    entries.append(connection, SESSION.id, LOG[:2])
    entries.append(connection, SESSION.id, LOG[2:])
    as_rows = all_that_is_read(connection)
    connection.execute(entry.delete().where(entry.c.seq >= packed_at))
    packing.pack(connection, SESSION.id, entries.all_of(connection, SESSION.id))
    assert packed_and_left(connection) == (1, 0)
    entries.append(connection, SESSION.id, LOG[packed_at:])
    assert all_that_is_read(connection) == as_rows
    packing.pack(connection, SESSION.id, entries.all_of(connection, SESSION.id))
    assert packed_and_left(connection) == (1, 0)
    assert all_that_is_read(connection) == as_rows


@ON_POSTGRES
def test_a_log_that_is_packed_again_while_it_is_read_is_read_once(
    connection: Connection, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(connection)
    entries.append(connection, SESSION.id, LOG[:5])
    packing.pack(connection, SESSION.id, LOG[:5])
    entries.append(connection, SESSION.id, LOG[5:])
    connection.commit()

    reads = packing.beginning

    def packed_meanwhile(reading: Connection, session_id: str) -> list[Entry]:
        with plain_engine(url).begin() as other:
            packing.pack(other, session_id, LOG)
        return reads(reading, session_id)

    monkeypatch.setattr(packing, "beginning", packed_meanwhile)
    with plain_engine(url).connect() as reading:
        assert entries.all_of(reading, SESSION.id) == LOG


@ON_POSTGRES
def test_undos_that_are_packed_while_they_are_read_are_not_missed(
    connection: Connection, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(connection)
    entries.append(connection, SESSION.id, LOG)
    connection.commit()

    reads = packing.beginning

    def packed_meanwhile(reading: Connection, session_id: str) -> list[Entry]:
        with plain_engine(url).begin() as other:
            packing.pack(other, session_id, LOG)
        return reads(reading, session_id)

    monkeypatch.setattr(packing, "beginning", packed_meanwhile)
    with plain_engine(url).connect() as reading:
        assert entries.undos_turned(reading, SESSION.id) == {True, False}


@pytest.mark.parametrize(
    "log", [[replace(LOG[0], request=None, turned=None), *LOG[1:]], [LOG[0], *LOG[2:]]], ids=["unlinked", "with a gap"]
)
def test_a_log_that_is_not_as_play_makes_it_stays_in_rows(connection: Connection, log: list[Entry]) -> None:
    begin(connection)
    entries.append(connection, SESSION.id, log)
    packing.pack(connection, SESSION.id, log)
    assert packed_and_left(connection) == (0, len(log))


def test_only_logs_that_nobody_added_to_for_long_are_due_and_each_once(connection: Connection) -> None:
    begin(connection)
    ids = [new_id(SESSION.started_at + place * 1000) for place in range(4)]
    row = connection.execute(select(session)).mappings().one()
    for session_id in ids:
        connection.execute(insert(session), {**row, "id": session_id})
    for session_id in ids[:3]:
        entries.append(connection, session_id, LOG)
    before = SESSION.changed_at + 60_000
    connection.execute(update(session).where(session.c.id == ids[1]).values(changed_at=before))

    assert packing.resting(connection, "", before, 9) == [(ids[0], row["seq"]), (ids[2], row["seq"])]
    assert packing.resting(connection, "", before, 1) == [(ids[0], row["seq"])]
    assert packing.resting(connection, ids[0], before, 9) == [(ids[2], row["seq"])]
    assert packing.resting(connection, "", SESSION.changed_at, 9) == []
    packing.pack(connection, ids[0], LOG)
    assert packing.resting(connection, "", before, 9) == [(ids[2], row["seq"])]


@pytest.mark.parametrize("damaged", [b"", b"no log", packing.pack_log(LOG)[:-9], packing.pack_log(LOG)[:-1]])
def test_a_damaged_pack_is_named_by_the_check(connection: Connection, damaged: bytes) -> None:
    begin(connection)
    connection.execute(insert(packed_log), {"session_id": SESSION.id, "log": damaged})
    found = whole.logs(connection, [SESSION.id])[SESSION.id]
    assert found == whole.BrokenRow(SESSION.id, "The packed part of its log cannot be read.")
    with pytest.raises(UnreadableRow, match="packed_log"):
        entries.all_of(connection, SESSION.id)
