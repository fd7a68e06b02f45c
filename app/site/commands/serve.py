"""`rampart serve`: run the server."""

import asyncio
import gc
import os
import socket
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from types import FrameType

from fastapi import FastAPI
from uvicorn import Config, Server
from uvicorn.supervisors import multiprocess
from uvicorn.supervisors.statreload import StatReload

from app.core.folders import HOME
from app.core.live.reaching import pool_at
from app.core.logs import configuration
from app.core.settings import Settings, database_place, sqlite_file, unknown_names
from app.core.store.alone import Served, only_server
from app.core.store.migrate import try_writing
from app.site.commands.console import BadInput, Failure, Parser, answer
from app.site.commands.database import (
    PUT_BACK,
    accept_secret,
    bring_up_to_date,
    failing_in_one_line,
    misfit_on_sqlite,
    reading_settings,
    require_current,
    require_secret,
)
from app.site.commands.sockets import address, handed_over, listening, listening_at, outlives
from app.site.features import chosen
from app.web.connection import Connection

_WATCHED = ("app", "engine", "migrations", "static", "templates")
_LAST_PORT = 65535
_LAST_STANDARD = 2
"""The last of the three standard descriptors of every process."""
_COLLECT_AFTER = 20_000
"""After this many new objects, the garbage collector looks for cycles."""
_PARTING_SECONDS = 5
"""How long requests and streams may last after the server gets the signal to stop."""
_LINGERING_SECONDS = 4.5
"""How long a stopping server behind a proxy keeps serving: longer than the proxy keeps idle connections."""
_STARTING_SECONDS = 120.0
"""How long one of several processes may take to start: on a busy machine, imports take many times as long as usual."""
_SILENT_SECONDS = 30
"""How long one of several processes may say nothing once it has started."""
_LOOK_SECONDS = 0.05
"""How often a server that is stopping checks whether it must stop at once."""
_TICK_SECONDS = 1.0
"""How often the server looks at the time, which its answers carry to the second."""
_TICKS_TO_A_LOOK = 30
"""How many ticks lie between two looks at the connections for those that are too slow."""


class Unhurried(Server):
    """A server that sleeps until something happens, and leaves its proxy without losing a request."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self._told_to_end: Callable[[], object] | None = None

    async def main_loop(self) -> None:
        """Serve until a signal says to stop, looking at the time a tenth as often as uvicorn does."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        self._told_to_end = partial(loop.call_soon_threadsafe, ended.set)
        ticks = 0
        while not await self.on_tick(0):
            ticks += 1
            if ticks % _TICKS_TO_A_LOOK == 0:
                for each in tuple(self.server_state.connections):
                    if isinstance(each, Connection):
                        each.look()
            with suppress(TimeoutError):
                async with asyncio.timeout(_TICK_SECONDS):
                    await ended.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer the requests that have come, and stop."""
        if self.config.proxy_headers:
            await self._linger()
        await super().shutdown(sockets)

    async def _linger(self) -> None:
        """Keep serving while the proxy learns that this server is stopping.

        If the server closed or refused connections at once, it would lose the requests just arriving on them. Where the
        socket outlives the server, new connections can wait for the next one, and only those that are open matter.
        """
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]
        waiting = outlives(os.environ)
        if waiting:
            for accepting in self.servers:
                accepting.close()
        until = monotonic() + _LINGERING_SECONDS
        while monotonic() < until and not self.force_exit and (self.server_state.connections or not waiting):
            await asyncio.sleep(_LOOK_SECONDS)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal to stop."""
        super().handle_exit(sig, frame)
        if self._told_to_end:
            self._told_to_end()


class ServerProcess(multiprocess.Process):
    """One of several server processes on the same port."""

    def __init__(self, config: Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._has_answered = False
        self._start_due = monotonic() + _STARTING_SECONDS
        # It waits in the pipe until the process has come far enough to answer.
        self.parent_conn.send(b"ping")

    def is_alive(self, timeout: float = 5) -> bool:
        """Return whether the process works.

        One that is starting has nothing to answer with yet. Nobody waits for that, so signals are heard meanwhile.
        """
        if not self._has_answered and self.process.is_alive():
            self._has_answered = self.parent_conn.poll()
            return self._has_answered or monotonic() < self._start_due
        return super().is_alive(timeout)

    @property
    def server(self) -> Server:
        """The server that runs in the process."""
        self._server = self._server or Unhurried(self.config)
        return self._server


class Reload(StatReload):
    """Restarts the server when a watched file of any kind changes."""

    def iter_py_files(self) -> Iterator[Path]:
        """Yield the watched files, without Python's compiled ones, which change by themselves."""
        for folder in self.config.reload_dirs:
            yield from (path for path in folder.rglob("*") if path.suffix and path.suffix != ".pyc")


def run(arguments: Sequence[str]) -> int:
    """Serve until a signal says to stop."""
    read = _read(arguments)
    if not read.new_secret and (found := misfit_on_sqlite()):
        raise BadInput(f"{found.value} {PUT_BACK}")
    settings = _settings(read)
    with ExitStack() as held:
        listener = held.enter_context(_listening(read))
        _be_alone(held, settings.database_url)
        place = _place(settings.database_url)
        backup = _prepare_database(settings.database_url)
        if read.new_secret:
            accept_secret(settings.database_url, settings.secret)
            print("Warning: from the next start on, leave out --new-secret: it hides a lost secret.", file=sys.stderr)
        else:
            require_secret(settings.database_url, settings.secret)
        answer(f"Rampart is at {address(listener)}\nDatabase: {place}")
        if backup:
            answer(f"Its schema is new. Backup from before: {backup}")
        return _serve(read, settings, listener)


def _listening(read: Namespace) -> AbstractContextManager[socket.socket]:
    """Listen before anything else, so a second server leaves the first one's database alone."""
    if handed := handed_over(os.environ):
        return closing(handed)
    return listening_at(Path(read.uds)) if read.uds else listening(read.host, read.port)


def _be_alone(held: ExitStack, url: str) -> None:
    """Keep other servers away from an SQLite file; raise `Failure` if there is one already."""
    if file := sqlite_file(url):
        try:
            held.enter_context(only_server(file))
        except Served:
            raise Failure(f"Another server uses {file}, which serves only one: several need PostgreSQL.") from None
        except OSError as refused:
            raise Failure(f"Cannot lock {file}: {refused.strerror}.") from None


def _place(url: str) -> str:
    """Return where the database is and, before it is made, that it is new: a slip in its path looks like a loss."""
    file, place = sqlite_file(url), database_place(url)
    if file is None or file.exists():
        return place
    slip = (
        ". If you expect games in it, correct RAMPART_DATABASE_URL." if os.environ.get("RAMPART_DATABASE_URL") else ""
    )
    return f"{place}, new and empty{slip}"


def _read(arguments: Sequence[str]) -> Namespace:
    parser = Parser(
        prog="rampart serve",
        description="Start the server. Environment variables RAMPART_… set it up; the README lists them. If systemd "
        "hands over a socket, the server listens on that.",
        epilog="Example: rampart serve --host 0.0.0.0 --port 8080",
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: %(default)s; 0: any free one)")
    parser.add_argument(
        "--uds", metavar="PATH", help="listen on a Unix socket there instead, for a proxy on this machine"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="server processes (default: %(default)s)")
    parser.add_argument(
        "--new-secret",
        action="store_true",
        help="use the database with another secret from now on; guests lose their games. For one start only",
    )
    parser.add_argument("--reload", action="store_true", help="restart when a file of the checkout changes")
    read = parser.read(arguments)
    if read.uds == "":
        raise BadInput("--uds names no path.")
    if not 0 <= read.port <= _LAST_PORT:
        raise BadInput(f"--port must be a number from 0 to {_LAST_PORT}.")
    if read.workers < 1:
        raise BadInput("--workers must be 1 or more.")
    if read.workers > 1 and read.reload:
        raise BadInput("--reload works only with one worker.")
    return read


def _settings(read: Namespace) -> Settings:
    # First, since a name that is misspelt may be why the rest is refused.
    for name in unknown_names(os.environ):
        print(f"Warning: Rampart has no setting {name}.", file=sys.stderr)
    with reading_settings():
        return Settings.from_environment(os.environ, partial(_require_fitting, read))


def _require_fitting(read: Namespace, settings: Settings) -> None:
    """Raise `SettingsError` or `BadInput` if the settings do not fit a server, or not one that is started like this."""
    chosen(settings.features)
    if settings.redis_url:
        try:
            pool_at(settings.redis_url)
        except ValueError:
            # The library may quote a part of the address, and with it the password.
            raise BadInput(
                "RAMPART_REDIS_URL is not an address like redis://host:6379/0 or redis+sentinel://one:26379,two:26379/name."
            ) from None
    if read.workers > 1 and (sqlite_file(settings.database_url) or not settings.redis_url):
        raise BadInput(
            "More than one worker needs PostgreSQL and Redis: set RAMPART_DATABASE_URL and RAMPART_REDIS_URL."
        )


def application() -> FastAPI:
    """Build the application for a process that does nothing else."""
    # The command line starts faster without this import.
    from app.site.application import create_app

    _keep_what_is_open()
    app = create_app()
    # Objects made so far live to the end, and a request leaves almost no garbage, so the collector can run rarely.
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)
    return app


def _keep_what_is_open() -> None:
    """Let child processes inherit no open file: workers get their socket explicitly."""
    for descriptor in [int(path.name) for path in Path("/dev/fd").iterdir()]:
        # One of them belongs to the listing itself, and is closed by now.
        with suppress(OSError):
            os.set_inheritable(descriptor, descriptor <= _LAST_STANDARD)


def _prepare_database(url: str) -> Path | None:
    """Migrate an SQLite file, and return the backup from before if one was made; require PostgreSQL to be current."""
    if sqlite_file(url) is None:
        require_current(url)
        return None
    backup = bring_up_to_date(url)
    with failing_in_one_line(url):
        # A server that can only read would refuse every move.
        try_writing(url)
    return backup


def _serve(read: Namespace, settings: Settings, listener: socket.socket) -> int:
    # Whoever may open the socket is let in by the rights of its file, and there is no address to know them by.
    trusted = "*" if listener.family is socket.AF_UNIX else settings.trusted_proxies
    config = Config(
        "app.site.commands.serve:application",
        factory=True,
        host=read.host,
        port=read.port,
        workers=read.workers,
        reload=read.reload,
        reload_dirs=[str(HOME / name) for name in _WATCHED if (HOME / name).is_dir()] if read.reload else None,
        loop="uvloop",
        http=Connection,
        ws="none",
        log_level="warning",
        log_config=configuration(settings.log_level),
        access_log=False,
        server_header=False,
        proxy_headers=trusted is not None,
        forwarded_allow_ips=trusted,
        timeout_graceful_shutdown=_PARTING_SECONDS,
        timeout_worker_healthcheck=_SILENT_SECONDS,
    )
    server = Unhurried(config)
    if read.reload:
        Reload(config, target=server.run, sockets=[listener]).run()
        return 0
    if read.workers > 1:
        # There is no other way to tell uvicorn which processes to start.
        multiprocess.Process = ServerProcess  # type: ignore[misc]
        multiprocess.Multiprocess(config, sockets=[listener]).run()
        return 0
    server.run(sockets=[listener])
    return 0 if server.started else 1
