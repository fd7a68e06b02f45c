"""Finds the themes of a puzzle from the way to its goal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import RANK, SUIT, Card
from engine.moves import Move
from engine.position import Position, layout
from engine.puzzles import CardHome, Goal, Spaces, Theme, Uncovered
from engine.rules import Build, Rules, Space

LOW, ON_LOW, DEEP = 3, 2, 4
"""The highest rank of a low card, the fewest cards on one to free, and the fewest cards that make a deep dig."""
Run: TypeAlias = tuple[Card, Card, Card]


@dataclass(frozen=True, slots=True)
class WayStep:
    """A move of a way."""

    before: Position
    move: Move
    after: Position
    losing: tuple[Move, ...]
    """The moves that would lose in its place."""


Steps = Sequence[WayStep]


def themes(rules: Rules, goal: Goal, steps: Steps) -> tuple[Theme, ...]:
    """Return the themes of a puzzle with this goal and way."""
    return tuple(theme for theme, holds in _THEMES.items() if holds(rules, goal, steps))


def _empties_column(rules: Rules, goal: Goal, steps: Steps) -> bool:
    emptied = (_is_column(step.move.source) and not _pile(rules, step.after, step.move.source) for step in steps)
    return rules.space is not Space.NOTHING and (isinstance(goal, Spaces) or any(emptied))


def _fills_space(rules: Rules, _: Goal, steps: Steps) -> bool:
    return any(_into_space(rules, step.before, step.move) for step in steps)


def _reverses_run(rules: Rules, _: Goal, steps: Steps) -> bool:
    if rules.build is not Build.UP_OR_DOWN_IN_SUIT:
        return False
    first, last = _runs(rules, steps[0].before), _runs(rules, steps[-1].after)
    return any(run[::-1] in last for run in first)


def _moves_sequence(_: Rules, __: Goal, steps: Steps) -> bool:
    return any(step.move.count > 1 for step in steps)


def _frees_low_card(rules: Rules, goal: Goal, steps: Steps) -> bool:
    match goal:
        case CardHome(card) | Uncovered(card):
            return rules.in_suit and RANK[card] <= LOW and _cards_on(rules, steps[0].before, card) >= ON_LOW
    return False


def _digs_deep(rules: Rules, goal: Goal, steps: Steps) -> bool:
    match goal:
        case CardHome(card) | Uncovered(card):
            return _cards_on(rules, steps[0].before, card) >= DEEP
    return False


def _counts_interval(rules: Rules, _: Goal, steps: Steps) -> bool:
    return not rules.in_suit and _loses(steps, lambda _, move: move.target[0] == "f")


def _holds_back(rules: Rules, _: Goal, steps: Steps) -> bool:
    return rules.in_suit and _loses(steps, lambda _, move: move.target[0] == "f")


def _spares_cells(_: Rules, __: Goal, steps: Steps) -> bool:
    return _loses(steps, lambda _, move: move.target[0] == "c")


def _spares_space(rules: Rules, _: Goal, steps: Steps) -> bool:
    return _loses(steps, lambda before, move: _into_space(rules, before, move))


_THEMES: Mapping[Theme, Callable[[Rules, Goal, Steps], bool]] = {
    Theme.EMPTY_COLUMN: _empties_column,
    Theme.FILL_SPACE: _fills_space,
    Theme.REVERSE_RUN: _reverses_run,
    Theme.MOVE_SEQUENCE: _moves_sequence,
    Theme.FREE_LOW_CARD: _frees_low_card,
    Theme.DEEP_DIG: _digs_deep,
    Theme.COUNT_INTERVAL: _counts_interval,
    Theme.HOLD_BACK: _holds_back,
    Theme.SPARE_CELLS: _spares_cells,
    Theme.SPARE_SPACE: _spares_space,
}


def _loses(steps: Steps, kind: Callable[[Position, Move], bool]) -> bool:
    return any(kind(step.before, move) for step in steps for move in step.losing)


def _into_space(rules: Rules, before: Position, move: Move) -> bool:
    return _is_column(move.target) and not _pile(rules, before, move.target)


def _is_column(pile: str) -> bool:
    return pile[0] == "t"


def _pile(rules: Rules, position: Position, pile: str) -> tuple[Card, ...]:
    return position.piles[layout(rules).index[pile]]


def _cards_on(rules: Rules, position: Position, card: Card) -> int:
    piles = (position.piles[at] for at in layout(rules).columns)
    return next((len(pile) - 1 - pile.index(card) for pile in piles if card in pile), 0)


def _runs(rules: Rules, position: Position) -> set[Run]:
    """Return all three adjacent cards of a column that follow one another in suit, upwards or downwards."""
    found = set[Run]()
    for at in layout(rules).columns:
        pile = position.piles[at]
        found |= {run for run in zip(pile, pile[1:], pile[2:], strict=False) if _is_run(run)}
    return found


def _is_run(cards: Run) -> bool:
    low, middle, high = sorted(cards)
    return middle == cards[1] and high - middle == middle - low == 1 and SUIT[low] == SUIT[high]
