"""Idle solvers write the stories of closed dailies, about a second at a time, so that no question waits for long."""

from collections.abc import Awaitable, Callable
from time import monotonic

from msgspec import structs

from app.core.clock import now_ms
from app.core.live.calm import Calm
from app.core.refusals import Withheld
from app.core.store.database import Database
from app.features.daily.rows import stories
from app.features.daily.service import story as telling
from app.features.daily.values.story import Story, Telling
from app.play.rows import questions as answers
from app.play.service import questions
from app.play.solving.jobs import LEASE_MS, Jobs, judge
from app.play.solving.processes import SolverProcess
from app.play.values.question import UNJUDGED, Kept, QuestionKind, QuestionSubject

TURN_SECONDS = 1.0
"""After about this long, the storyteller stores the story so far and lets other work have its turn."""
LOOK_EVERY_MS = 5_000
"""How long after a fruitless look the storyteller looks again for dailies without a story."""
MOST_DEATHS = 3
"""How many times solvers may die over a story before the next position counts as undecided."""

Judging = Callable[[SolverProcess, QuestionSubject], Awaitable[Kept]]
"""A function that lets a solver judge a position."""


def jobs(database: Database, _: Calm | None) -> Jobs:
    """Return what dailies have solvers do."""
    return Jobs(idly=(Storyteller(database, judge, LEASE_MS).tell,))


class Storyteller:
    """Continues the stories of dailies."""

    def __init__(self, database: Database, judge: Judging, lease_ms: int) -> None:
        self._database = database
        self._judge = judge
        self._lease_ms = lease_ms
        self._look_at = 0

    async def tell(self, solver: SolverProcess) -> bool:
        """Continue a story for a while, and return whether there was one."""
        now = now_ms()
        if now < self._look_at:
            return False
        if await self._database.read(stories.is_due, now=now) and (
            taken := await self._database.write(stories.take, now=now, until=now + self._lease_ms)
        ):
            await self._tell(solver, taken)
            return True
        self._look_at = now + LOOK_EVERY_MS
        return False

    async def _tell(self, solver: SolverProcess, taken: Telling) -> None:
        # Skip a game that keeps killing its readers, even if no solver was involved.
        story = telling.skip(taken.story) if taken.attempts > MOST_DEATHS + 1 else taken.story
        deadly, due_at, until = taken.attempts > MOST_DEATHS, 0, monotonic() + TURN_SECONDS
        try:
            while not story.is_complete and monotonic() < until:
                step = await self._database.study(telling.go_on, telling=taken, story=story, now=now_ms())
                if isinstance(step, Story):
                    story = step
                    continue
                await self._answer(step, UNJUDGED if deadly else await self._judge(solver, step))
                story, deadly = structs.replace(story, asked=story.asked + 1), False
        except Withheld:
            due_at = now_ms() + telling.WITHHELD_MS
        again_at = None if story.is_complete else due_at
        await self._database.write(stories.keep, taken=taken, told=story, due_at=again_at)

    async def _answer(self, about: QuestionSubject, kept: Kept) -> None:
        key = questions.key(QuestionKind.JUDGE, about)
        await self._database.write(answers.store_answer, key=key, answered=kept, now=now_ms())
