"""A deal's page, and the page on which a deal is typed in."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.views.preview import PreviewBoard, preview
from app.views.summary import choice_label
from engine.boards import board_text
from engine.cards import spell
from engine.deals import LAST_DEAL, Deck
from engine.position import deal
from engine.rules import Game, Option

LONGEST_TEXT = 4000
"""Characters of a typed deal that are given back to be mended."""

_HIDDEN = (
    "Face-down cards are not sent to your browser. The number, however, tells them to anybody who deals it elsewhere."
)
_HIDDEN_BY_HAND = (
    "Face-down cards are not shown on the table, but whoever made the deal knows them, and its link spells them."
)
# A pack for the examples that is nobody's deal: every seventeenth card.
_EXAMPLE: Deck = tuple((17 * place + 5) % 52 for place in range(52))


@dataclass(frozen=True, slots=True)
class PlayButton:
    """One way to begin."""

    label: str
    name: str
    """The option that the button settles; empty if none is open."""
    value: str
    faint: bool


@dataclass(frozen=True, slots=True)
class Variant:
    """The same deal under one value of an option."""

    label: str
    query: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class DealPage:
    """What deal.html shows."""

    slug: str
    name: str
    deal_words: str
    board: PreviewBoard
    question: str
    plays: tuple[PlayButton, ...]
    variants: tuple[Variant, ...]
    secrets_words: str
    next_number: str | None


@dataclass(frozen=True, slots=True)
class CustomPage:
    """What custom.html shows."""

    slug: str
    name: str
    text: str
    error: str | None
    rest_words: str
    board_words: str
    deck_example: str
    board_example: str
    secrets_words: str


def deal_link(game: Game, deal: str, options: Mapping[str, str]) -> str:
    """Give the link to a deal, by number or `custom/` and code; options that have their usual value are left out."""
    said = {
        option.name: options[option.name]
        for option in game.options
        if options.get(option.name, option.default) != option.default
    }
    return f"/{game.slug}/{deal}" + (f"?{urlencode(said)}" if said else "")


def deal_page(game: Game, given: Mapping[str, str], number: int | None, deck: Deck) -> DealPage:
    """Show a deal of a game with the options given in its link; `number` is None of a hand-made one.

    Raises:
        InvalidOption: an option has a value that the game does not know.
    """
    asked = next((option for option in game.options if option.default is None), None)
    unsettled = {} if asked is None or asked.name in given else {asked.name: next(iter(asked.values))}
    options = game.settle({**unsettled, **given})
    rules = game.rules_with(options)
    secrets = "" if not rules.face_down_rows else _HIDDEN if number is not None else _HIDDEN_BY_HAND
    return DealPage(
        slug=game.slug,
        name=game.name,
        deal_words="hand-made deal" if number is None else f"deal {number}",
        board=preview(game, rules, deal(rules, deck)),
        question="Look at the deal, then choose how the foundations count. It holds for the whole game.",
        plays=_plays(asked, given),
        variants=tuple(
            variant for option in game.options if option is not asked for variant in _variants(option, options)
        ),
        secrets_words=secrets,
        next_number=str(number + 1) if number is not None and number < LAST_DEAL else None,
    )


def custom_page(game: Game, text: str = "", error: str | None = None) -> CustomPage:
    """Show the page on which a deal is typed in; with the text that was refused, and why."""
    rules = game.rules
    deck = spell(_EXAMPLE).split()
    across = len(rules.columns)
    rows = [" ".join(deck[at : at + across]) for at in range(0, len(deck), across)]
    rest = "the reserve" if rules.reserve else "the foundations" if rules.foundations_dealt else ""
    return CustomPage(
        slug=game.slug,
        name=game.name,
        text=text[:LONGEST_TEXT],
        error=error,
        rest_words=f", and at last {rest}" if rest else "",
        board_words=", face-down cards in angle brackets or not" if rules.face_down_rows else "",
        deck_example="\n".join(rows),
        board_example=board_text(rules, deal(rules, _EXAMPLE)),
        secrets_words=_HIDDEN_BY_HAND if rules.face_down_rows else "",
    )


def _plays(asked: Option | None, given: Mapping[str, str]) -> tuple[PlayButton, ...]:
    if asked is None:
        return (PlayButton("Play", "", "", faint=False),)
    wanted = given.get(asked.name)
    return tuple(
        PlayButton(f"Play {asked.name} {value}", asked.name, value, faint=wanted not in {None, value})
        for value in asked.values
    )


def _variants(option: Option, options: Mapping[str, str]) -> list[Variant]:
    return [
        Variant(choice_label(option, value), urlencode({**options, option.name: value}), options[option.name] == value)
        for value in option.values
    ]
