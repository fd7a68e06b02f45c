"""Deals: their links, what their pages say about them, and which deal a session is on."""

from collections.abc import Mapping
from urllib.parse import urlencode

from app.play.occasion import occasion_of
from app.play.values.session import Session
from engine.boards import board_text
from engine.cards import spell
from engine.deals import LAST_DEAL, Deck
from engine.position import deal
from engine.record import Status
from engine.rules import Game, Option, Rules, Variant

_HIDDEN = (
    "The server does not send face-down cards to your browser. "
    "But anybody who deals the same number elsewhere can see them."
)
_HIDDEN_BY_HAND = (
    "The table does not show face-down cards. But the person who made the deal knows them, and its link spells them."
)
# A pack for the examples that is nobody's deal: every seventeenth card.
_EXAMPLE: Deck = tuple((17 * place + 5) % 52 for place in range(52))


def deal_link(game: Game, deal: int | str, options: Mapping[str, str]) -> str:
    """Return the link to a deal, by number or `custom/` and code; it leaves out options that have their usual value."""
    said = {
        option.name: options[option.name]
        for option in game.options
        if options.get(option.name, option.default) != option.default
    }
    return f"/{game.slug}/{deal}" + (f"?{urlencode(said)}" if said else "")


def variant_to_show(game: Game, given: Mapping[str, str]) -> Variant:
    """Return the variant for showing a deal; `given` can leave out the option that each session chooses for itself.

    Raises:
        InvalidOption: an option has a value that the game does not know.
    """
    unsettled = {game.asked.name: next(iter(game.asked.values))} if game.asked else {}
    return game.settle({**unsettled, **given})


def secrets_words(rules: Rules, number: int | None) -> str:
    """Describe who can know the face-down cards of a deal, by number or made by hand; empty if none lies face down."""
    return "" if not rules.face_down_rows else _HIDDEN if number is not None else _HIDDEN_BY_HAND


def next_link(number: int, game: Game, given: Mapping[str, str]) -> str:
    """Return the link to the next number under the options given; empty for the last one."""
    return deal_link(game, number + 1, given) if number < LAST_DEAL else ""


def other_link(option: Option, value: str, options: Mapping[str, str]) -> str:
    """Return the query for the same deal under another value of an option."""
    return urlencode({**options, option.name: value})


def example_pack(rules: Rules) -> str:
    """Write a pack the way a player types it in, with a line for each row of the columns."""
    deck, across = spell(_EXAMPLE).split(), len(rules.columns)
    return "\n".join(" ".join(deck[at : at + across]) for at in range(0, len(deck), across))


def example_board(rules: Rules) -> str:
    """Write the same pack as a board."""
    return board_text(rules, deal(rules, _EXAMPLE))


_STATUS_WORDS = {
    Status.PLAYING: "In play",
    Status.STUCK: "No legal move left",
    Status.WON: "Won",
    Status.GIVEN_UP: "Given up",
}


def dealt_words(session: Session) -> str:
    """Name the deal that a session is on: by its event while it has one, else by its number."""
    return occasion_of(session).words(session).dealt


def status_words(status: Status) -> str:
    """Describe the state of a session."""
    return _STATUS_WORDS[status]


def visible_link(session: Session) -> str:
    """Return the link to the deal of a session; empty if its number is secret or it has none."""
    return (
        deal_link(session.variant.game, session.visible_deal, session.variant.options) if session.visible_deal else ""
    )
