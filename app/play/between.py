"""What features ask of one another, through slots.

Rooms where players wait for one another are asked what a player leaves, moderators decide about results, and something
can be made of a position that somebody studies.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sqlalchemy import Connection

from app.core.slots import Slot
from app.play.service import play
from app.play.values.session import Session, Stale, Turn

if TYPE_CHECKING:
    # Commands know the features too, and need no server.
    from app.web.server import Server

Telling = Callable[["Server"], Awaitable[None]]
"""Tells the others that somebody has left something."""


class Involves(Protocol):
    """A room with things that players are in."""

    noun: str
    """What a player is in, as in “You are in a race”."""
    left: str
    """What a player who goes simply leaves, as in “You leave every race”; empty if nothing."""
    given_up: str
    """Where a player who goes gives up games, as in “games in today’s dailies”; empty if nowhere."""

    def involves(self, connection: Connection, player_id: str, now: int) -> bool:
        """Return whether `leave_next` would find anything."""

    def leave_next(self, connection: Connection, player_id: str, now: int) -> Telling | None:
        """Make a player leave the next thing that they are in; return None if there is nothing left."""


INVOLVES = Slot[Involves]("what players are in")


def give_up(connection: Connection, game: Session, now: int) -> Turn:
    """Give up a game that its player leaves, and return it as it then is."""
    # The player may have made a move meanwhile.
    with suppress(Stale):
        return play.end(connection, game, now)
    return play.standing(game)


class Judged(Protocol):
    """Results of one kind, such as those of dailies."""

    kinds: Collection[str]
    """The kinds of decision about them."""

    def hold(self, connection: Connection, session_id: str) -> None:
        """Hold what follows from a session's result, and then its player, before any other player is held."""

    def put_back(self, connection: Connection, session_id: str, before: str) -> None:
        """Make a session's result what it was before a decision, as the decision has it."""


JUDGED = Slot[Judged]("results about which moderators decide")


class JudgedList(NamedTuple):
    """What the command `rampart results` lists and does about results of one kind."""

    rank: int
    """The results with the lowest rank come first."""
    lines: Callable[[Connection, int], list[str]]
    """Returns what waits for a person to judge at a time, a line each, and how much that is."""
    verbs: Mapping[str, Callable[[Connection, str, int], str]] = {}
    """What can be done to the result of a session: gets its id and the time, and returns what has changed."""


class Making(NamedTuple):
    """Something to make of a position, by a button on the analysis board."""

    words: str
    """What the button says."""
    verb: str
    """Where it posts the position to: the last part of an address below the board's."""
    fits: Callable[[int | None, str], bool]
    """Says whether it can be made, given the number of the deal, if it has one, and the verdict on the position."""


MAKINGS = Slot[Making]("what can be made of a position")
