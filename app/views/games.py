"""A game's own page."""

from dataclasses import dataclass

from app.views.chances import CHANCES, Chance
from app.views.layout_picture import LayoutPicture, layout_picture
from app.views.summary import Choice, OptionField, Row, layout_words, option_fields, summary
from engine.rules import Game

_KINDS = OptionField(
    name="deals",
    legend="The deal",
    choices=(
        Choice("winnable", "One that can be won"),
        Choice("gentle", "One that can be won: gentle"),
        Choice("steady", "One that can be won: steady"),
        Choice("stern", "One that can be won: stern"),
        Choice("any", "Any deal, winnable or not"),
    ),
    chosen="winnable",
)
_NEVER_MEASURED = "We have not measured how many deals of this game can be won."


@dataclass(frozen=True, slots=True)
class GamePage:
    """What game.html shows."""

    slug: str
    name: str
    character: str
    picture: LayoutPicture
    layout_words: str
    summary: tuple[Row, ...]
    rules_template: str
    options: tuple[OptionField, ...]
    kinds: OptionField
    """Which kinds of deals can be asked for."""
    chosen_at_table: bool
    """Whether an option is chosen with the deal in view."""
    chances: tuple[Chance, ...]
    chance_source: str
    number: str
    """The deal number that was asked for; empty at first."""
    error: str | None
    """Why that number names no deal."""


def game_page(game: Game, number: str = "", error: str | None = None) -> GamePage:
    """Show a game; with the number that was refused, and why."""
    known = CHANCES.get(game.slug)
    return GamePage(
        slug=game.slug,
        name=game.name,
        character=game.character,
        picture=layout_picture(game.rules),
        layout_words=layout_words(game.rules),
        summary=summary(game),
        rules_template=f"rules/{game.slug}.html",
        options=option_fields(game, {}),
        kinds=_KINDS,
        chosen_at_table=any(option.default is None for option in game.options),
        chances=known.figures if known else (),
        chance_source=known.source if known else _NEVER_MEASURED,
        number=number[:24],
        error=error,
    )
