"""A game that nobody played for a month is packed, and nobody can tell."""

import io
from collections.abc import Container
from contextlib import redirect_stdout

import pytest
from sqlalchemy import Connection, func, select, update
from starlette.testclient import TestClient

from app.core.clock import now_ms
from app.play.rows import entries, packing
from app.play.tables.games import entry, packed_log
from app.site.commands.check import check
from app.site.service.operating import LOGS_A_PAGE, PACKED_AFTER_DAYS, pack_logs
from tests.app.play.table import Table
from tests.databases import plain_engine

DAY_MS = 24 * 3_600_000


def pack(database_url: str, days: int) -> int:
    """Pack what is due after so many days, page by page; return how many pages that took."""
    pages, after = 0, ""
    while True:
        with plain_engine(database_url).begin() as connection:
            found = pack_logs(connection, after, now_ms() + days * DAY_MS)
        if found is None:
            return pages
        pages, after = pages + 1, found


def kept(database_url: str) -> tuple[int, int]:
    """Count packed logs and rows."""

    def count(connection: Connection, of: object) -> int:
        many: int = connection.execute(select(func.count()).select_from(of)).scalar_one()  # type: ignore[arg-type]
        return many

    with plain_engine(database_url).begin() as connection:
        return count(connection, packed_log), count(connection, entry)


def id_of(table: Table) -> str:
    """Return the id of a table's session."""
    return table.address.rpartition("/")[2]


def said_by_check(database_url: str) -> str:
    """Return what `rampart check` prints of sound records."""
    with redirect_stdout(io.StringIO()) as said:
        faults = check(database_url)
    assert not faults, said.getvalue()
    return said.getvalue()


ACTS: list[tuple[str, dict[str, str | int]]] = [
    ("moves", {"move": "t1-f3"}),
    ("moves", {"move": "t1-t7"}),
    ("undo", {}),
    ("redo", {}),
    ("undo", {}),
    ("undo", {}),
    ("moves", {"move": "t1-t3"}),
    ("undo", {}),
    ("lines", {"line": 0}),
    ("give-up", {}),
]


def told(table: Table) -> tuple[object, ...]:
    """Return all that can be read of a game, but for its times."""
    exported = table.client.get(f"/api/v1{table.address}/export").json()
    log = [(one["seq"], one["do"], one["move"], one["auto"]) for one in exported["entries"]]
    lines = table.client.get(f"{table.address}/lines")
    return table.stands, log, lines.text.count('name="line"'), table.client.get(f"{table.address}/review").status_code


@pytest.mark.parametrize("packed_before", [range(len(ACTS)), {2}, {7}], ids=["each act", "undo", "undo of a line"])
def test_a_game_is_played_on_and_told_as_if_it_had_never_been_packed(
    table: Table, client: TestClient, database_url: str, packed_before: Container[int]
) -> None:
    twin = Table(client)
    for place, (verb, form) in enumerate(ACTS):
        for each in (table, twin):
            if place in packed_before and each is table and place:
                with plain_engine(database_url).begin() as connection:
                    packing.pack(connection, id_of(table), entries.all_of(connection, id_of(table)))
                # Its twin stands in rows.
                assert kept(database_url) == (1, twin.stands[0])
            answer = each.submit(verb, seq=each.stands[0], **form)
            assert answer.status_code == 303, answer.text
        assert told(table) == told(twin)
    pack(database_url, PACKED_AFTER_DAYS + 1)
    assert kept(database_url) == (2, 0)
    assert told(table) == told(twin)
    assert "Sessions: 2." in said_by_check(database_url)


def test_what_was_played_within_a_month_stays_in_rows(table: Table, database_url: str) -> None:
    assert table.submit("moves", seq=0, move="t1-f3").status_code == 303
    assert pack(database_url, PACKED_AFTER_DAYS - 1) == 0
    assert kept(database_url) == (0, 1)


def test_logs_are_packed_a_few_at_a_time_and_one_that_is_damaged_holds_up_no_other(
    client: TestClient, database_url: str
) -> None:
    tables = [Table(client) for _ in range(LOGS_A_PAGE + 2)]
    for each in tables:
        assert each.submit("moves", seq=0, move="t1-f3").status_code == 303
    with plain_engine(database_url).begin() as connection:
        damaged = update(entry).where(entry.c.session_id == id_of(tables[0]))
        connection.execute(damaged.values(move="no move"))
    assert pack(database_url, PACKED_AFTER_DAYS + 1) == 2
    assert kept(database_url) == (len(tables) - 1, 1)


def test_long_logs_are_packed_one_at_a_time(
    client: TestClient, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.site.service.operating.ENTRIES_A_PAGE", 1)
    for each in (Table(client), Table(client)):
        for seq, move in enumerate(("t1-f3", "t1-t7")):
            assert each.submit("moves", seq=seq, move=move).status_code == 303
    assert pack(database_url, PACKED_AFTER_DAYS + 1) == 2
    assert kept(database_url) == (2, 0)
