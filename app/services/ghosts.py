"""Ghosts: finished games raced again. A ghost comes on beside a player as the game did, in the time it took."""

from dataclasses import dataclass
from itertools import accumulate, pairwise

from sqlalchemy import Connection

from app.services import replays, sessions
from app.services.play import LONGEST_PAUSE_MS
from app.services.review import stops_of
from app.services.rulebook import read_options, rules_of
from app.services.secrecy import check_unsealed
from app.store import accounts, entries, ghosts
from app.store import sessions as store
from app.store.sessions import Session
from engine.deals import read_code
from engine.games import find
from engine.position import layout


@dataclass(frozen=True, slots=True)
class Ghost:
    """A finished game as something that moves."""

    session: Session
    name: str
    """Its player's; empty without an account."""
    course: tuple[tuple[int, int], ...]
    """Time played in milliseconds and cards home: at the deal, and after each move that changed how many."""
    ms: int
    """Time played to the end."""

    def home_after(self, ms: int) -> int:
        """Say how many cards are home after so long a time of play."""
        return next(home for at, home in reversed(self.course) if at <= ms)


def race(connection: Connection, session_id: str, player_id: str, now: int) -> Session:
    """Begin a session on the deal of a finished one, raced against it.

    Raises:
        NotFound: there is none, or it was not shared.
        Withheld: its deal is still secret.
    """
    finished = replays.watch(connection, session_id, player_id).result.session
    check_unsealed(finished)
    deal = int(finished.deal) if finished.deal else None
    game, options = find(finished.game), read_options(finished.options)
    fresh = sessions.start(connection, player_id, game, options, deal, read_code(finished.deck), now)
    ghosts.add(connection, fresh.id, finished.id)
    return fresh


def beside(connection: Connection, session_id: str) -> Ghost | None:
    """Give the ghost that a session is raced against, None where there is none."""
    other = ghosts.find(connection, session_id)
    session = store.find(connection, other) if other else None
    return _ghost(connection, session) if session else None


def _ghost(connection: Connection, session: Session) -> Ghost:
    account = accounts.find(connection, session.player_id)
    foundations = layout(rules_of(session.game, session.options)).foundations
    times = [session.started_at, *(entry.at for entry in entries.all_of(connection, session.id))]
    pauses = [min(after - before, LONGEST_PAUSE_MS) for before, after in pairwise(times)]
    course: list[tuple[int, int]] = []
    for stop, ms in zip(stops_of(connection, session), accumulate(pauses, initial=0), strict=False):
        home = sum(len(stop.position.piles[at]) for at in foundations)
        if not course or course[-1][1] != home:
            course.append((ms, home))
    return Ghost(session, account.name if account else "", tuple(course), sum(pauses))
