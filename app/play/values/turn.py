"""What a request did at a table."""

from typing import NamedTuple

from app.play.values.session import Session
from engine.moves import Move
from engine.position import Position
from engine.record import Do
from engine.rules import Rules


class Turn(NamedTuple):
    """What a request changed."""

    session: Session
    rules: Rules
    before: Position
    after: Position
    legal: list[Move]
    did: Do | None = None
    """What was done; None if the session was only looked at."""
    moves: tuple[Move, ...] = ()
    """The moves made, in order; none for an undo."""
    by: str = ""
    """The name of the guest at the table who did it; empty if its player did."""
