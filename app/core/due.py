"""Due work that fails: the server tries again a few times with growing pauses, then sets it aside.

So it does not try broken work for ever, and nothing else waits for it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.core.store.database import StoreUnavailable, TookTooLong

MOST_TRIES = 5
"""More than any passing trouble needs, yet so few that even work which uses up all its time costs little."""
FIRST_PAUSE_MS = 2_000

_log = logging.getLogger("rampart")


@dataclass(frozen=True, slots=True)
class FailedTry:
    """What to store about a failure."""

    before: int
    """How many failures in a row came before this one."""
    again_at: int | None
    """When to try again; None if it is set aside."""


def failure(before: int, now: int) -> FailedTry:
    """Return what to store about a failure at the time `now`.

    >>> [failure(before, 0).again_at for before in range(MOST_TRIES)]
    [2000, 4000, 8000, 16000, None]
    """
    return FailedTry(before, now + (FIRST_PAUSE_MS << before) if before + 1 < MOST_TRIES else None)


async def see_to(
    what: str,
    before: int,
    work: Callable[[], Awaitable[None]],
    keep: Callable[[FailedTry], Awaitable[None]],
    clock: Callable[[], int],
) -> None:
    """Do due work. If it fails, log why and `keep` what follows; `what` names its kind in the log.

    Work that takes too long fails like any other. If that is because the database is slow, storing the failure may fail
    as well.

    Raises:
        StoreUnavailable: the database is unavailable, which does not count as a failure of the work.
    """
    try:
        await work()
    except Exception as error:
        if isinstance(error, StoreUnavailable) and not isinstance(error, TookTooLong):
            raise
        failed = failure(before, clock())
        follows = "is set aside" if failed.again_at is None else "will be tried again"
        _log.exception("%s has failed %d of %d times and %s.", what, before + 1, MOST_TRIES, follows)
        await keep(failed)
