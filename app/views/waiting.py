"""The page on which a player waits for a deal that can be won."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.services.stock import Stands
from engine.rules import Game

_READY = "Your deal is ready."
_LOOKING = "No {deals} deal is ready. A solver is looking for one now, and you get it as soon as it is found."
_NOT_LOOKING = "No {deals} deal is ready, and the solver has stopped looking for one."
_NO_SOLVER = "No {deals} deal is ready, and this server runs no solver that could look for one."


class Shown(StrEnum):
    """What the page offers first."""

    READY = "ready"
    LOOKING = "looking"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """What wait.html shows."""

    slug: str
    name: str
    shown: Shown
    words: str
    asked: tuple[tuple[str, str], ...]
    """The fields for asking again, apart from the kind of deal."""
    deals: str
    """The kind of deal that the player wants."""
    again: str
    """The words of the button for asking again; empty if that is no use."""


def waiting_page(game: Game, asked: Mapping[str, str], stands: Stands, solvers: int) -> WaitingPage:
    """Show how the search for a deal stands, on a server with so many solvers."""
    deals = asked.get("deals", "winnable")
    shown, words, again = Shown.NOTHING, _NOT_LOOKING, "Look again"
    if stands is Stands.READY:
        shown, words, again = Shown.READY, _READY, "Play"
    elif not solvers:
        shown, words, again = Shown.NOTHING, _NO_SOLVER, ""
    elif stands is Stands.LOOKING:
        shown, words, again = Shown.LOOKING, _LOOKING, ""
    return WaitingPage(
        slug=game.slug,
        name=game.name,
        shown=shown,
        words=words.format(deals=deals),
        asked=tuple((option.name, asked[option.name]) for option in game.options if option.name in asked),
        deals=deals,
        again=again,
    )
