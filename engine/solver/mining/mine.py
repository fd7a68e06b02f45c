"""Searches deals for puzzles. The same deals lead to the same puzzles on every machine."""

from collections.abc import Iterable, Iterator
from random import Random

from engine.asking import Verdict
from engine.cards import Card
from engine.deals import Deck, shuffled
from engine.likeness import Renaming, renamings
from engine.moves import Move, after, replay
from engine.position import Pile, Position, deal, layout
from engine.puzzles import CardHome, Goal, Puzzle, Spaces, Uncovered
from engine.rules import Rules, Variant
from engine.solver.mining.judge import Judge
from engine.solver.mining.quality import Candidate, assess
from engine.solver.mining.ways import LEAST_MOVES, goals_on, shortened
from engine.solver.search import Solver
from engine.solver.shortening import shorten

STARTS = 10
"""How many times imperfect play sets out from a place on the winning line of a deal."""
MOST_STRAYED = 12
"""The most moves that imperfect play makes."""
A_DEAL = 2
"""The most puzzles to take from one deal."""
GOALS_A_POSITION = 4
"""The most goals to try in a position."""
SPREAD = 20
"""We sort goals by the moves up to them plus a random number below this: near goals come first, but not always."""
TO_SHORTEN = 2_000
"""How many positions to look at to shorten a line."""
APART = 6
"""The fewest cards that must lie elsewhere in a second position of a deal, so that both may be puzzles."""
_LEFT = 8
"""The fewest moves left of a line where imperfect play sets out."""


class Mine:
    """The puzzles of a variant found so far, and the search for more."""

    def __init__(self, solver: Solver, variant: Variant, found: Iterable[Puzzle] = ()) -> None:
        self._solver, self._variant = solver, variant
        self._judge = Judge(solver, variant.rules)
        self._shapes = {shape(variant.rules, one.position, one.goal) for one in found}

    def dig(self, number: int) -> Iterator[Puzzle]:
        """Yield the puzzles of a deal. There are none if the judge finds no winning line."""
        rules, deck, random = self._variant.rules, shuffled(number), Random(f"{self._variant} {number}")
        self._judge.forget()
        line = self._judge.line(deal(rules, deck))
        if line is None:
            return
        taken: list[tuple[Position, Goal]] = []
        for moves in self._strayed(deal(rules, deck), line, random):
            if len(taken) >= A_DEAL:
                return
            if found := self._puzzle(number, deck, moves, taken, random):
                taken.append((found.position, found.goal))
                self._shapes.add(shape(rules, *taken[-1]))
                yield found

    def dig_at(self, number: int, moves: tuple[Move, ...]) -> Puzzle | None:
        """Return a puzzle that begins after these moves of a deal, or None if there is none.

        Raises:
            IllegalMove: a move is illegal in its position.
        """
        rules, deck = self._variant.rules, shuffled(number)
        self._judge.forget()
        dealt, position = deal(rules, deck), replay(rules, deck, moves)
        if not _is_open(dealt, position):
            return None
        return self._puzzle(number, deck, moves, [], Random(f"{self._variant} {number} {len(moves)}"))

    def _strayed(self, dealt: Position, line: tuple[Move, ...], random: Random) -> Iterator[tuple[Move, ...]]:
        """Yield the moves to positions that imperfect play reaches from places on a winning line."""
        rules, positions = self._variant.rules, [dealt]
        for move in line:
            positions.append(after(rules, positions[-1], move))
        open_from = next(at for at, position in enumerate(positions) if _is_open(dealt, position))
        for _ in range(STARTS):
            at = random.randint(open_from, max(open_from, len(line) - _LEFT))
            moves, position = list(line[:at]), positions[at]
            for _ in range(random.randint(0, MOST_STRAYED)):
                choices = self._judge.successors(position)
                if not choices:
                    break
                move, reached = random.choice(choices)
                if self._judge.verdict_after(position, move, reached) is Verdict.WINNABLE:
                    moves.append(move)
                    position = reached
            yield tuple(moves)

    def _puzzle(
        self, number: int, deck: Deck, moves: tuple[Move, ...], taken: list[tuple[Position, Goal]], random: Random
    ) -> Puzzle | None:
        rules = self._variant.rules
        position = replay(rules, deck, moves)
        if any(apart(rules, position, other) < APART for other, _ in taken):
            return None
        line = self._judge.line(position)
        if line is None:
            return None
        line = shorten(self._solver, rules, position, line, nodes=TO_SHORTEN).moves
        goals = [(goal, way) for goal, way in goals_on(rules, position, line) if len(way) >= LEAST_MOVES]
        goals.sort(key=lambda each: len(each[1]) + random.randrange(SPREAD))
        for goal, way in goals[:GOALS_A_POSITION]:
            if any(goal == other for _, other in taken) or shape(rules, position, goal) in self._shapes:
                continue
            short = shortened(self._judge, position, goal, way)
            candidate = Candidate(variant=self._variant, deal=number, deck=deck, moves=moves, goal=goal, way=short)
            assessed = assess(self._judge, candidate)
            if isinstance(assessed, Puzzle):
                return assessed
        return None


def _is_open(dealt: Position, position: Position) -> bool:
    """Return whether at most half of the face-down cards are left. A puzzle shows them, so they should be few."""
    return 2 * sum(position.face_down) <= sum(dealt.face_down)


def shape(rules: Rules, position: Position, goal: Goal) -> tuple[object, ...]:
    """Return a value that is equal for positions and goals that differ only in the names of suits and piles."""
    return min((_renamed(rules, position, called), _goal_called(goal, called)) for called in renamings(rules))


def _renamed(rules: Rules, position: Position, called: Renaming) -> tuple[tuple[Pile, ...], ...]:
    table = layout(rules)
    piles = [tuple([called[card] for card in pile]) for pile in position.piles]
    kinds = (table.columns, table.foundations, table.cells, table.reserve)
    return tuple([tuple(sorted(piles[kind.start : kind.stop])) for kind in kinds])


def _goal_called(goal: Goal, called: Renaming) -> tuple[str, int]:
    match goal:
        case CardHome(card):
            return "home", called[card]
        case Uncovered(card):
            return "uncover", called[card]
        case Spaces(number):
            return "space", number


def apart(rules: Rules, one: Position, other: Position) -> int:
    """Count the cards that lie on different cards in two positions."""
    return len(_lying(rules, one) - _lying(rules, other))


def _lying(rules: Rules, position: Position) -> set[tuple[str, Card, Card | None]]:
    """Return each card with the kind of its pile and the card that it lies on."""
    ids = layout(rules).ids
    return {
        (ids[at][0], card, on)
        for at, pile in enumerate(position.piles)
        for card, on in zip(pile, (None, *pile), strict=False)
    }
