"""A game's own page."""

from dataclasses import dataclass

from app.views.chances import ChanceLine, chances, source
from app.views.layout_picture import LayoutPicture, layout_picture
from app.views.summary import Choice, OptionField, Row, layout_words, option_fields, summary
from engine.measured import bands_known
from engine.rules import Game

_WINNABLE = Choice("winnable", "One that can be won")
_BANDS = (
    Choice("gentle", "One that can be won: gentle"),
    Choice("steady", "One that can be won: steady"),
    Choice("stern", "One that can be won: stern"),
)
_ANY = Choice("any", "Any deal, winnable or not")


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
    bands: bool
    """Whether these tell how hard a deal is."""
    chances: tuple[ChanceLine, ...]
    chance_source: str
    number: str
    """The requested deal number; empty at first."""
    error: str | None
    """Why that number names no deal."""


def game_page(game: Game, number: str = "", error: str | None = None) -> GamePage:
    """Show a game; with the number that was refused, and why."""
    bands = bands_known(game)
    return GamePage(
        slug=game.slug,
        name=game.name,
        character=game.character,
        picture=layout_picture(game.rules),
        layout_words=layout_words(game.rules),
        summary=summary(game),
        rules_template=f"rules/{game.slug}.html",
        options=option_fields(game, {}),
        kinds=OptionField("deals", "The deal", (_WINNABLE, *(_BANDS if bands else ()), _ANY), _WINNABLE.value),
        bands=bands,
        chosen_at_table=any(option.default is None for option in game.options),
        chances=chances(game),
        chance_source=source(game),
        number=number[:24],
        error=error,
    )
