"""What players are in while others wait for them, such as races, and how they leave it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection

from app.core.slots import Slot
from app.play.service import play
from app.play.values.session import Session, Stale
from app.play.values.turn import Turn

if TYPE_CHECKING:
    # Commands know the features too, and need no server.
    from app.web.server import Server

Telling = Callable[["Server"], Awaitable[None]]
"""Tells the others that somebody has left something."""


class Involves(Protocol):
    """A room with things that players are in."""

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
