"""Whether anybody answers what players ask the solvers: this server itself, or workers beside it.

A server on SQLite asks its own lanes. One on PostgreSQL reads which workers have lately said that they are there. It
looks when a page has to say why there is no answer yet, and now and then by itself, so that the log tells the operator.
"""

import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.store.database import Database, StoreUnavailable
from app.play.rows import workers
from app.play.values.solvers import Solvers, Workers

LOOK_SECONDS = 15.0
"""How often a server looks for workers by itself, while somebody is here."""
COUNTS_SECONDS = 2.0
"""For how long what it has seen counts."""
PATIENCE_SECONDS = 10.0
"""How long nobody answers before the log says so: a worker that is restarted is away for a moment."""

_log = logging.getLogger("rampart")


class Attendance:
    """Knows how the solvers stand that answer the players of this server."""

    def __init__(self, database: Database, own: Callable[[], Solvers] | None, calm: Calm) -> None:
        """`own` returns how this server's solvers stand; None if workers answer instead."""
        self._database = database
        self._own = own
        self._calm = calm
        self._seen = Workers(0, Solvers.READY)
        self._counts_until = 0.0
        self._away_since: float | None = None
        self._told = False

    def running(self) -> AbstractAsyncContextManager[None]:
        """Look after workers while the context lasts."""
        return beside(self._watch) if self._own is None else beside()

    async def solvers(self) -> Solvers:
        """Return how the solvers stand, as far as the database answers."""
        if self._own:
            return self._own()
        return (await self._workers()).solvers

    async def trouble(self) -> str:
        """Return what the operator has to do so that questions are answered; empty while they are."""
        if self._own:
            return "" if self._own() is not Solvers.AWAY else _OWN
        found = await self._workers()
        if found.solvers is not Solvers.AWAY:
            return ""
        return _FAILING if found.count else _NOBODY

    async def _workers(self) -> Workers:
        now = time.monotonic()
        if now >= self._counts_until:
            self._counts_until = now + COUNTS_SECONDS
            # If the database is away, what was seen last counts: players hear of the database instead.
            try:
                self._seen = await self._database.read(workers.at_work, now_ms())
            except StoreUnavailable:
                return self._seen
            self._note(now)
        return self._seen

    def _note(self, now: float) -> None:
        """Log once that nobody answers, after some patience, and once that somebody does again."""
        if self._seen.solvers is not Solvers.AWAY:
            if self._told:
                _log.warning("Workers answer questions again.")
            self._away_since, self._told = None, False
            return
        if self._away_since is None:
            self._away_since = now
        if not self._told and now - self._away_since >= PATIENCE_SECONDS:
            self._told = True
            _log.warning("Players' questions wait: %s.", _FAILING if self._seen.count else _NOBODY)

    async def _watch(self) -> None:
        while True:
            try:
                await self._workers()
            except Exception:
                _log.exception("Looking for workers failed.")
            await self._calm.sleep(LOOK_SECONDS, LONGEST_SLEEP_SECONDS)


_NOBODY = "no worker answers questions: start rampart worker"
_FAILING = "no solver of a worker starts, so questions wait: the worker's log says why"
_OWN = "no solver answers questions: RAMPART_SOLVERS is 0, or the log says why none starts"
