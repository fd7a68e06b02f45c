"""Tables to go to, as the front page shows them."""

from dataclasses import dataclass

from markupsafe import Markup

from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Tile:
    """A table to go to: its picture, its name and the words below."""

    address: str
    game: Game
    options: str
    picture: Markup
    state: str
    more: str
    score: str = ""
    """What players who don't hide scores read instead of the state; empty if there is no figure."""
