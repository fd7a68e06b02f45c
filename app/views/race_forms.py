"""The page for making or finding a race."""

from dataclasses import dataclass

from app.model.race import BEST_OF
from app.views.summary import choice_label
from app.views.words import number, sentence
from engine.games import GAMES
from engine.rules import Variant

LIMITS = (0, 5, 10, 20, 60)
"""Minutes that are offered; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One of several radio buttons."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RacesPage:
    """What races.html shows."""

    games: tuple[FormChoice, ...]
    best_of: tuple[FormChoice, ...]
    limits: tuple[FormChoice, ...]
    refused: str
    """Why the form came back; empty at first."""
    name: str


def races_page(refused: str = "", name: str = "", game: str = "") -> RacesPage:
    """Show the forms, with the refusal if there was one."""
    return RacesPage(
        games=tuple(
            FormChoice(choice := f"{each.game.slug}?{each.text}", _game_words(each), choice == game or not (game or at))
            for at, each in enumerate(variant for patience in GAMES.values() for variant in patience.variants({}))
        ),
        best_of=tuple(
            FormChoice(str(count), "one heat" if count == 1 else f"best of {number(count)}", count == 1)
            for count in BEST_OF
        ),
        limits=tuple(
            FormChoice(str(minutes), f"{minutes} minutes" if minutes else "none", minutes == 0) for minutes in LIMITS
        ),
        refused=refused,
        name=name,
    )


def _game_words(variant: Variant) -> str:
    game = variant.game
    labels = [choice_label(option, variant.options[option.name]).lower() for option in game.options]
    return sentence(", ".join([game.name, *labels]))
