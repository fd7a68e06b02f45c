"""Statements that go straight to the driver do the same as if SQLAlchemy ran them."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, Engine, bindparam, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.core.store.direct import Direct
from app.play.tables.games import entry, session
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER, SESSION, begin, log

SEALED = select(session.c.id, session.c.sealed, session.c.deal).where(session.c.player_id == bindparam("whose"))
STEP = update(session).where(session.c.id == bindparam("which")).values(seq=bindparam("place"))
APPEND = insert(entry).values({column.name: bindparam(column.name) for column in entry.columns})
ROWS: list[dict[str, object]] = [
    {
        "session_id": SESSION.id,
        "seq": seq,
        "do": "move",
        "move": None,
        "auto": seq > 0,
        "at": 1 << 40,
        "request": seq,
        "back": None,
        "turned": seq > 1,
    }
    for seq in range(3)
]


@pytest.fixture
def engine(url: str) -> Engine:
    with plain_engine(url).begin() as connection:
        begin(connection)
    return plain_engine(url)


def test_a_row_has_the_values_and_types_that_its_columns_promise(engine: Engine) -> None:
    with engine.connect() as connection:
        found = _sealed(connection)
        assert found == connection.execute(SEALED, {"whose": PLAYER.id}).one()
        assert found is not None
        assert found[1] is False
        assert Direct(SEALED).first(connection, {"whose": "nobody"}) is None


def test_a_change_tells_how_many_rows_it_met(engine: Engine) -> None:
    with engine.connect() as connection:
        assert Direct(STEP).change(connection, {"which": SESSION.id, "place": 7}) == 1
        assert Direct(STEP).change(connection, {"which": "none", "place": 7}) == 0


@pytest.mark.parametrize("rows", [ROWS[:1], ROWS])
def test_rows_are_added_as_they_were_given(engine: Engine, rows: list[dict[str, object]]) -> None:
    with engine.connect() as connection:
        Direct(APPEND).add(connection, rows)
        assert [dict(row._mapping) for row in connection.execute(select(entry).order_by(entry.c.seq))] == rows
        assert all(type(one.auto) is bool for one in log(connection))


@ON_POSTGRES
def test_a_transaction_that_knows_no_other_statement_is_committed(engine: Engine) -> None:
    with engine.connect() as connection:
        Direct(STEP).change(connection, {"which": SESSION.id, "place": 7})
        connection.commit()
        Direct(STEP).change(connection, {"which": SESSION.id, "place": 8})
        connection.rollback()
    with engine.connect() as connection:
        assert connection.execute(select(session.c.seq)).scalar_one() == 7


@pytest.mark.parametrize("ask", [Direct(APPEND).change, lambda *given: Direct(APPEND).add(given[0], [given[1]] * 2)])
def test_an_error_is_sqlalchemy_s_and_names_no_value(engine: Engine, ask: Callable[..., object]) -> None:
    with engine.connect() as connection:
        Direct(APPEND).add(connection, ROWS)
        with pytest.raises(IntegrityError) as raised:
            ask(connection, ROWS[0])
        assert not raised.value.connection_invalidated
        assert "INSERT INTO entry" in str(raised.value)
        assert str(1 << 40) not in str(raised.value)


@ON_POSTGRES
def test_a_lost_connection_is_told_as_one_and_can_be_made_anew(engine: Engine) -> None:
    with engine.connect() as connection, engine.connect() as another:
        backend = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        _sealed(connection)
        another.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": backend})
        with pytest.raises(DBAPIError) as raised:
            _sealed(connection)
        assert raised.value.connection_invalidated
        connection.rollback()
        assert _sealed(connection) == (SESSION.id, False, str(SESSION.deal))


def _sealed(connection: Connection) -> tuple[object, ...] | None:
    return Direct(SEALED).first(connection, {"whose": PLAYER.id})
