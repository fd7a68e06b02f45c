"""Moves in words: what is moved where, and what it is good for."""

from collections.abc import Sequence

from app.views.words import number
from engine.cards import NAME
from engine.moves import Move, apply
from engine.position import PileId, Position, face_down_rows, layout
from engine.rules import Rules


def cards_words(rules: Rules, position: Position, move: Move) -> str:
    """Say which cards a move takes: `the 10 of hearts`, `the 10 of hearts with two cards on it`."""
    cards = position.piles[layout(rules).index[move.source]][-move.count :]
    if move.count == 1:
        return f"the {NAME[cards[0]]}"
    return f"the {NAME[cards[0]]} with {'the card' if move.count == 2 else f'{number(move.count - 1)} cards'} on it"


def pile_words(rules: Rules, position: Position, pile_id: PileId) -> str:
    """Say where a move goes: `the foundation`, `a cell`, `column 4`."""
    match pile_id[0]:
        case "f":
            return "the foundation"
        case "c":
            return "a cell"
        case _ if not position.piles[layout(rules).index[pile_id]]:
            return f"the empty column {int(pile_id[1:]) + 1}"
        case _:
            return f"column {int(pile_id[1:]) + 1}"


def move_words(rules: Rules, position: Position, move: Move) -> str:
    """Say a move: `the 10 of hearts to column 4`."""
    return f"{cards_words(rules, position, move)} to {pile_words(rules, position, move.target)}"


def reason(rules: Rules, position: Position, line: Sequence[Move]) -> str:
    """Say what the first move of a winning line is good for, in a sentence."""
    first, table = line[0], layout(rules)
    if first.target[0] == "f":
        return "It brings a card home, and the way goes on from there."
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
    """Say which card the line brings home first."""
    for made, move in enumerate(line):
        if move.target[0] == "f":
            name = NAME[position.piles[layout(rules).index[move.source]][-1]]
            return f"It makes way for the {name}, which can go home {_after(made)}."
        position = apply(rules, position, move)
    return "It makes way for the cards below."


def _after(moves: int) -> str:
    return "at once after it" if moves == 1 else f"{number(moves)} moves later"
