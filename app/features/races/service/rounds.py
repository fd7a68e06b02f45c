"""One round of a referee: which races are due, and which of them only have to keep waiting."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.due import FailedTry
from app.features.races.rows import races
from app.features.races.rows.races import DueRace
from app.features.races.values import race
from app.features.races.values.race import REST_MS
from app.play.rows import stock
from app.play.values.shelf import Shelf

A_PAGE = 20
"""How many races one piece of work looks at."""


@dataclass(frozen=True, slots=True)
class DueRaces:
    """The races that are due first."""

    due: tuple[DueRace, ...]
    """Races to settle one by one."""
    waiting: tuple[tuple[DueRace, int], ...]
    """Races that want a deal when none is ready, each with the time at which to look again."""
    next_at: int | None
    """When the next race is due; None if that is not known."""


def page(connection: Connection, now: int) -> DueRaces:
    """Return the races that are due first."""
    horizon = now + REST_MS
    first = races.first_due(connection, horizon, A_PAGE)
    due = [one for one in first if not now < one.due_at <= horizon]
    seeking = any(one.seeking_since is not None for one in due)
    ready = Counter(stock.counts_for_races(connection)) if seeking else Counter[Shelf]()
    looks = [(one, _next_look(one, ready, now)) for one in due]
    return DueRaces(
        due=tuple(one for one, again in looks if again is None),
        waiting=tuple((one, again) for one, again in looks if again is not None),
        next_at=min((one.due_at for one in first if now < one.due_at <= horizon), default=None),
    )


def keep_failure(connection: Connection, code: str, failed: FailedTry, now: int) -> None:
    """Store a failure to settle a race; after the last failure, set the race aside."""
    if failed.again_at is None:
        races.set_aside(connection, code, now)
    else:
        races.store_failure(connection, code, failed.before, failed.again_at)


def _next_look(one: DueRace, ready: Counter[Shelf], now: int) -> int | None:
    """Return when a race that can only wait looks again; None for a race to settle."""
    if one.seeking_since is None or one.failures:
        return None
    if ready[one.shelf] > 0:
        ready[one.shelf] -= 1
        return None
    # Once a minute the referee settles it like any other, which removes racers who are away for too long.
    again = race.next_look(one.seeking_since, now)
    minute, minute_again = ((at - one.seeking_since) // REST_MS for at in (one.due_at, again))
    return again if minute == minute_again else None
