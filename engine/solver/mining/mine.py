"""The search through deals for puzzles: the same deals and seed lead to the same puzzles everywhere."""

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
"""Places on the winning line of a deal from which imperfect play sets out."""
MOST_STRAYED = 12
"""The most moves of imperfect play."""
A_DEAL = 2
"""The most puzzles of one deal."""
GOALS_A_POSITION = 4
"""The most goals to try in a position."""
SPREAD = 20
"""Goals are tried by the moves up to them and a number below this: near ones first, but not always."""
TO_SHORTEN = 2_000
"""Positions looked at to shorten a line."""
APART = 6
"""The number of cards that lie on another card in two positions of a deal, at least, so that both may be puzzles."""
_LEFT = 8
"""Moves that a line has left where imperfect play sets out, at least."""


class Mine:
    """The puzzles of a variant found so far, and the search for more."""

    def __init__(self, solver: Solver, variant: Variant, found: Iterable[Puzzle] = ()) -> None:
        self._solver, self._variant = solver, variant
        self._judge = Judge(solver, variant.rules)
        self._shapes = {shape(variant.rules, one.position, one.goal) for one in found}

    def dig(self, number: int) -> Iterator[Puzzle]:
        """Yield the puzzles of a deal; none of a deal that is not quickly won."""
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
        """Return a puzzle that begins where moves lead on a deal; None if none is found there.

        Raises:
            IllegalMove: a move is not legal where it stands.
        """
        rules, deck = self._variant.rules, shuffled(number)
        self._judge.forget()
        dealt, position = deal(rules, deck), replay(rules, deck, moves)
        if not _is_open(dealt, position):
            return None
        return self._puzzle(number, deck, moves, [], Random(f"{self._variant} {number} {len(moves)}"))

    def _strayed(self, dealt: Position, line: tuple[Move, ...], random: Random) -> Iterator[tuple[Move, ...]]:
        """Yield moves to positions where imperfect play led, from places on a winning line."""
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
    """Say whether at most half of the face-down cards are left: a puzzle shows them, and few are to be taken in."""
    return 2 * sum(position.face_down) <= sum(dealt.face_down)


def shape(rules: Rules, position: Position, goal: Goal) -> tuple[object, ...]:
    """Return what is the same for positions and goals that differ in names alone: of suits and of piles."""
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
