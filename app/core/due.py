"""Due work: one loop does what falls due, whatever kind it is.

If something fails, the server tries again a few times with growing pauses, then sets it aside. So it does not try
broken work for ever, and nothing else waits for it.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from app.core.clock import now_ms
from app.core.live.calm import Calm
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


class CanFail(Protocol):
    """Something due, with how often it has failed in a row."""

    @property
    def failures(self) -> int:
        """How often it has failed in a row."""


T = TypeVar("T", bound=CanFail)


class First(NamedTuple, Generic[T]):
    """What is due first."""

    due: Sequence[T]
    wait: float | None = None
    """After how many seconds to look again; None if nothing is known to come."""


class Due(Protocol[T]):
    """Work of one kind that falls due. The database holds what is due, and how often it has failed."""

    name: str
    """Names one of it at the beginning of a sentence."""
    waiting: str
    """What the log says, with `%s` for the error, while the database is unavailable."""
    failing: str
    """What the log says when looking for due work fails."""
    pause_seconds: float
    """The longest pause between two looks while somebody is here, as another process may bring work at any time."""
    longest_seconds: float
    """The longest one while nobody is here."""

    async def first(self) -> First[T]:
        """Return what is due first."""

    async def settle(self, one: T) -> None:
        """Do what is due, or nothing if another process has done it."""

    async def failed(self, one: T, failed: FailedTry) -> None:
        """Store that this has failed."""


async def keep(due: Due[T], calm: Calm) -> None:
    """Do what falls due until cancelled. Several processes may do so: the first to claim due work does it."""
    while True:
        try:
            pause = await _round(due)
        except StoreUnavailable as error:
            _log.warning(due.waiting, error)
            pause = due.pause_seconds
        except Exception:
            _log.exception(due.failing)
            pause = due.pause_seconds
        await calm.sleep(min(pause, due.pause_seconds), pause)


async def _round(due: Due[T]) -> float:
    """See to what is due first. Return the seconds until the next look while nobody is here."""
    first = await due.first()
    unavailable: StoreUnavailable | None = None
    for one in first.due:
        try:
            await _see_to(due, one)
        except StoreUnavailable as error:
            # The next one may have better luck.
            unavailable = error
    if unavailable:
        raise unavailable
    return due.longest_seconds if first.wait is None else min(first.wait, due.longest_seconds)


async def _see_to(due: Due[T], one: T) -> None:
    """Do due work. If it fails, log why and store what follows.

    Work that takes too long fails like any other. If that is because the database is slow, storing the failure may fail
    as well.

    Raises:
        StoreUnavailable: the database is unavailable, which does not count as a failure of the work.
    """
    try:
        await due.settle(one)
    except Exception as error:
        if isinstance(error, StoreUnavailable) and not isinstance(error, TookTooLong):
            raise
        failed = failure(one.failures, now_ms())
        follows = "is set aside" if failed.again_at is None else "will be tried again"
        _log.exception("%s has failed %d of %d times and %s.", due.name, one.failures + 1, MOST_TRIES, follows)
        await due.failed(one, failed)


LONGEST_PAGE_SECONDS = 0.03
"""How long one page may keep others from writing."""
LARGEST_PAGE = 50


class Pace:
    """Sets the size of a page: as large as it can be without taking too long."""

    def __init__(self) -> None:
        self.size = LARGEST_PAGE // 2

    def took(self, seconds: float) -> None:
        """Fit the size to how long a page of the present size took."""
        fitting = self.size * LONGEST_PAGE_SECONDS / max(seconds, LONGEST_PAGE_SECONDS / 2)
        self.size = max(1, min(LARGEST_PAGE, int(fitting)))
