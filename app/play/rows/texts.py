"""The texts for values in columns that hold text, and the way back. Only rows see these texts."""

from app.core.slots import Slot
from app.play.values.event import Event, LeftOut
from engine.caching import cached
from engine.deals import read_code
from engine.moves import InvalidMove, Move
from engine.record import Do, Status

EVENTS = Slot[type[Event]]("the kinds of events")
deck_of = cached(4096)(read_code)
STATUS = {status.value: status for status in Status}
DO = {do.value: do for do in Do}


def move_text(move: Move | None) -> str | None:
    """Write a move, if there is one."""
    return None if move is None else str(move)


def move_of(text: str | None) -> Move | None:
    """Read what `move_text` wrote; raise `ValueError`."""
    try:
        return None if text is None else Move.read(text)
    except InvalidMove as wrong:
        # The player did not write that.
        raise ValueError("The text is not a move.") from wrong


def event_text(event: Event | None) -> str | None:
    """Write an event: its kind, a blank and the rest, such as `race ABCDEF`."""
    match event:
        case None:
            return None
        case LeftOut(kind, rest):
            return f"{kind} {rest}"
        case _:
            return f"{event.kind} {event.rest}"


def event_of(text: str | None) -> Event | None:
    """Read what `event_text` wrote."""
    if text is None:
        return None
    kind, _, rest = text.partition(" ")
    for event in EVENTS:
        if event.kind == kind:
            return event.read(rest)
    return LeftOut(kind, rest)
