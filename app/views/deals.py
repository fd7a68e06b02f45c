"""A deal's page, and the page on which a deal is typed in."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.model.session import Session
from app.services.proof import Proof
from app.views.preview import PreviewBoard, preview
from app.views.proof import proof_words
from app.views.sharing import Preview, SharedLine, deal_preview, shared_lines
from app.views.summary import choice_label
from engine.boards import board_text
from engine.cards import spell
from engine.deals import LAST_DEAL, Deck
from engine.position import deal
from engine.rules import Game, Option, Variant

LONGEST_TEXT = 4000
"""The most characters of a typed deal that come back for correction."""

_HIDDEN = (
    "The server does not send face-down cards to your browser. "
    "But anybody who deals the same number elsewhere can see them."
)
_HIDDEN_BY_HAND = (
    "The table does not show face-down cards. But the person who made the deal knows them, and its link spells them."
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
class OtherVariant:
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
    proof: str
    """How we know that the deal is winnable; empty if we don't."""
    board: PreviewBoard
    question: str
    plays: tuple[PlayButton, ...]
    variants: tuple[OtherVariant, ...]
    secrets_words: str
    next_link: str | None
    """The link to the next number under the same options."""
    preview: Preview
    shared: tuple[SharedLine, ...]
    """The shared games on this deal, the best first."""


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


def deal_link(game: Game, deal: int | str, options: Mapping[str, str]) -> str:
    """Return the link to a deal, by number or `custom/` and code; options that have their usual value are left out."""
    said = {
        option.name: options[option.name]
        for option in game.options
        if options.get(option.name, option.default) != option.default
    }
    return f"/{game.slug}/{deal}" + (f"?{urlencode(said)}" if said else "")


def variant_to_show(game: Game, given: Mapping[str, str]) -> Variant:
    """Return the variant of a deal that is only looked at; what every playing chooses for itself makes no difference.

    Raises:
        InvalidOption: an option has a value that the game does not know.
    """
    asked = _asked(game)
    unsettled = {asked.name: next(iter(asked.values))} if asked else {}
    return game.settle({**unsettled, **given})


def deal_page(
    game: Game,
    given: Mapping[str, str],
    number: int | None,
    deck: Deck,
    shared: list[tuple[Session, str | None]],
    proof: Proof | None,
    origin: str,
) -> DealPage:
    """Show a deal of a game with the options given in its link; `number` is None of a hand-made one.

    `shared` are the shared games on it with their players' names; `proof` is how it is proved winnable, `origin` the
    address of this server.

    Raises:
        InvalidOption: an option has a value that the game does not know.
    """
    asked, shown = _asked(game), variant_to_show(game, given)
    rules = shown.rules
    secrets = "" if not rules.face_down_rows else _HIDDEN if number is not None else _HIDDEN_BY_HAND
    return DealPage(
        slug=game.slug,
        name=game.name,
        deal_words="hand-made deal" if number is None else f"deal {number}",
        proof=proof_words(game, proof),
        board=preview(rules, deal(rules, deck)),
        question="Look at the deal, then choose how the foundations count. Your choice holds for the whole game.",
        plays=_plays(asked, given),
        variants=tuple(
            variant for option in game.options if option is not asked for variant in _variants(option, shown.options)
        ),
        secrets_words=secrets,
        next_link=deal_link(game, number + 1, given) if number is not None and number < LAST_DEAL else None,
        preview=deal_preview(game, number, shown.options, origin),
        shared=shared_lines(shared),
    )


def custom_page(game: Game, text: str = "", error: str | None = None) -> CustomPage:
    """Show the page on which a deal is typed in; with the text that was refused, and why."""
    rules = game.rules
    deck = spell(_EXAMPLE).split()
    across = len(rules.columns)
    rows = [" ".join(deck[at : at + across]) for at in range(0, len(deck), across)]
    rest = "The reserve comes last." if rules.reserve else ""
    return CustomPage(
        slug=game.slug,
        name=game.name,
        text=text[:LONGEST_TEXT],
        error=error,
        rest_words="The foundations’ cards come last." if rules.foundations_dealt else rest,
        board_words="Face-down cards may stand in angle brackets." if rules.face_down_rows else "",
        deck_example="\n".join(rows),
        board_example=board_text(rules, deal(rules, _EXAMPLE)),
        secrets_words=_HIDDEN_BY_HAND if rules.face_down_rows else "",
    )


def _asked(game: Game) -> Option | None:
    """Return the option that every session chooses for itself, None if the game has none."""
    return next((option for option in game.options if option.default is None), None)


def _plays(asked: Option | None, given: Mapping[str, str]) -> tuple[PlayButton, ...]:
    if asked is None:
        return (PlayButton("Play", "", "", faint=False),)
    wanted = given.get(asked.name)
    return tuple(
        PlayButton(f"Play {asked.name} {value}", asked.name, value, faint=wanted not in {None, value})
        for value in asked.values
    )


def _variants(option: Option, options: Mapping[str, str]) -> list[OtherVariant]:
    return [
        OtherVariant(
            choice_label(option, value), urlencode({**options, option.name: value}), options[option.name] == value
        )
        for value in option.values
    ]
