"""For whom a request does its transactions, and a line in which those who ask take turns.

The guard sets `ASKER` for each request, and desks take it along to their threads. Transactions of the server itself,
and of visitors from this machine, are for `NOBODY`.
"""

from collections import deque
from collections.abc import Callable, Sized
from contextvars import ContextVar
from dataclasses import dataclass
from queue import Empty
from threading import Condition
from typing import Generic, Protocol, TypeVar

from app.core.bounds import STUDIES_OF_A_PLAYER, STUDIES_OF_AN_ADDRESS
from app.core.refusals import TooMany

W = TypeVar("W", bound=Sized)


@dataclass(frozen=True, slots=True)
class Asker:
    """The address and the player of a request."""

    address: str
    """The network that the request comes from, as the limits count it; empty for this machine."""
    player: str
    """The player's id; empty for somebody without a cookie."""
    key: bytes
    """The server's secret."""
    spend: Callable[[float], None] | None
    """Charges the player and the address with seconds of processor time; None where nobody is charged."""


NOBODY = Asker("", "", b"", None)

ASKER: ContextVar[Asker] = ContextVar("asker", default=NOBODY)


class HasAsker(Protocol):
    """What somebody has asked for."""

    @property
    def asker(self) -> Asker:
        """For whom it is."""


A = TypeVar("A", bound=HasAsker)


class FairLine(Generic[A]):
    """A queue in which addresses take turns, and the players of an address among themselves; None ends it.

    A few transactions of each may wait. If the line is full, a newcomer displaces the last one of the address with the
    most.
    """

    def __init__(self, most_waiting: int, turn_away: Callable[[A], None]) -> None:
        """Prepare a line that calls `turn_away` with a transaction for which there is no place."""
        self._most_waiting = most_waiting
        self._turn_away = turn_away
        self._turns: dict[str, dict[str, deque[A]]] = {}
        """What waits, by address and by player; the first of each have the next turn."""
        self._size = self._ends = 0
        self._changed = Condition()

    def put(self, one: A | None) -> None:
        """Add a transaction, or with None one end for a thread, which comes when nothing waits any longer.

        Raises:
            TooMany: this address or this player has enough waiting here.
        """
        with self._changed:
            if one is None:
                self._ends += 1
            else:
                self._enter(one)
            self._changed.notify()

    def get(self) -> A | None:
        """Wait for the next transaction and take it."""
        with self._changed:
            self._changed.wait_for(lambda: self._size or self._ends)
            return self._next()

    def get_nowait(self) -> A | None:
        """Take the next transaction; raise `Empty` if nothing waits."""
        with self._changed:
            if not (self._size or self._ends):
                raise Empty
            return self._next()

    def empty(self) -> bool:
        """Return whether no transaction waits."""
        return not self._size

    def qsize(self) -> int:
        """Count the transactions that wait."""
        return self._size

    def _enter(self, one: A) -> None:
        address, player = one.asker.address, one.asker.player
        here = self._turns.get(address, {})
        # Those without a cookie are not one player.
        many = player and len(here.get(player, ())) >= STUDIES_OF_A_PLAYER
        if address and (many or _length(here) >= STUDIES_OF_AN_ADDRESS):
            raise TooMany("You are waiting for several pages already; please wait a moment.", 1)
        if self._size >= self._most_waiting:
            fullest = max(self._turns.values(), key=_length)
            if _length(fullest) <= _length(here) + 1:
                self._turn_away(one)
                return
            last = max(fullest, key=lambda each: len(fullest[each]))
            self._turn_away(fullest[last].pop())
            self._size -= 1
            if not fullest[last]:
                del fullest[last]
        self._turns.setdefault(address, {}).setdefault(player, deque()).append(one)
        self._size += 1

    def _next(self) -> A | None:
        if not self._size:
            self._ends -= 1
            return None
        self._size -= 1
        return _turn(self._turns, lambda players: _turn(players, deque.popleft))


def _turn(waiting: dict[str, W], take: Callable[[W], A]) -> A:
    """Let the first one have a turn, and go to the end if it has more waiting."""
    name, theirs = next(iter(waiting.items()))
    taken = take(theirs)
    del waiting[name]
    if theirs:
        waiting[name] = theirs
    return taken


def _length(players: dict[str, deque[A]]) -> int:
    return sum(map(len, players.values()))
