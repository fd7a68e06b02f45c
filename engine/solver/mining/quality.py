"""Decides whether a position and a goal make a puzzle, and how hard it is.

A puzzle's first rating is that of a player who wins against random play as often as the puzzle does. Random play
counts as a player rated `RANDOM_PLAYER`. So a puzzle that random play loses in the share `s` of its tries is rated

    RANDOM_PLAYER + 400 × log10(s / (1 − s)),

the formula that turns a chance of winning into a difference of ratings. We add half a try to either side, so no share
is 0 or 1.
"""

from dataclasses import dataclass
from enum import Enum
from math import log10
from random import Random

from engine.asking import Verdict
from engine.deals import Deck
from engine.moves import Move, after, replay
from engine.position import Position
from engine.puzzles import Goal, Puzzle, is_reached, puzzle_id
from engine.rules import Variant
from engine.solver.mining.judge import Judge
from engine.solver.mining.players import End, PlayStyle, attempt
from engine.solver.mining.tagging import WayStep, themes
from engine.solver.mining.ways import LEAST_MOVES, MOST_MOVES

TRIES = 40
"""How many times each player tries a puzzle."""
MOST_REACHED = 0.5
"""A puzzle in which a player reaches the goal in a larger share of its tries is too easy."""
LEAST_RISKS = 2
"""The way of a puzzle has at least this many steps at which some move loses."""
LEAST_LOST = 0.25
"""Random play must lose in at least this share of its tries. A goal that it only fails to find is no danger."""
RANDOM_PLAYER = 1100.0


class Flaw(Enum):
    """Why a candidate makes no puzzle."""

    REACHED_AT_ONCE = "the goal is reached at the start"
    ASTRAY = "the way does not reach the goal with its last move"
    LENGTH = "the way is too short or too long"
    LOST = "the way is not proved to keep the win"
    UNDECIDED = "a move somewhere on the way is undecided"
    HARMLESS = "hardly any move loses"
    TRIVIAL = "random or greedy play reaches the goal too often"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A position and a goal that may become a puzzle. The moves are legal."""

    variant: Variant
    deal: int | None
    deck: Deck
    moves: tuple[Move, ...]
    goal: Goal
    way: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Tries:
    """How the tries of one player ended."""

    lost: int
    reached: int

    @property
    def failed(self) -> int:
        """Tries that did not reach the goal."""
        return TRIES - self.reached


def assess(judge: Judge, candidate: Candidate) -> Puzzle | Flaw:
    """Return the puzzle that a candidate makes, or why it makes none.

    The puzzle's id seeds the players' random moves, so the same candidate gets the same answer every time.
    """
    variant, goal = candidate.variant, candidate.goal
    position = replay(variant.rules, candidate.deck, candidate.moves)
    steps = _steps(judge, position, goal, candidate.way)
    if isinstance(steps, Flaw):
        return steps
    if sum(bool(step.losing) for step in steps) < LEAST_RISKS:
        return Flaw.HARMLESS
    name = puzzle_id(variant, position, goal)
    # Greedy play reaches more goals, so it goes first.
    if tries(judge, position, goal, PlayStyle.GREEDY, name) is None:
        return Flaw.TRIVIAL
    played = tries(judge, position, goal, PlayStyle.RANDOM, name)
    if played is None:
        return Flaw.TRIVIAL
    if played.lost < TRIES * LEAST_LOST:
        return Flaw.HARMLESS
    return Puzzle(
        id=name,
        variant=variant,
        deal=candidate.deal,
        deck=candidate.deck,
        moves=candidate.moves,
        goal=goal,
        way=candidate.way,
        rating=first_rating(played.lost),
        themes=themes(variant.rules, goal, steps),
    )


def tries(judge: Judge, position: Position, goal: Goal, player: PlayStyle, seed: str) -> Tries | None:
    """Return how the tries of a player end, or None as soon as too many of them have reached the goal."""
    random, ends = Random(f"{player} {seed}"), list[End]()
    for _ in range(TRIES):
        ends.append(attempt(judge, position, goal, player, random))
        if ends.count(End.REACHED) > TRIES * MOST_REACHED:
            return None
    return Tries(ends.count(End.LOST), ends.count(End.REACHED))


def first_rating(lost: int) -> float:
    """Return the first rating of a puzzle that random play loses in `lost` of its `TRIES`.

    >>> first_rating(TRIES // 2)
    1100.0
    """
    return round(RANDOM_PLAYER + 400 * log10((lost + 0.5) / (TRIES - lost + 0.5)), 1)


def _steps(judge: Judge, position: Position, goal: Goal, way: tuple[Move, ...]) -> list[WayStep] | Flaw:
    """Return the steps of the way, each with the moves that lose there, or what is wrong with the way."""
    rules = judge.rules
    if is_reached(rules, position, goal):
        return Flaw.REACHED_AT_ONCE
    if not LEAST_MOVES <= len(way) <= MOST_MOVES:
        return Flaw.LENGTH
    steps = []
    for move in way:
        losing = judge.losing_moves(position)
        if losing is None:
            return Flaw.UNDECIDED
        reached = after(rules, position, move)
        steps.append(WayStep(position, move, reached, tuple(losing)))
        if is_reached(rules, reached, goal) is not (len(steps) == len(way)):
            return Flaw.ASTRAY
        position = reached
    return steps if judge.verdict(position) is Verdict.WINNABLE else Flaw.LOST
