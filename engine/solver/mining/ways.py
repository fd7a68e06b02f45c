"""Goals on a winning line, and a short way to each."""

from collections.abc import Iterator, Sequence

from engine.asking import Verdict
from engine.cards import Card
from engine.moves import IllegalMove, Move, after, apply
from engine.position import Position, layout
from engine.puzzles import CardHome, Goal, Spaces, Uncovered, is_reached
from engine.rules import Rules, Space
from engine.solver.mining.judge import Judge

LEAST_MOVES, MOST_MOVES = 3, 25
"""The fewest and the most moves of a way."""
DUG_OUT = 2
"""A card counts as dug out if at least this many lay on it."""


def goals_on(rules: Rules, position: Position, line: Sequence[Move]) -> Iterator[tuple[Goal, tuple[Move, ...]]]:
    """Yield goals that the first moves of a line reach, each with the moves up to it.

    A goal is a card that goes home, a card dug out from under others, or more spaces than at first.
    """
    start, dug = position, _buried(rules, position)
    spaces = _spaces(rules, start)
    for made, move in enumerate(line[:MOST_MOVES], start=1):
        card = position.piles[layout(rules).index[move.source]][-1]
        position = after(rules, position, move)
        way = tuple(line[:made])
        if move.target[0] == "f":
            yield CardHome(card), way
        for each in [one for one in dug if is_reached(rules, position, Uncovered(one))]:
            dug.remove(each)
            yield Uncovered(each), way
        if rules.space is not Space.NOTHING and (now := _spaces(rules, position)) > spaces:
            spaces = now
            yield Spaces(now), way


def shortened(judge: Judge, position: Position, goal: Goal, way: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the way without needless moves: the rest still reaches the goal and keeps the win."""
    way = _until_reached(judge.rules, position, goal, way) or way
    for width in (2, 1):
        at = 0
        while at + width <= len(way):
            shorter = _until_reached(judge.rules, position, goal, way[:at] + way[at + width :])
            if shorter and judge.verdict(_after(judge.rules, position, shorter)) is Verdict.WINNABLE:
                way = shorter
            else:
                at += 1
    return way


def _until_reached(rules: Rules, position: Position, goal: Goal, way: Sequence[Move]) -> tuple[Move, ...] | None:
    """Return the moves up to the one that reaches the goal, or None if one is illegal or none reaches it."""
    for made, move in enumerate(way, start=1):
        try:
            position = apply(rules, position, move)
        except IllegalMove:
            return None
        if is_reached(rules, position, goal):
            return tuple(way[:made])
    return None


def _after(rules: Rules, position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = after(rules, position, move)
    return position


def _buried(rules: Rules, position: Position) -> set[Card]:
    return {card for at in layout(rules).columns for card in position.piles[at][:-DUG_OUT]}


def _spaces(rules: Rules, position: Position) -> int:
    return sum(not position.piles[at] for at in layout(rules).columns)
