"""What follows a turn once it is stored: everybody whom it concerns hears of it."""

from typing import TYPE_CHECKING, Protocol

from app.core.slots import Slot
from app.play.news import tell_of_turn
from app.play.values.turn import Turn

if TYPE_CHECKING:
    from app.web.server import Server


class AfterTurn(Protocol):
    """What a feature does after a turn in any session. Nothing waits for the database here."""

    def __call__(self, serving: "Server", turn: Turn) -> None:
        """Take note of a turn that is stored."""


AFTER_TURN: Slot[AfterTurn] = Slot("what follows a turn")


async def after_turn(serving: "Server", turn: Turn) -> None:
    """Tell of a turn that is stored, and let the features take note of it."""
    await tell_of_turn(serving.live, turn)
    for take_note in AFTER_TURN:
        take_note(serving, turn)
