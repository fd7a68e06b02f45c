"""Small positions, set up from card texts, and questions about them."""

from dataclasses import replace

from engine.cards import card, spell
from engine.moves import Move, Objection, apply, legal_moves, objection
from engine.position import PileId, Position, layout, pile
from engine.record import Deed, Do, Record, Status
from engine.rules import Build, Dealing, Foundation, Lift, Rules, Space

PLAIN = Rules(
    dealing=Dealing.AS_IT_COMES,
    columns=(1, 1, 1),
    face_down_rows=(),
    build=Build.DOWN_IN_ALTERNATE_COLOURS,
    lift=Lift.TOP_CARD,
    space=Space.ANY_CARD,
    cells=0,
    reserve=0,
    foundation=Foundation.FROM_ACE_IN_SUIT,
)
"""A small table to vary: `replace(PLAIN, cells=1)`."""

PACKED = replace(PLAIN, lift=Lift.PACKED_SEQUENCE)


def place(rules: Rules, face_down: tuple[int, ...] = (), **piles: str) -> Position:
    """Set up a position from the texts of its piles, bottom card first; piles that are not named are empty.

    A foundation may be written `to 5C`: from the Ace to that card.
    """
    table = layout(rules)
    assert set(piles) <= set(table.ids), "this game has no such pile"
    cards = tuple(_cards(piles.get(pile_id, "")) for pile_id in table.ids)
    laid = [one for pile in cards for one in pile]
    assert len(laid) == len(set(laid)), "a card lies in two places"
    return Position(cards, face_down or (0,) * len(rules.columns))


def legal(rules: Rules, position: Position) -> list[str]:
    """Return the texts of the legal moves, sorted."""
    return sorted(str(move) for move in legal_moves(rules, position))


def refusal(rules: Rules, position: Position, move: str) -> Objection | None:
    """Return the objection to a move written as text."""
    return objection(rules, position, Move.read(move))


def play(rules: Rules, position: Position, *moves: str) -> Position:
    """Return the position after these moves, each written as text."""
    for move in moves:
        position = apply(rules, position, Move.read(move))
    return position


def statuses(rules: Rules, position: Position, *done: str) -> list[Status]:
    """Return how a playing stands after each of these moves and undos."""
    record, found = Record(rules, position), []
    for one in done:
        record.enter(Deed(Do.UNDO) if one == "undo" else Deed(Do.MOVE, Move.read(one)))
        found.append(record.status)
    return found


def cards_of(rules: Rules, position: Position, pile_id: PileId) -> str:
    """Return the cards of one pile as text."""
    return spell(pile(rules, position, pile_id))


def _cards(text: str) -> tuple[int, ...]:
    if text.startswith("to "):
        highest = card(text.removeprefix("to "))
        return tuple(range(highest - highest % 13, highest + 1))
    return tuple(card(word) for word in text.split())
