"""Two simple players: one moves at random, the other takes the move that seems nearest to the goal.

They measure how hard a puzzle is for a player who does not look ahead.
"""

from enum import Enum, StrEnum
from random import Random
from typing import TypeAlias

from engine.asking import Verdict
from engine.moves import Move
from engine.position import PileId, Position, layout
from engine.puzzles import CardHome, Goal, Spaces, Uncovered, is_reached
from engine.rules import Rules
from engine.solver.mining.judge import Judge, Key

MOST_MOVES = 50
"""After this many moves a player gives up."""


class End(Enum):
    """How a try ends."""

    REACHED = "reached"
    LOST = "lost"
    """A move lost the win."""
    GAVE_UP = "gave up"


Choice: TypeAlias = tuple[Move, Position]


class PlayStyle(StrEnum):
    """How a player without any skill chooses moves."""

    RANDOM = "random"
    """Makes any move."""
    GREEDY = "greedy"
    """Makes a move that reaches the goal, or else brings a card home, or else digs for the goal, or any move.

    It never returns to a position of the same try, because it would go round in circles.
    """


def attempt(judge: Judge, position: Position, goal: Goal, player: PlayStyle, random: Random) -> End:
    """Let a player try once, and return how the try ends. An undecided position counts as winnable."""
    rules, seen = judge.rules, set[Key]()
    for _ in range(MOST_MOVES):
        choices = judge.successors(position)
        if player is PlayStyle.GREEDY:
            seen.add(judge.key(position))
            choices = _best(rules, position, goal, [each for each in choices if judge.key(each[1]) not in seen])
        if not choices:
            return End.GAVE_UP
        before, (move, position) = position, random.choice(choices)
        if judge.verdict_after(before, move, position) is Verdict.UNWINNABLE:
            return End.LOST
        if is_reached(rules, position, goal):
            return End.REACHED
    return End.GAVE_UP


def _best(rules: Rules, position: Position, goal: Goal, choices: list[Choice]) -> list[Choice]:
    dug = _dug(rules, position, goal)
    worth = [_worth(rules, goal, dug, choice) for choice in choices]
    return [choice for choice, each in zip(choices, worth, strict=True) if each == max(worth)]


def _worth(rules: Rules, goal: Goal, dug: frozenset[PileId], choice: Choice) -> int:
    move, reached = choice
    if is_reached(rules, reached, goal):
        return 3
    if move.target[0] == "f":
        return 2
    return int(move.source in dug and move.target not in dug)


def _dug(rules: Rules, position: Position, goal: Goal) -> frozenset[PileId]:
    """Return the columns to take cards from: the column of the goal's card, or the shortest columns."""
    table = layout(rules)
    columns = [(at, position.piles[at]) for at in table.columns if position.piles[at]]
    match goal:
        case CardHome(card) | Uncovered(card):
            return frozenset(table.ids[at] for at, pile in columns if card in pile)
        case Spaces():
            shortest = min((len(pile) for _, pile in columns), default=0)
            return frozenset(table.ids[at] for at, pile in columns if len(pile) == shortest)
