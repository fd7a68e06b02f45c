"""Moves in words: where each card goes, and what that is good for."""

from collections.abc import Sequence
from typing import NamedTuple

from app.core.words import number, numbered
from engine.cards import NAME, RANK, RANKS, SUIT, Card
from engine.moves import Move, apply
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules

_SIGNS = "♣♠♥♦"


class Short(NamedTuple):
    """A move in few characters."""

    words: str
    red: bool


_ONTO = {
    "f": "The {card} goes to the foundation.",
    "c": "The {card} goes to a cell.",
    "t": "The {card} goes to column {column}.",
    "space": "The {card} goes to the empty column {column}.",
}
_WITH_ONE = {
    "t": "The {card} goes to column {column} with the card on it.",
    "space": "The {card} goes to the empty column {column} with the card on it.",
}
_WITH_SEVERAL = {
    "t": "The {card} goes to column {column} with the {number} cards on it.",
    "space": "The {card} goes to the empty column {column} with the {number} cards on it.",
}


def cards_sentence(rules: Rules, position: Position, move: Move) -> str:
    """Return a sentence that points out the cards of a move: `Look at the 10 of hearts.`."""
    card = _lowest(rules, position, move)
    if move.count == 1:
        return f"Look at the {card}."
    several = f"Look at the {card} and the {{number}} cards on it."
    return numbered(move.count - 1, f"Look at the {card} and the card on it.", several)


def move_sentence(rules: Rules, position: Position, move: Move) -> str:
    """Return a move as a sentence: `The 10 of hearts goes to column 4.`."""
    kind, place = move.target[0], int(move.target[1:])
    if kind == "t" and not position.piles[layout(rules).index[move.target]]:
        kind = "space"
    sentences = (_ONTO, _WITH_ONE, _WITH_SEVERAL)[min(move.count, 3) - 1]
    card = _lowest(rules, position, move)
    return sentences[kind].format(card=card, column=place + 1, number=number(move.count - 1))


def short_move(rules: Rules, position: Position, move: Move) -> Short:
    """Return a move as its lowest card and where that goes: `10♥ 4`, `A♠ home` or `7♦ cell`."""
    card = _lowest_card(rules, position, move)
    to = {"f": "home", "c": "cell"}.get(move.target[0]) or str(int(move.target[1:]) + 1)
    rank = RANKS[RANK[card] - 1].replace("T", "10")
    return Short(f"{rank}{_SIGNS[SUIT[card]]} {to}", SUIT[card] > 1)


def _lowest(rules: Rules, position: Position, move: Move) -> str:
    return NAME[_lowest_card(rules, position, move)]


def _lowest_card(rules: Rules, position: Position, move: Move) -> Card:
    return position.piles[layout(rules).index[move.source]][-move.count]


def reason(rules: Rules, position: Position, line: Sequence[Move]) -> str:
    """Return a sentence that says what the first move of a winning line is good for."""
    first, table = line[0], layout(rules)
    if first.target[0] == "f":
        return "It brings a card home, and you can win from there."
    source = table.index[first.source]
    left = len(position.piles[source]) - first.count
    if left and left - 1 in face_down_rows(rules, position, source):
        return "It turns up a face-down card."
    if not left and source in table.columns:
        return "It empties a column."
    if not left and source in table.cells:
        return "It frees a cell."
    return _next_home(rules, position, line)


def _next_home(rules: Rules, position: Position, line: Sequence[Move]) -> str:
    """Name the card that the line brings home first."""
    for made, move in enumerate(line):
        if move.target[0] == "f":
            name = NAME[position.piles[layout(rules).index[move.source]][-1]]
            later = f"It makes way for the {name}, which can go home {{number}} moves later."
            return numbered(made, f"It makes way for the {name}, which can go home right after it.", later)
        position = apply(rules, position, move)
    return "It makes way for the cards below."
