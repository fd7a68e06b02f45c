"""Writes the games of a month, for `rampart data` and for a server that publishes them."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from random import SystemRandom

from app.core.clock import due_ms, now_ms
from app.core.live.beside import beside
from app.core.store.database import Database, P, StoreUnavailable, T, Transaction
from app.core.store.ids import new_id
from app.features.open_data import service as open_data
from app.features.open_data.data_files import FileDigest, Spool, Unfinished
from app.features.open_data.service import A_BATCH, LEASE_MS, Place, Pseudonyms
from app.features.open_data.values import Month, MonthFile
from engine.record import Status

EVERY_SECONDS = 3600.0
REST = 3.0
"""A publishing server rests this many times as long as it works, so that it holds up nobody's move."""
MOST_PRESSINGS = 3
"""How many times at most to press a file, because players ask to be left out while it is being made."""
_SLACK_MS = 3_600_000
"""The clocks of several servers may differ by this much."""
_MOST_TRIES, _AGAIN_SECONDS = 20, 5.0
_SHUFFLE = SystemRandom().shuffle

_log = logging.getLogger("rampart")


@asynccontextmanager
async def write_month(
    database: Database, month: Month, target: Path, rest: float
) -> AsyncIterator[tuple[Unfinished, FileDigest]]:
    """Write the games of a month into a temporary file next to `target`, which is deleted at the end.

    The key that makes the players' pseudonyms stays in the memory of this process, and is forgotten at the end.

    Raises:
        OSError: the folder is not writable, or the disk is full.
        StoreUnavailable: the database has been unreadable for minutes.
    """
    began, names = now_ms(), Pseudonyms(secrets.token_bytes(32))
    with Unfinished.beside(target) as kept, Unfinished.beside(target) as made:
        spool = kept.spool()
        for status in (Status.WON, Status.GIVEN_UP):
            await _spool(database, month, status, names, spool, rest)
        await asyncio.to_thread(spool.end)
        yield made, await _press(database, names, spool, made, began - _SLACK_MS)


def publishing(database: Database, folder: Path | None) -> AbstractAsyncContextManager[None]:
    """Publish the games of each month in a folder. Without a folder, note that this server publishes no games."""
    return beside(partial(_publish_all, database, folder) if folder else partial(_stop, database))


async def publish(database: Database, folder: Path, month: Month, maker: str) -> MonthFile | None:
    """Make the file of a month that `maker` has claimed. Return None if another maker has taken over meanwhile."""
    _clear(folder, month)
    async with (
        beside(partial(_stay, database, month, maker)),
        write_month(database, month, folder / f"rampart-{month}.ndjson.zst", REST) as (made, contents),
    ):
        # The digest in the name gives every file an address of its own, which never leads to another file.
        target = folder / f"rampart-{month}-{contents.digest[:12]}.ndjson.zst"
        file = MonthFile(month, target.name, contents.games, contents.size, contents.digest, now_ms())
        made.put(target)
        if await database.write(open_data.finish, made=file, maker=maker):
            return file
        target.unlink(missing_ok=True)
        return None


async def _spool(
    database: Database, month: Month, status: Status, names: Pseudonyms, spool: Spool, rest: float
) -> None:
    place: Place | None = None
    while page := await _study(database, open_data.page, month=month, status=status, place=place):
        place, ids = page[-1], [session_id for _, session_id in page]
        # The order of ending would reveal to the minute when each game ended.
        _SHUFFLE(ids)
        for first in range(0, len(ids), A_BATCH):
            began = time.perf_counter()
            batch = ids[first : first + A_BATCH]
            games = await _study(database, open_data.games, month=month, session_ids=batch, names=names, now=now_ms())
            await asyncio.to_thread(spool.add, games)
            await asyncio.sleep((time.perf_counter() - began) * rest)


async def _press(database: Database, names: Pseudonyms, spool: Spool, made: Unfinished, since: int) -> FileDigest:
    asked = partial(open_data.list_kept_out_since, time=since, names=names)
    without = await _study(database, asked)
    for _ in range(MOST_PRESSINGS):
        contents = await asyncio.to_thread(made.press, spool, without)
        now_without = await _study(database, asked)
        if now_without <= without:
            break
        without |= now_without
    return contents


async def _study(database: Database, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Read from the database. While it is busy or unreachable, wait and try again."""
    for _ in range(_MOST_TRIES):
        try:
            return await database.study(transaction, *args, **kwargs)
        except StoreUnavailable:
            await asyncio.sleep(_AGAIN_SECONDS)
    return await database.study(transaction, *args, **kwargs)


async def _publish_all(database: Database, folder: Path) -> None:
    maker = new_id(now_ms())
    while True:
        try:
            month = await database.write(lambda connection: open_data.due(connection, maker, due_ms()))
            if month:
                await publish(database, folder, month, maker)
                continue
        except StoreUnavailable as error:
            _log.warning("The open data is waiting for the database: %s", error)
        except Exception:
            _log.exception("The open data of a month could not be written; the server will try again.")
        await asyncio.sleep(EVERY_SECONDS)


async def _stop(database: Database) -> None:
    try:
        if await database.read(open_data.is_publishing):
            await database.write(open_data.stop_publishing)
    except StoreUnavailable as error:
        _log.warning("Could not record that no games are published: %s", error)


async def _stay(database: Database, month: Month, maker: str) -> None:
    """Keep noting that the maker of a file is alive, so that no other server makes the file."""
    while True:
        await asyncio.sleep(LEASE_MS / 1000 / 10)
        try:
            await database.write(open_data.hold, month=month, maker=maker, now=now_ms())
        except StoreUnavailable:
            continue


def _clear(folder: Path, month: Month) -> None:
    """Delete the files that makers of a month's file have left behind when they died."""
    left = re.compile(rf"\.rampart-{month}\.ndjson\.zst\..+|rampart-{month}-[0-9a-f]{{12}}\.ndjson\.zst", re.ASCII)
    for file in folder.iterdir():
        if left.fullmatch(file.name):
            file.unlink(missing_ok=True)
