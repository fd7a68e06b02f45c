"""What a solver is asked about one position, for how long, and how often it may die over that."""

from app.play.solving.processes import Solver
from app.play.values.question import Kept, Kind, Question, Subject
from engine.asking import Guess, Judge, Judgement, MakeGuesses, Placed

SECONDS = 3.0
"""How long a solver may think about one position."""
LEASE_MS = 60_000
"""After this long without an answer, the process that took a question counts as dead."""
ATTEMPTS = 3
"""How many times solvers may die over a question, or over one position of a review, before it stays undecided."""


def is_deadly(taken: Question) -> bool:
    """Return whether a question has killed so many solvers that we should stop asking it."""
    return taken.attempts > ATTEMPTS


def placed(about: Subject) -> Placed:
    """Return a position as solvers are asked about it."""
    return Placed(about.variant.game.slug, dict(about.variant.options), about.at)


async def judge(solver: Solver, about: Subject) -> Kept:
    """Let a solver judge a position."""
    return Kept.of(await solver.ask(Judge(placed(about), SECONDS), Judgement))


async def think(solver: Solver, kind: Kind, about: Subject) -> Kept:
    """Let a solver answer a question about a position that is asked at a table."""
    if kind is Kind.GUESS:
        return Kept.of(await solver.ask(MakeGuesses(placed(about), SECONDS), Guess))
    return await judge(solver, about)
