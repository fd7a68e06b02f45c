"""What a solver knows: deals that can be won, with the way; puzzles with theirs; and answers to what players ask."""

from collections import defaultdict
from functools import cache
from itertools import count

from app.play.service import shipped, stock
from app.play.values.question import Kept, QuestionKind
from engine.asking import Judgement
from engine.deals import shuffled
from engine.games import find, variant_of
from engine.moves import Move, apply, legal_moves
from engine.position import deal, restore
from engine.puzzles import Puzzle
from engine.rules import Variant
from engine.solver import Solver, Verdict

SOLVED = ("fortress", "stonewall")
"""The games of whose deals enough can be won."""
NODES = 3_000
PUZZLES = 12
"""How many puzzles of a game are tried."""
_SOLVER = Solver()
_FOUND: defaultdict[Variant, list[int]] = defaultdict(list)
_WAYS: dict[str, tuple[Move, ...]] = {}


class Ways:
    """What a solver knows, of which each town gets the same deals, each deal once."""

    def __init__(self) -> None:
        self._given: defaultdict[Variant, count[int]] = defaultdict(count)

    def some(self, variant: Variant, wanted: int) -> list[int]:
        """Return numbers of secret deals that this town has not had yet, with a known way if the game is easy."""
        if variant.game.slug not in SOLVED:
            return [stock.secret_deal() for _ in range(wanted)]
        return [_winnable(variant, next(self._given[variant])) for _ in range(wanted)]

    def way(self, number: str) -> tuple[Move, ...]:
        """Return the moves that win a deal; none if nobody knows them."""
        return _WAYS.get(number, ())

    def puzzle(self, slug: str, n: int) -> Puzzle:
        """Return one of a game's first puzzles."""
        variant = find(slug).settle({})
        ids = shipped.shipped_ids(variant)[:PUZZLES]
        found = shipped.shipped_puzzle(ids[n % len(ids)])
        assert found
        return found

    def wrong(self, puzzle: Puzzle) -> list[str]:
        """Return a first move that loses a puzzle, if there is one."""
        return _wrong(puzzle.id)

    def judged(self, game: str, options: str, position: str) -> Kept:
        """Judge a position, as a solver does for a question of that kind."""
        return _judged(game, options, position)


JUDGED = QuestionKind.JUDGE
"""The only questions that are answered."""


def _winnable(variant: Variant, place: int) -> int:
    found = _FOUND[variant]
    while len(found) <= place:
        number = stock.secret_deal()
        solution = _SOLVER.solve(variant.rules, deal(variant.rules, shuffled(number)), nodes=NODES)
        if solution.verdict is Verdict.WINNABLE and solution.moves:
            _WAYS[str(number)] = tuple(solution.moves)
            found.append(number)
    return found[place]


@cache
def _wrong(puzzle_id: str) -> list[str]:
    puzzle = shipped.shipped_puzzle(puzzle_id)
    assert puzzle
    rules = puzzle.variant.rules
    for move in legal_moves(rules, puzzle.position):
        if _SOLVER.solve(rules, apply(rules, puzzle.position, move), nodes=50 * NODES).verdict is Verdict.UNWINNABLE:
            return [str(move)]
    return []


@cache
def _judged(game: str, options: str, position: str) -> Kept:
    rules = variant_of(game, options).rules
    solution = _SOLVER.solve(rules, restore(rules, position), nodes=50 * NODES)
    moves = tuple(map(str, solution.moves)) if solution.moves else None
    return Kept.of(Judgement(solution.verdict, moves))
