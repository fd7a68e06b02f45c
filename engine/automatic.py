"""Moves to the foundations that the server makes for a player who wants them.

A move is *safe* where keeping the card back can never help. The argument for each way of building stands
beside its test below; all of them rest on this: a card on a foundation is lost only as a place for other
cards, so it may go if every card that could ever be laid on it can go home at once instead.
"""

from collections.abc import Callable
from enum import StrEnum

from engine.cards import COLOUR, RANK, SUIT, Card
from engine.moves import Move, apply, legal_moves
from engine.position import Position, layout
from engine.rules import Build, Foundation, Rules
from engine.tables import tables


class Automatic(StrEnum):
    """Which cards go to the foundations by themselves."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"


def automatic_moves(rules: Rules, position: Position, policy: Automatic) -> list[Move]:
    """List, in order, the moves that follow of themselves in this position under the player's setting."""
    moves: list[Move] = []
    while policy is not Automatic.OFF and (move := _next(rules, position, policy)) is not None:
        moves.append(move)
        position = apply(rules, position, move)
    return moves


def safe(rules: Rules, position: Position, move: Move) -> bool:
    """Say whether a legal move to a foundation can be made now without ever being regretted."""
    index = layout(rules).index
    card = position.piles[index[move.source]][-1]
    if rules.foundation is not Foundation.FROM_ACE_IN_SUIT:
        return _every_foundation_waits(rules, position, card, index[move.target])
    return _SAFE_IN[rules.build](_home(rules, position), card)


def _next(rules: Rules, position: Position, policy: Automatic) -> Move | None:
    homes = [move for move in legal_moves(rules, position) if move.target[0] == "f"]
    return next((move for move in homes if policy is Automatic.ALL or safe(rules, position, move)), None)


def _home(rules: Rules, position: Position) -> tuple[int, ...]:
    """Give the rank that each suit has reached on its foundation."""
    return tuple(len(position.piles[at]) for at in layout(rules).foundations)


def _safe_without_building(_home: tuple[int, ...], _card: Card) -> bool:
    # No card could ever be laid on this one.
    return True


def _safe_in_suit(_home: tuple[int, ...], _card: Card) -> bool:
    # Only the neighbours of its suit could be laid on this card. The lower one is home; the higher one can
    # follow this card home from wherever it could have been laid on it.
    return True


def _safe_in_any_suit(home: tuple[int, ...], card: Card) -> bool:
    # The cards that could be laid on this one are one rank lower. With every foundation at rank - 2 or
    # higher each of them is home or can go there at once.
    return min(home) >= RANK[card] - 2


def _safe_in_alternate_colours(home: tuple[int, ...], card: Card) -> bool:
    # The cards that could be laid on this one are the two of the other colour, one rank lower. Either both
    # are home; or both can go home at once, and may: what could be laid on *them* is two ranks below this
    # card, in its own suit (home already) and in the other suit of its colour, which, with that foundation
    # at rank - 3 or higher, is home or can go there at once as well.
    rank, colour = RANK[card], COLOUR[card]
    opposite = min(reached for suit, reached in enumerate(home) if suit // 2 != colour)
    same = min(reached for suit, reached in enumerate(home) if suit // 2 == colour and suit != SUIT[card])
    return opposite >= rank - 1 or (opposite >= rank - 2 and same >= rank - 3)


_SAFE_IN: dict[Build, Callable[[tuple[int, ...], Card], bool]] = {
    Build.NONE: _safe_without_building,
    Build.UP_OR_DOWN_IN_SUIT: _safe_in_suit,
    Build.DOWN_IN_ANY_SUIT: _safe_in_any_suit,
    Build.DOWN_IN_ALTERNATE_COLOURS: _safe_in_alternate_colours,
}


def _every_foundation_waits(rules: Rules, position: Position, card: Card, target: int) -> bool:
    """Say whether every foundation that still lacks this rank is waiting for it now, this one with the longest way.

    Then each card of the rank that is not home can go home whenever it is uncovered, so playing one first takes
    nothing from the others. The foundations that wait stand at the same rank, so the one with the fewest cards
    can take whatever part any of them would have played, and more. (Were one of them to wait only later, the
    choice between two cards of the rank could matter.) Needs a game without building.
    """
    assert rules.build is Build.NONE
    rank = RANK[card]
    piles = [position.piles[at] for at in layout(rules).foundations]
    lacking = [pile for pile in piles if all(RANK[played] != rank for played in pile)]
    waiting = all(card in tables(rules).follows[pile[-1]] for pile in lacking)
    return waiting and len(position.piles[target]) == min(map(len, lacking))
