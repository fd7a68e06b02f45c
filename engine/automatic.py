"""Moves to the foundations that the server makes for a player who wants them.

A move is *safe* if keeping the card back can never help. A card that goes home is lost only as a place for other cards.
So it may go if every card that could ever be laid on it can go home at once instead.
"""

from collections.abc import Iterable
from enum import StrEnum
from itertools import chain

from engine.cards import RANK, Card
from engine.moves import Move, apply, legal_moves
from engine.position import Position, layout
from engine.rules import Rules
from engine.tables import tables


class Automatic(StrEnum):
    """Which cards the server brings to the foundations."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"


def automatic_moves(rules: Rules, position: Position, policy: Automatic) -> list[Move]:
    """List the moves that the server makes in this position under the player's setting, in order."""
    moves: list[Move] = []
    while policy is not Automatic.OFF and (move := _next(rules, position, policy)) is not None:
        moves.append(move)
        position = apply(rules, position, move)
    return moves


def safe(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether making a legal move to a foundation now can never be a mistake."""
    index = layout(rules).index
    card = position.piles[index[move.source]][-1]
    if tables(rules).in_suit:
        return _nothing_needs_it(rules, position, card)
    # We know no argument for games that build and whose foundations take any suit, nor for other foundations.
    bare = tables(rules).by_rank and not any(tables(rules).onto)
    return bare and _every_foundation_waits(rules, position, card, index[move.target])


def _next(rules: Rules, position: Position, policy: Automatic) -> Move | None:
    homes = [move for move in legal_moves(rules, position) if move.target[0] == "f"]
    return next((move for move in homes if policy is Automatic.ALL or safe(rules, position, move)), None)


def _nothing_needs_it(rules: Rules, position: Position, card: Card) -> bool:
    """Return whether every card that could be laid on this one is home, or can go home at once instead.

    Sending those cards home at once must be no loss either. So the same must hold for the cards that could be laid on
    them, and all cards that could be laid on these in turn must be home. This is valid only for foundations in suit.
    """
    tabled, foundations = tables(rules), [position.piles[at] for at in layout(rules).foundations]
    home = frozenset(chain.from_iterable(foundations))
    ready = frozenset().union(
        *(tabled.follows[pile[-1]] if pile else tabled.starts[suit] for suit, pile in enumerate(foundations))
    )

    def laid_on(cards: Iterable[Card]) -> frozenset[Card]:
        return frozenset().union(*(tabled.wanted_by[one] for one in cards)) - home

    first = laid_on([card])
    second = laid_on(first)
    return first | second <= ready and not laid_on(second)


def _every_foundation_waits(rules: Rules, position: Position, card: Card, target: int) -> bool:
    """Return whether every foundation that still lacks this rank waits for it now, and this one has the fewest cards.

    Then each card of the rank that is not home can go home as soon as it is uncovered, so playing one first takes
    nothing from the others. The waiting foundations stand at the same rank, so the one with the fewest cards can do
    whatever any of them would have done, and more. (If one of them came to wait only later, the choice between two
    cards of the rank could matter.) This is valid only for games without building.
    """
    rank = RANK[card]
    piles = [position.piles[at] for at in layout(rules).foundations]
    lacking = [pile for pile in piles if all(RANK[played] != rank for played in pile)]
    waiting = all(card in tables(rules).follows[pile[-1]] for pile in lacking)
    return waiting and len(position.piles[target]) == min(map(len, lacking))
