"""What a solver is asked about one position, and what features have solvers do beside what is asked at the table."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.live.calm import Calm
from app.core.slots import Slot
from app.core.store.database import Database
from app.play.solving.processes import SolverProcess
from app.play.values.question import Kept, Question, QuestionKind, QuestionSubject
from engine.asking import Guess, Judgement, JudgePosition, MakeGuesses, VariantPosition

Way = Callable[[Question, SolverProcess], Awaitable[bool]]
"""A function that answers a question, or a part of it. Returns whether that was all of it."""
Spare = Callable[[SolverProcess], Awaitable[bool]]
"""What a lane does with its solver while there is no question. Returns whether there was anything to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """What a feature has the solvers of one process do."""

    ways: Mapping[QuestionKind, Way] = field(default_factory=dict)
    """How to answer its kinds of questions."""
    afterwards: Mapping[QuestionKind, Callable[[Question], None]] = field(default_factory=dict)
    """What to do once all of a question is answered, whoever's kind it is."""
    idly: Sequence[Spare] = ()
    """What solvers do while there is no question. All features take turns."""
    beside: Sequence[Callable[[], Coroutine[Any, Any, None]]] = ()
    """What goes on beside the lanes, without a solver."""


JOBS = Slot[Callable[[Database, Calm | None], Jobs]]("jobs for solvers")
"""Functions that return the jobs for a process with this database, and with a calm if it serves visitors."""


SECONDS = 3.0
"""How long a solver may think about one position."""
LEASE_MS = 60_000
"""After this long without an answer, the process that took a question counts as dead."""
ATTEMPTS = 3
"""How many times solvers may die over a question, or over one position of a review, before it stays undecided."""


def is_deadly(taken: Question) -> bool:
    """Return whether a question has killed so many solvers that we should stop asking it."""
    return taken.attempts > ATTEMPTS


def question_position(about: QuestionSubject) -> VariantPosition:
    """Return a position as solvers are asked about it."""
    return VariantPosition(about.variant.game.slug, dict(about.variant.options), about.at)


async def judge(solver: SolverProcess, about: QuestionSubject) -> Kept:
    """Let a solver judge a position."""
    return Kept.of(await solver.ask(JudgePosition(question_position(about), SECONDS), Judgement))


async def think(solver: SolverProcess, kind: QuestionKind, about: QuestionSubject) -> Kept:
    """Let a solver answer a question about a position that is asked at a table."""
    if kind is QuestionKind.GUESS:
        return Kept.of(await solver.ask(MakeGuesses(question_position(about), SECONDS), Guess))
    return await judge(solver, about)
