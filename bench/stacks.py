"""Two other ways to answer a move: `python -m bench.stacks driver|orm SCRIPTS`.

Like `bench.floor`, they take the same requests, do the same to the same rows, answer with the same bytes, and use no
rules. `driver` hands the statements as text straight to the database's driver: on SQLite through the same group commit,
on PostgreSQL in threads with a psycopg connection each. `orm` is what most people would write first: mapped classes, a
session and a commit for each request in a plain `def`, and one of Starlette's convenient middlewares.
"""

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.dialects.postgresql.psycopg import dialect as postgres_dialect
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.orm import Session, registry
from starlette.middleware.base import BaseHTTPMiddleware

from app.core.store.database import Database
from app.core.store.migrate import migrate
from app.core.store.opening import open_database
from app.core.store.postgres import THREADS
from app.people.service import players
from app.play.tables.games import entry, session
from app.web.guard import HEADERS_OF_FRAGMENTS
from bench.floor import ADVANCE, APPEND, FIND, NOW, PLAYER, Floor, Ready, Recorded, read_records, serve

_STATEMENTS = (FIND, ADVANCE, APPEND)


class SqliteDriver(Floor):
    """Runs the statements as text through the group commit."""

    async def move(self, request: Request, session_id: str) -> Response:
        """Make a scripted move."""
        await request.body()
        move = next(self.waiting[session_id])
        await self.database.write(_keep_in_sqlite, move)
        return HTMLResponse(move.answer, headers=HEADERS_OF_FRAGMENTS)


class PostgresDriver(Floor):
    """Runs the statements as text in its own threads, each with a connection."""

    def __init__(self, database: Database, recorded: Mapping[str, Recorded]) -> None:
        super().__init__(database, recorded)
        self._threads = ThreadPoolExecutor(THREADS)
        self._own = threading.local()
        self._address = make_url(os.environ["RAMPART_DATABASE_URL"]).set(drivername="postgresql")

    async def move(self, request: Request, session_id: str) -> Response:
        """Make a scripted move."""
        await request.body()
        move = next(self.waiting[session_id])
        await asyncio.get_running_loop().run_in_executor(self._threads, self._keep, move)
        return HTMLResponse(move.answer, headers=HEADERS_OF_FRAGMENTS)

    def _keep(self, move: Ready) -> None:
        if not hasattr(self._own, "connection"):
            self._own.connection = psycopg.connect(self._address.render_as_string(hide_password=False))
        connection: psycopg.Connection[Any] = self._own.connection
        find, advance, append = _IN_POSTGRES
        connection.execute(find, {"which": move.row["which"]}).fetchone()
        connection.execute(advance, move.row)
        for row in move.entered:
            connection.execute(append, row)
        connection.commit()


class Mapped:
    """The base of the mapped classes."""

    def __init__(self, **values: object) -> None:
        for name, value in values.items():
            setattr(self, name, value)


class Game(Mapped):
    """A session."""


class Deed(Mapped):
    """An entry of a log."""


class Orm(Floor):
    """Loads an object, changes it, adds another, and commits."""

    def __init__(self, database: Database, recorded: Mapping[str, Recorded]) -> None:
        super().__init__(database, recorded)
        self._engine = _engine(os.environ["RAMPART_DATABASE_URL"])

    def move_in_thread(self, session_id: str) -> Response:
        """Make a scripted move."""
        move = next(self.waiting[session_id])
        with Session(self._engine) as opened:
            game = opened.get_one(Game, session_id)
            for name, value in move.row.items():
                if name not in {"which", "seen"}:
                    setattr(game, name, value)
            opened.add_all(Deed(**row) for row in move.entered)
            opened.commit()
        return HTMLResponse(move.answer, headers=HEADERS_OF_FRAGMENTS)


def _engine(url: str) -> Engine:
    where = make_url(url)
    if where.get_backend_name() != "sqlite":
        return create_engine(where, pool_size=THREADS)
    engine = create_engine(where, pool_size=THREADS, connect_args={"timeout": 60})
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(driver: sqlite3.Connection, _record: object) -> None:
    # Set up the connection as Rampart does its own.
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        driver.execute(f"PRAGMA {setting}")


def _texts(dialect: Any) -> list[str]:
    return [str(statement.compile(dialect=dialect)) for statement in _STATEMENTS]


_IN_SQLITE = _texts(sqlite_dialect(paramstyle="named"))
_IN_POSTGRES = _texts(postgres_dialect())  # type: ignore[no-untyped-call]


def _keep_in_sqlite(connection: Connection, move: Ready) -> None:
    driver: Any = connection.connection.driver_connection
    find, advance, append = _IN_SQLITE
    driver.execute(find, {"which": move.row["which"]}).fetchone()
    driver.execute(advance, move.row)
    driver.executemany(append, move.entered)


async def _pass_on(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
    return await call(request)


def create_app(kind: str, url: str, recorded: Mapping[str, Recorded]) -> FastAPI:
    """Build the application on a migrated database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_database(url) as database:
            await database.write(players.ensure, PLAYER, NOW)
            floor: Floor
            if kind == "orm":
                floor = orm = Orm(database, recorded)
                app.post("/sessions/{session_id}/moves", response_model=None)(orm.move_in_thread)
            else:
                floor = (SqliteDriver if url.startswith("sqlite") else PostgresDriver)(database, recorded)
                app.post("/sessions/{session_id}/moves", response_model=None)(floor.move)
            app.post("/{slug}/{number}", response_model=None)(floor.begin)
            yield

    made = FastAPI(lifespan=lifespan, openapi_url=None)
    if kind == "orm":
        mapping = registry()
        mapping.map_imperatively(Game, session)
        mapping.map_imperatively(Deed, entry)
        made.add_middleware(BaseHTTPMiddleware, dispatch=_pass_on)
    return made


def main() -> None:
    """Serve the records in a file."""
    kind, file = sys.argv[1:]
    url = os.environ["RAMPART_DATABASE_URL"]
    migrate(url)
    serve(create_app(kind, url, read_records(file)))


if __name__ == "__main__":
    main()
