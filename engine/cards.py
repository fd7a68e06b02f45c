"""A card is an int from 0 to 51: thirteen ranks of clubs, then spades, hearts and diamonds.

The foundations `f0` to `f3` and the letters `CSHD` have the same order of suits.
"""

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int

RANKS = "A23456789TJQK"
SUITS = "CSHD"
SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds")
RANK_NAMES = ("ace", *(str(n) for n in range(2, 11)), "jack", "queen", "king")
COLOUR_NAMES = ("black", "red")

ACE, KING = 1, 13
CARDS = range(52)

RANK: tuple[int, ...] = tuple(card % 13 + 1 for card in CARDS)
"""Rank of each card, 1 (ace) to 13 (king)."""
SUIT: tuple[int, ...] = tuple(card // 13 for card in CARDS)
"""Suit of each card, an index into `SUITS`."""
COLOUR: tuple[int, ...] = tuple(suit // 2 for suit in SUIT)
"""Colour of each card: 0 black, 1 red."""
TEXT: tuple[str, ...] = tuple(RANKS[card % 13] + SUITS[card // 13] for card in CARDS)
"""Text of each card, such as `TH`."""
NAME: tuple[str, ...] = tuple(f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}" for card in CARDS)
"""Spoken name of each card, such as `10 of hearts`."""

_CARD = {text: card for card, text in enumerate(TEXT)}


class InvalidCard(ValueError):
    """Raised when a text names no card, or when a deck lacks a card or holds one twice."""


def card(text: str) -> Card:
    """Return the card that `text` names, or raise `InvalidCard`.

    >>> card("TH")
    35
    """
    try:
        return _CARD[text]
    except KeyError:
        raise InvalidCard(f"{_quote(text)} is not a card: write a rank of {RANKS} and a suit of {SUITS}.") from None


def spell(cards: Iterable[Card]) -> str:
    """Return the texts of cards, separated by blanks.

    >>> spell([35, 13])
    'TH AS'
    """
    return " ".join(TEXT[card] for card in cards)


def check_deck(deck: tuple[Card, ...]) -> None:
    """Raise `InvalidCard` unless `deck` holds every card once. Its text names the cards that are missing or doubled."""
    if len(set(deck)) == len(deck) == len(CARDS):
        return
    seen: set[Card] = set()
    for drawn in deck:
        if drawn in seen:
            raise InvalidCard(f"The {NAME[drawn]} ({TEXT[drawn]}) appears twice.")
        seen.add(drawn)
    missing = [TEXT[card] for card in CARDS if card not in seen]
    raise InvalidCard(f"A deck has 52 cards; this one has {len(deck)}, without {_list(missing)}.")


def _quote(text: str) -> str:
    return f"“{text}”" if len(text) <= 12 else f"“{text[:12]}…”"


def _list(texts: list[str]) -> str:
    return ", ".join(texts[:6]) + (f" and {len(texts) - 6} more" if len(texts) > 6 else "")
