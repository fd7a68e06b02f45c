"""Opens the tournaments that open by themselves."""

import logging
from contextlib import AbstractAsyncContextManager
from functools import partial

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.live.calm import Calm
from app.core.store.database import Database, StoreUnavailable
from app.features.tournaments.service import planned
from app.play.rows import sessions

EVERY_SECONDS = 60.0

_log = logging.getLogger("rampart")


def planning(database: Database, calm: Calm) -> AbstractAsyncContextManager[None]:
    """Open tournaments by themselves while the context lasts."""
    return beside(partial(_go_on, database, calm))


async def _go_on(database: Database, calm: Calm) -> None:
    """Look once a minute. It remembers the tournaments that exist, so few looks read the database.

    On a server without any visitor so far, no tournament opens: a solver would find its deals for nobody.
    """
    known, visited = set[str](), False
    while True:
        # The first visitor after a calm ends the sleep, and need not wait for the whole minute.
        await calm.sleep(EVERY_SECONDS, EVERY_SECONDS)
        try:
            visited = visited or not calm.lasts or await database.read(sessions.any_begun_since, time_ms=0)
            if visited:
                known = await plan(database, known)
        except StoreUnavailable as error:
            _log.warning("Tournaments that open by themselves wait for the database: %s", error)
        except Exception:
            _log.exception("Opening tournaments failed.")


async def plan(database: Database, known: set[str]) -> set[str]:
    """Make the tournaments that are due and missing. Return the slots of all that are due."""
    now = now_ms()
    due = planned.due(now)
    wanted = [one for one in due if one.slot not in known]
    if wanted and await database.read(planned.missing, wanted=wanted):
        await database.write(planned.make_missing, wanted=wanted, now=now)
    return {one.slot for one in due}
