"""Ghosts: finished games to race against. A ghost brings cards home beside a player just when its game did."""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.bounds import CHANGES_OF_GHOSTS
from app.core.cache import Cache
from app.features.races.rows import ghosts
from app.features.races.service import house
from app.people.rows import accounts
from app.play.rows import entries
from app.play.rows import sessions as rows
from app.play.service import replays, sessions
from app.play.service.log import cards_home_along
from app.play.service.secrecy import check_unsealed
from app.play.values.session import LONGEST_PAUSE_MS, Entry, Session


@dataclass(frozen=True, slots=True)
class Ghost:
    """A finished game as an opponent whose cards come home over time."""

    session: Session | None
    """The finished game; None for the house."""
    name: str
    """The name of its player; empty without an account."""
    course: tuple[tuple[int, int], ...]
    """Time played in milliseconds and cards home: at the deal, and after each entry that changed their number."""
    ms: int
    """Time played to the end, in milliseconds."""
    pace_ms: int = 0
    """How many milliseconds the house takes for a move; 0 for a finished game."""

    def home_after(self, ms: int) -> int:
        """Return how many cards are home after this many milliseconds of play."""
        return next(home for at, home in reversed(self.course) if at <= ms)


class _Pace(NamedTuple):
    """The figures of a `Ghost` that follow from a log."""

    changes: tuple[tuple[int, int], ...]
    ms: int


HOUSE = "The house"

_KEPT = Cache[_Pace](CHANGES_OF_GHOSTS, lambda course: len(course.changes))


def race(connection: Connection, session_id: str, player_id: str, now: int) -> Session:
    """Begin a session on the deal of a finished one, to race against it.

    Raises:
        NotFound: there is no such session, or it was not shared.
        Withheld: its deal is still secret.
    """
    finished = replays.watch(connection, session_id, player_id, now).result.session
    check_unsealed(finished)
    fresh = sessions.start(connection, player_id, finished.variant, finished.deal, finished.deck, now)
    ghosts.race_against(connection, fresh.id, finished.id)
    return fresh


def beside(connection: Connection, session_id: str) -> Ghost | None:
    """Return the ghost that a session races against, or None if there is none."""
    if (pace_ms := ghosts.pace_of_house(connection, session_id)) is not None:
        session = rows.find(connection, session_id)
        played = house.course(session, pace_ms) if session else None
        return Ghost(None, HOUSE, *played, pace_ms) if played else None
    other = ghosts.find_rival(connection, session_id)
    session = rows.find(connection, other) if other else None
    return _ghost(connection, session) if session else None


def _ghost(connection: Connection, session: Session) -> Ghost:
    account = accounts.find(connection, session.player_id)
    name = session.id, session.deck, session.seq, session.changed_at
    course = _KEPT.find(name)
    if course is None:
        course = _course(session, entries.all_of(connection, session.id))
        _KEPT.keep(name, course)
    return Ghost(session, account.name if account else "", course.changes, course.ms)


def _course(session: Session, log: list[Entry]) -> _Pace:
    times = [session.started_at, *(entry.at for entry in log)]
    pauses = [min(after - before, LONGEST_PAUSE_MS) for before, after in pairwise(times)]
    dealt = session.variant.rules.foundations_dealt
    course: list[tuple[int, int]] = []
    for home, ms in zip([dealt, *cards_home_along(log, dealt)], accumulate(pauses, initial=0), strict=True):
        if not course or course[-1][1] != home:
            course.append((ms, home))
    return _Pace(tuple(course), sum(pauses))
