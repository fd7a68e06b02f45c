"""Turns deal numbers and deck texts into decks in dealing order.

A number means the same cards as in PySolFC, because PySolFC's own library shuffles here: with the Microsoft generator
up to 32000, and with the Mersenne Twister above.
"""

import re
from collections.abc import Callable

from pysol_cards.cards import createCards
from pysol_cards.random import RandomBase, shuffle

from engine.cards import TEXT, Card, card, check_deck

Deck = tuple[Card, ...]
"""All 52 cards in dealing order."""

LAST_DEAL = 99_999_999_999_999_999_999
LAST_RANDOM_DEAL = 999_999_999
"""Random new deals have numbers from 1 to this, which are short enough to pass on."""

_NUMBER = re.compile(r"[1-9][0-9]{0,19}", re.ASCII)


class InvalidDeal(ValueError):
    """Raised when a text is not a deal number."""


def deal_number(text: str) -> int:
    """Read a deal number, or raise `InvalidDeal`.

    >>> deal_number("32001")
    32001
    """
    if not _NUMBER.fullmatch(text):
        raise InvalidDeal(f"A deal number is a whole number from 1 to {LAST_DEAL}, without a leading zero.")
    return int(text)


def shuffled(number: int) -> Deck:
    """Return the deck of a deal number from 1 to `LAST_DEAL`.

    >>> from engine.cards import spell
    >>> spell(shuffled(1)[:8])
    'JD 2D 9H JC 5D 7H 7C 5H'
    """
    cards = shuffle(createCards(1), number, RandomBase.DEALS_PYSOLFC)
    return tuple(card.id for card in reversed(cards))


def random_deal(draw: Callable[[int], int]) -> int:
    """Draw the number of a new deal. `draw(n)` must return a number from 0 to n - 1."""
    return draw(LAST_RANDOM_DEAL) + 1


def read_deck(text: str) -> Deck:
    """Read a deck text: 52 cards in dealing order, separated by blanks.

    It may use lower case, and `10` for `T`.

    Raises:
        InvalidCard: a word names no card, or a card is missing or doubled.
    """
    deck = tuple(card(word.upper().replace("10", "T", 1)) for word in text.split())
    check_deck(deck)
    return deck


def read_code(code: str) -> Deck:
    """Read a deck code, which is a deck text without blanks. Raise `InvalidCard` if the text is none."""
    deck = tuple(card(code[at : at + 2]) for at in range(0, len(code), 2))
    check_deck(deck)
    return deck


def deck_code(deck: Deck) -> str:
    """Write a deck as the code that deal links use."""
    return "".join([TEXT[card] for card in deck])
