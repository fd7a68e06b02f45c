"""Answer questions: take them from the database, ask solver processes, and store their answers.

Some lanes take every kind of question. While there is none, they find deals, judge lost games, and do what features
have idle solvers do. If there are several lanes, one takes only questions of players who wait at the table.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.refusals import Withheld
from app.core.settings import Settings
from app.core.store.database import Database, StoreUnavailable
from app.play.rows import judging as deals
from app.play.rows import questions
from app.play.rows.judging import WaitingDeal
from app.play.service import judging
from app.play.solving.jobs import ATTEMPTS, JOBS, LEASE_MS, Spare, is_deadly, judge, think
from app.play.solving.processes import SolverDied, SolverProcess
from app.play.solving.prospecting import Prospector
from app.play.values.question import UNGUESSED, UNJUDGED, Question, QuestionKind, QuestionSubject
from app.play.values.solvers import Solvers

SPARE_EVERY = 16
"""One turn in this many goes to work that nobody waits for, even while questions wait."""
HOPELESS = ATTEMPTS + 2
"""After how many attempts a question is dropped, because even an answer without a solver failed."""
PAUSE_SECONDS = 0.1
"""How long an idle lane sleeps if other processes ask the questions."""
PAUSE_WHEN_CALLED_SECONDS = 10.0
"""How long it sleeps if those processes wake it when they ask."""
PAUSE_AT_HOME_SECONDS = 1.0
"""How long it sleeps if its own process asks all questions, and wakes it. While nobody is here, it sleeps longer."""
LOST_GAMES_EVERY_MS = 5_000
"""How long after a fruitless look a lane looks again for lost games to judge."""
SHORTEST_RESTART_SECONDS = 2.0
"""The shortest pause before a solver that did not start is started again."""
LONGEST_PAUSE_SECONDS = 60.0
"""The longest a lane sleeps when its solvers die one after another."""

Take = Callable[[Connection, int, int], Question | None]
"""A function that takes a question, as `app.play.rows.questions.take` does."""

_UNANSWERED = {QuestionKind.JUDGE: UNJUDGED, QuestionKind.GUESS: UNGUESSED}

_log = logging.getLogger("rampart")


class Worker:
    """Lanes over one database, each with a solver of its own.

    They look for questions less often in two cases: with a calm, while nobody is here; and without one, while `hears`
    says that other processes will wake them.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        calm: Calm | None = None,
        hears: Callable[[], bool] = lambda: False,
    ) -> None:
        self._database = database
        self._settings = settings
        self._calm = calm
        self._hears = hears
        self._pause_seconds = PAUSE_AT_HOME_SECONDS if calm else PAUSE_SECONDS
        self._woken = asyncio.Event()
        self._lanes = dict[int, Solvers]()
        self._prospector = Prospector(database, settings)
        self._lost_games_at = 0
        self._jobs = [jobs(database, calm) for jobs in JOBS]
        theirs = {kind: way for jobs in self._jobs for kind, way in jobs.ways.items()}
        self._ways = {QuestionKind.JUDGE: self._answer, QuestionKind.GUESS: self._answer} | theirs
        idly = (spare for jobs in self._jobs for spare in jobs.idly)
        self._idly = deque[Spare]([self._prospector.fill, self._judge_lost_games, *idly])

    @property
    def is_starting(self) -> bool:
        """Return whether there are lanes and none has had a solver yet: the first one on a machine has to compile."""
        stand = self._lanes.values()
        return Solvers.STARTING in stand and Solvers.READY not in stand

    @property
    def solvers(self) -> Solvers:
        """Return how the solvers of all lanes stand."""
        if self.is_starting:
            return Solvers.STARTING
        return Solvers.READY if Solvers.READY in self._lanes.values() else Solvers.AWAY

    def wake(self) -> None:
        """Wake idle lanes, so that they look for questions at once."""
        self._woken.set()

    @asynccontextmanager
    async def running(self, lanes: int) -> AsyncIterator[None]:
        """Answer questions in `lanes` lanes. If there are several, the first serves only players who wait."""
        first: Take = questions.take_at_once if lanes > 1 else questions.take
        takes = [first, *[questions.take] * (lanes - 1)][:lanes]
        # Every lane looks for a deal that a player waits for; only one lane looks for the other deals.
        spares: Sequence[Spare] = [*[self._prospector.grant] * (lanes - 1), self._look_around][:lanes]
        self._lanes = dict.fromkeys(range(lanes), Solvers.STARTING)
        works = [work for jobs in self._jobs for work in jobs.beside] if lanes else []
        async with beside(
            *(partial(self._lane, *kind) for kind in zip(range(lanes), takes, spares, strict=True)), *works
        ):
            yield
        self._lanes.clear()

    async def _lane(self, lane: int, take: Take, spare: Spare) -> None:
        solver, pause, turn = SolverProcess(self._settings.solver_memory), self._pause_seconds, 0
        try:
            while True:
                # From now on a wake-up counts, whatever this lane is about to find.
                self._woken.clear()
                try:
                    if not await self._make_ready(lane, solver):
                        # Nobody's question may wake this lane: a solver that does not start takes seconds of a core.
                        pause = min(max(pause * 2, SHORTEST_RESTART_SECONDS), LONGEST_PAUSE_SECONDS)
                        await asyncio.sleep(pause)
                        continue
                    turn += 1
                    # Now and then, work that nobody waits for comes first. Otherwise a crowd would stop it for good.
                    spared = turn % SPARE_EVERY == 0 and await spare(solver)
                    busy = spared or await self.answer_next(take, solver) or await spare(solver)
                    pause = self._pause_seconds
                except Exception as failed:
                    _tell(failed)
                    busy, pause = False, min(pause * 2, LONGEST_PAUSE_SECONDS)
                if not busy:
                    await self._sleep(pause)
        finally:
            await solver.close()

    async def _make_ready(self, lane: int, solver: SolverProcess) -> bool:
        """Start a lane's solver, and return whether it has started; log once that one fails, and once that all do."""
        try:
            await solver.ready()
        except SolverDied as died:
            if Solvers.AWAY not in self._lanes.values():
                _log.error("A solver does not start; the next tries have growing pauses, up to a minute. %s", died)
            self._lanes[lane] = Solvers.AWAY
            return False
        failed = self._lanes[lane] is Solvers.AWAY
        self._lanes[lane] = Solvers.READY
        if failed and Solvers.AWAY not in self._lanes.values():
            _log.warning("Solvers start again.")
        return True

    async def _sleep(self, seconds: float) -> None:
        if self._calm:
            await self._calm.sleep(seconds, max(seconds, LONGEST_SLEEP_SECONDS), self._woken)
            return
        try:
            async with asyncio.timeout(max(seconds, PAUSE_WHEN_CALLED_SECONDS) if self._hears() else seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    async def answer_next(self, take: Take, solver: SolverProcess) -> bool:
        """Answer a question if there is one to take, and return whether there was.

        Raises:
            SolverDied, StoreUnavailable: there is no answer, and the question goes back if the database allows.
        """
        now = now_ms()
        try:
            taken = await self._database.write(_take, take, now)
        except questions.PassedOver:
            await asyncio.sleep(PAUSE_SECONDS)
            return True
        if taken is None:
            return False
        if taken.attempts > HOPELESS or taken.kind not in self._ways:
            # Something about the question cannot be read, so that not even the answer without a solver could be given;
            # or it belongs to a feature that this server leaves out.
            _log.error("A question is dropped.", extra={"more": {"table": "question", "key": taken.key}})
            await self._database.write(questions.drop, taken.key)
            return True
        try:
            answered = await self._ways[taken.kind](taken, solver)
        except BaseException:
            # Another process can take the question now, without waiting for the lease to end.
            await self._database.write(questions.release, taken.key)
            raise
        for jobs in self._jobs:
            if answered and taken.kind in jobs.afterwards:
                jobs.afterwards[taken.kind](taken)
        return True

    async def _answer(self, taken: Question, solver: SolverProcess) -> bool:
        kind = taken.kind
        answer = _UNANSWERED[kind] if is_deadly(taken) else await think(solver, kind, taken.about)
        await self._database.write(lambda connection: questions.store_answer(connection, taken.key, answer, now_ms()))
        return True

    async def _look_around(self, solver: SolverProcess) -> bool:
        """Look for needed deals, or else fill the stock, judge lost games, or do one of the features' jobs.

        All but the first take turns, so that no lost game waits for a shelf on which hardly any deal can be won. Return
        whether there was work.
        """
        if await self._prospector.seek(solver):
            return True
        for _ in range(len(self._idly)):
            self._idly.rotate(-1)
            if await self._idly[-1](solver):
                return True
        return False

    async def _judge_lost_games(self, solver: SolverProcess) -> bool:
        """Judge the deal of a lost game, or queue the next lost games. Return whether there was anything to do."""
        now = now_ms()
        if now < self._lost_games_at:
            return False
        if await self._database.read(judging.may_go_on, now):
            if taken := await self._database.write(deals.take, now, now + LEASE_MS):
                await self._judge_deal(solver, taken)
                return True
            place, page = await self._database.read(judging.walk_on, now)
            if page:
                await self._database.write(judging.let_wait, place, page, now)
                return True
        self._lost_games_at = now + LOST_GAMES_EVERY_MS
        return False

    async def _judge_deal(self, solver: SolverProcess, waiting: WaitingDeal) -> None:
        try:
            answer = await self._database.read(judging.answer_to, waiting=waiting, now=now_ms())
        except Withheld:
            await self._database.write(judging.put_off, waiting=waiting, now=now_ms())
            return
        if answer is None:
            about = QuestionSubject(waiting.variant, judging.dealt_snapshot(waiting.variant, waiting.deck))
            deadly = waiting.attempts > ATTEMPTS
            answer = UNJUDGED if deadly else await judge(solver, about)
        await self._database.write(judging.keep, waiting=waiting, answer=answer, now=now_ms())


def _tell(failed: Exception) -> None:
    match failed:
        case StoreUnavailable():
            # The player's page will show this.
            return
        case SolverDied():
            _log.warning("A solver died at work. %s", failed)
        case _:
            _log.error("Answering a question failed.", exc_info=failed)


def _take(connection: Connection, take: Take, now: int) -> Question | None:
    questions.drop_unwanted(connection, now)
    return take(connection, now, now + LEASE_MS)
