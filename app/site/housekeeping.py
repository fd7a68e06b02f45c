"""What a server does from time to time by itself."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Protocol

from sqlalchemy import Connection

from app.core.clock import due_ms, now_ms
from app.core.live.beside import beside
from app.core.store.database import Database, StoreUnavailable, TookTooLong
from app.play import feature
from app.play.service import questions
from app.site.features import FEATURES
from app.site.service import operating

EVERY_SECONDS = 20.0
"""How long to wait for a database that is unavailable."""
BETWEEN_PAGES_SECONDS = 0.2
DAY_SECONDS = 24 * 3600
UPGRADE_SECONDS = 3600
"""How long two versions may run side by side."""
MOST_ANSWERS = 500_000
"""How many answers of solvers to keep: about half a gibibyte."""

_log = logging.getLogger("rampart")


class PageHandler(Protocol):
    """Handles the page that follows a place. Returns the place from which to continue, or None at the end."""

    def __call__(self, connection: Connection, *, after: str) -> str | None: ...


def housekeeping(database: Database, guest_days: int | None) -> AbstractAsyncContextManager[None]:
    """Once a day delete what nobody needs, make months, pack old logs and do what features have done once a day.

    It deletes solvers' answers that nobody asks for and, if `guest_days` is set, games that guests abandoned so many
    days ago. It forgets where players came from.
    """
    walks: list[PageHandler] = [_answers, _months, _people]
    walks += (partial(_of_feature, walk) for each in FEATURES for walk in each.walks)
    if guest_days:
        walks.append(partial(_forget_abandoned, guest_days=guest_days))
    walking = (partial(_walk_once_a_day, database, walk) for walk in walks)
    return beside(*walking, partial(_pack, database))


async def _walk_once_a_day(database: Database, walk: PageHandler) -> None:
    """Take a walk once a day, page by page. After a page that fails or takes too long, wait for the next day."""
    while True:
        after: str | None = ""
        while after is not None:
            pause = BETWEEN_PAGES_SECONDS
            try:
                after = await database.write(walk, after=after)
            except TookTooLong:
                # The watcher of the database has logged this.
                break
            except StoreUnavailable:
                pause = EVERY_SECONDS
            except Exception:
                _log.exception("Work that is done once a day failed.")
                break
            await asyncio.sleep(pause)
        await asyncio.sleep(DAY_SECONDS)


async def _pack(database: Database) -> None:
    """Pack old logs once a day, but not during an upgrade: servers of the old version may be unable to read them."""
    await asyncio.sleep(UPGRADE_SECONDS)
    await _walk_once_a_day(database, _old_logs)


def _answers(connection: Connection, *, after: str) -> str | None:
    return after if questions.forget_unused(connection, MOST_ANSWERS) else None


def _months(connection: Connection, *, after: str) -> str | None:
    return operating.keep_up_with_months(connection, after, due_ms())


def _people(connection: Connection, *, after: str) -> str | None:
    return after if operating.forget_people(connection, now_ms()) else None


def _of_feature(walk: feature.Walk, connection: Connection, *, after: str) -> str | None:
    return walk(connection, after, due_ms())


def _forget_abandoned(connection: Connection, *, after: str, guest_days: int) -> str | None:
    return operating.forget_abandoned(connection, guest_days, after, due_ms())


def _old_logs(connection: Connection, *, after: str) -> str | None:
    return operating.pack_logs(connection, after, now_ms())
