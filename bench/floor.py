"""The least server that could answer a move: `python -m bench.floor SCRIPTS`.

It takes the same requests, runs the same statements through the same database layer and answers with the same bytes,
all recorded beforehand. It uses no rules, no templates and no player's cookie, and checks nothing.
"""

import os
import pickle
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import Connection, bindparam, insert, select, update
from uvicorn import Config, Server

from app.core.store.database import Database
from app.core.store.migrate import migrate
from app.core.store.opening import open_database
from app.people.service import players
from app.people.tables import player
from app.play.service import sessions
from app.play.tables.games import entry, session
from app.web.guard import HEADERS_OF_FRAGMENTS
from bench.scripts import Script, Step
from engine.deals import shuffled

Recorded = tuple[Script, list[bytes]]
"""A script with the answer to each of its steps."""

PLAYER = "0123456789abcdef"
NOW = 1_700_000_000_000

_CHANGING = (
    *("snapshot", "seq", "status", "steps", "undos", "undoable", "redoable", "last_move", "played_ms"),
    *("changed_at", "top", "ahead", "away_since", "away_ms"),
)
FIND = (
    select(session, player.c.automatic, player.c.generation)
    .join(player, player.c.id == session.c.player_id)
    .where(session.c.id == bindparam("which"))
)
ADVANCE = (
    update(session)
    .where(session.c.id == bindparam("which"), session.c.seq == bindparam("seen"))
    .values({name: bindparam(name) for name in _CHANGING})
)
APPEND = insert(entry).values({column.name: bindparam(column.name) for column in entry.columns})


@dataclass(frozen=True, slots=True)
class Ready:
    """A move, with the rows and the answer that it needs."""

    row: dict[str, object]
    entered: list[dict[str, object]]
    answer: bytes


def prepare(session_id: str, step: Step, answer: bytes) -> Ready:
    """Prepare a move of a session."""
    made = step.seq + 1
    row: dict[str, object] = {
        "which": session_id,
        "seen": step.seq,
        "snapshot": step.snapshot,
        "seq": made,
        "status": "playing",
        "steps": made,
        "undos": 0,
        "undoable": made,
        "redoable": 0,
        "last_move": step.move,
        "played_ms": 0,
        "changed_at": NOW,
        "top": step.seq,
        "ahead": None,
        "away_since": None,
        "away_ms": 0,
    }
    entered: dict[str, object] = {
        "session_id": session_id,
        "seq": step.seq,
        "do": "move",
        "move": step.move,
        "auto": False,
        "at": NOW,
        "request": step.seq,
        "back": step.seq - 1 if step.seq else None,
        "turned": False,
    }
    return Ready(row, [entered], answer)


def keep(connection: Connection, move: Ready) -> None:
    """Run the statements of a move."""
    connection.execute(FIND, {"which": move.row["which"]}).first()
    connection.execute(ADVANCE, move.row)
    connection.execute(APPEND, move.entered)


class Floor:
    """The endpoints, and the moves for which they wait."""

    def __init__(self, database: Database, recorded: Mapping[str, Recorded]) -> None:
        self.database = database
        self.recorded = recorded
        self.waiting: dict[str, Iterator[Ready]] = {}

    async def begin(self, request: Request) -> Response:
        """Begin a scripted game."""
        script, answers = self.recorded[f"{request.url.path}?{request.url.query}".removesuffix("?")]
        variant, deck = script.variant, shuffled(script.number)
        begun = await self.database.write(sessions.start, PLAYER, variant, script.number, deck, NOW)
        steps = zip(script.steps, answers, strict=True)
        self.waiting[begun.id] = iter([prepare(begun.id, step, answer) for step, answer in steps])
        return Response(status_code=303, headers={"location": f"/sessions/{begun.id}"})

    async def move(self, request: Request, session_id: str) -> Response:
        """Make a scripted move."""
        await request.body()
        move = next(self.waiting[session_id])
        await self.database.write(keep, move)
        return HTMLResponse(move.answer, headers=HEADERS_OF_FRAGMENTS)

    async def answer(self, request: Request, session_id: str) -> Response:
        """Answer a scripted move without storing it."""
        await request.body()
        return HTMLResponse(next(self.waiting[session_id]).answer, headers=HEADERS_OF_FRAGMENTS)


def create_app(url: str, recorded: Mapping[str, Recorded]) -> FastAPI:
    """Build the application on a migrated database. The keys of `recorded` are the addresses where games begin."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_database(url) as database:
            await database.write(players.ensure, PLAYER, NOW)
            floor = Floor(database, recorded)
            app.post("/sessions/{session_id}/moves", response_model=None)(floor.move)
            app.post("/sessions/{session_id}/answer", response_model=None)(floor.answer)
            app.post("/{slug}/{number}", response_model=None)(floor.begin)
            yield

    return FastAPI(lifespan=lifespan, openapi_url=None)


def serve(app: FastAPI) -> None:
    """Serve as `rampart serve` would, and name the address in the first line of the output."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host, port = listener.getsockname()
        print(f"It is at http://{host}:{port}/", flush=True)
        config = Config(
            app,
            loop="uvloop",
            http="httptools",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
        )
        Server(config).run(sockets=[listener])


def read_records(file: str) -> dict[str, Recorded]:
    """Read the records that a benchmark has written."""
    recorded: dict[str, Recorded] = pickle.loads(Path(file).read_bytes())
    return recorded


def main() -> None:
    """Serve the records in a file."""
    url = os.environ["RAMPART_DATABASE_URL"]
    migrate(url)
    serve(create_app(url, read_records(sys.argv[1])))


if __name__ == "__main__":
    main()
