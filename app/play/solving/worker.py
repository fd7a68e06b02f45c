"""Answer questions: take them from the database, ask solver processes, and store their answers.

Some lanes take every kind of question. While there is none, they find deals for coming dailies and the stock, judge
lost games, tell how closed dailies went, and look for puzzles in reviewed games. If there are several lanes, one takes
only questions of players who wait at the table. A lane reviews one position at a time, so players take turns.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.live.calm import LONGEST_SLEEP_SECONDS, Calm
from app.core.refusals import Withheld
from app.core.settings import Settings
from app.core.store.database import Database, StoreUnavailable
from app.features.daily.storytelling import Storyteller
from app.features.puzzles.mining import Miner, dig
from app.features.puzzles.service import mining
from app.features.study.proving import Prover
from app.features.study.service import analysis, review
from app.play.rows import judging as deals
from app.play.rows import questions as store
from app.play.rows.judging import Waiting
from app.play.service import judging, questions
from app.play.solving.processes import Solver, SolverDied
from app.play.solving.prospecting import Prospector
from app.play.values.question import UNGUESSED, UNJUDGED, UNMINED, Kept, Kind, Question, Subject
from engine.asking import Guess, Judge, Judgement, LabelMoves, Labels, MakeGuesses, Placed
from engine.position import restore

SECONDS = 3.0
"""How long a solver may think about one position."""
SLICE_SECONDS = 0.1
"""After about this long, a lane stores the moves labelled so far, and other questions have their turn."""
LEASE_MS = 60_000
"""After this long without an answer, the process that took a question counts as dead."""
SPARE_EVERY = 16
"""One turn in this many goes to work that nobody waits for, even while questions wait."""
ATTEMPTS = 3
"""How many times solvers may die over a question, or over one position of a review, before it stays undecided."""
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
LONGEST_PAUSE_SECONDS = 60.0
"""The longest a lane sleeps when its solvers die one after another."""

Take = Callable[[Connection, int, int], Question | None]
"""A function that takes a question, as `app.play.rows.questions.take` does."""
Spare = Callable[[Solver], Awaitable[bool]]
"""What a lane does with its solver while there is no question. Returns whether there was anything to do."""

_UNANSWERED = {Kind.JUDGE: UNJUDGED, Kind.GUESS: UNGUESSED}

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
        self._starting = False
        self._prospector = Prospector(database, settings)
        self._lost_games_at = 0
        tell = Storyteller(database, _judge, LEASE_MS).tell
        self._miner = Miner(database)
        self._idly = deque[Spare]([self._prospector.fill, self._judge_lost_games, tell, self._miner.mine])
        self._ways = {Kind.REVIEW: self._review, Kind.LABEL: self._label, Kind.PUZZLE: self._dig}

    @property
    def is_starting(self) -> bool:
        """Return whether there are lanes and none has had a solver yet: the first one on a machine has to compile."""
        return self._starting

    def wake(self) -> None:
        """Wake idle lanes, so that they look for questions at once."""
        self._woken.set()

    @asynccontextmanager
    async def running(self, lanes: int) -> AsyncIterator[None]:
        """Answer questions in `lanes` lanes. If there are several, the first serves only players who wait."""
        takes: list[Take] = [store.take_at_once, *[store.take] * (lanes - 1)] if lanes > 1 else [store.take] * lanes
        # Every lane looks for a deal that a player waits for; only one lane looks for the other deals.
        spares: Sequence[Spare] = [*[self._prospector.grant] * (lanes - 1), self._look_around][:lanes]
        self._starting = lanes > 0
        provers = [Prover(self._database, self._calm).run] * min(lanes, 1)
        async with beside(*(partial(self._lane, *kind) for kind in zip(takes, spares, strict=True)), *provers):
            yield

    async def _lane(self, take: Take, spare: Spare) -> None:
        solver, pause, turn = Solver(self._settings.solver_memory), self._pause_seconds, 0
        try:
            while True:
                # From now on a wake-up counts, whatever this lane is about to find.
                self._woken.clear()
                try:
                    await solver.ready()
                    self._starting = False
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

    async def _sleep(self, seconds: float) -> None:
        if self._calm:
            await self._calm.sleep(seconds, max(seconds, LONGEST_SLEEP_SECONDS), self._woken)
            return
        try:
            async with asyncio.timeout(max(seconds, PAUSE_WHEN_CALLED_SECONDS) if self._hears() else seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    async def answer_next(self, take: Take, solver: Solver) -> bool:
        """Answer a question if there is one to take, and return whether there was.

        Raises:
            SolverDied, StoreUnavailable: there is no answer, and the question goes back if the database allows.
        """
        now = now_ms()
        try:
            taken = await self._database.write(lambda connection: _take(connection, take, now))
        except store.PassedOver:
            await asyncio.sleep(PAUSE_SECONDS)
            return True
        if taken is None:
            return False
        if taken.attempts > HOPELESS:
            # Not even the answer without a solver could be given: something about the question cannot be read.
            _log.error("A question is dropped.", extra={"more": {"table": "question", "key": taken.key}})
            await self._database.write(lambda connection: store.drop(connection, taken.key))
            return True
        try:
            await self._ways.get(taken.kind, self._answer)(taken, solver)
        except BaseException:
            # Another process can take the question now, without waiting for the lease to end.
            await self._database.write(lambda connection: store.release(connection, taken.key))
            raise
        return True

    async def _answer(self, taken: Question, solver: Solver) -> None:
        kind = taken.kind
        answer = _UNANSWERED[kind] if _is_deadly(taken) else await _think(solver, kind, taken.about)
        await self._database.write(lambda connection: store.answered(connection, taken.key, answer, now_ms()))

    async def _review(self, taken: Question, solver: Solver) -> None:
        """Judge one position of a review. The review continues when other questions have had their turn."""
        now = now_ms()
        # A position that kills solvers gets an answer without a solver. If even that attempt fails, none will help.
        hopeless = taken.attempts > ATTEMPTS + 1
        found = (
            None
            if hopeless
            else await self._database.study(lambda connection: review.next_slice(connection, taken.about.at, now))
        )
        if found is None:
            await self._database.write(lambda connection: store.drop(connection, taken.key))
            if not hopeless:
                self._miner.note(taken.about.at)
            return
        answer = UNJUDGED if _is_deadly(taken) else await _think(solver, Kind.JUDGE, found)
        await self._database.write(partial(_keep, taken=taken, judged=found, answer=answer))

    async def _label(self, taken: Question, solver: Solver) -> None:
        """Label moves for a while. The rest follow when other questions have had their turn."""
        before = await self._database.read(lambda connection: store.answer_to(connection, taken.key))
        known = before.labels if before else Labels()
        if _is_deadly(taken):
            variant, at = taken.about
            labels = (known if known.moves else analysis.at_first(variant, restore(variant.rules, at))).settled()
        else:
            labels = await solver.ask(LabelMoves(_placed(taken.about), known, SLICE_SECONDS), Labels)
        await self._database.write(partial(_keep_labels, taken=taken, labels=labels))

    async def _dig(self, taken: Question, solver: Solver) -> None:
        """Look for the puzzle that a player wants to make."""
        answer = UNMINED if _is_deadly(taken) else await dig(solver, mining.seam_of(taken.about))
        await self._database.write(partial(_keep_puzzle, taken=taken, answer=answer))

    async def _look_around(self, solver: Solver) -> bool:
        """Look for needed deals, or else fill the stock, judge lost games, tell how dailies went and find puzzles.

        The last four take turns, so that no lost game waits for a shelf on which hardly any deal can be won. Return
        whether there was work.
        """
        if await self._prospector.seek(solver):
            return True
        for _ in range(len(self._idly)):
            self._idly.rotate(-1)
            if await self._idly[-1](solver):
                return True
        return False

    async def _judge_lost_games(self, solver: Solver) -> bool:
        """Judge the deal of a lost game, or queue the next lost games. Return whether there was anything to do."""
        now = now_ms()
        if now < self._lost_games_at:
            return False
        if await self._database.read(lambda connection: judging.may_go_on(connection, now)):
            if taken := await self._database.write(lambda connection: deals.take(connection, now, now + LEASE_MS)):
                await self._judge_deal(solver, taken)
                return True
            place, page = await self._database.read(lambda connection: judging.walk_on(connection, now))
            if page:
                await self._database.write(lambda connection: judging.let_wait(connection, place, page, now))
                return True
        self._lost_games_at = now + LOST_GAMES_EVERY_MS
        return False

    async def _judge_deal(self, solver: Solver, waiting: Waiting) -> None:
        try:
            answer = await self._database.read(partial(judging.answer_to, waiting=waiting, now=now_ms()))
        except Withheld:
            await self._database.write(partial(judging.put_off, waiting=waiting, now=now_ms()))
            return
        if answer is None:
            about = Subject(waiting.variant, judging.dealt(waiting.variant, waiting.deck))
            deadly = waiting.attempts > ATTEMPTS
            answer = UNJUDGED if deadly else await _think(solver, Kind.JUDGE, about)
        await self._database.write(partial(judging.keep, waiting=waiting, answer=answer, now=now_ms()))


def _tell(failed: Exception) -> None:
    match failed:
        case StoreUnavailable():
            # The player's page will show this.
            return
        case SolverDied():
            _log.warning("A solver died: %s", failed)
        case _:
            _log.error("Answering a question failed.", exc_info=failed)


def _take(connection: Connection, take: Take, now: int) -> Question | None:
    store.drop_unwanted(connection, now)
    return take(connection, now, now + LEASE_MS)


def _is_deadly(taken: Question) -> bool:
    """Say whether a question has killed so many solvers that we should stop asking it."""
    return taken.attempts > ATTEMPTS


def _keep(connection: Connection, taken: Question, judged: Subject, answer: Kept) -> None:
    store.answered(connection, questions.key(Kind.JUDGE, judged), answer, now_ms())
    store.go_on_later(connection, taken.key)


def _keep_puzzle(connection: Connection, taken: Question, answer: Kept) -> None:
    now, found = now_ms(), mining.found(mining.seam_of(taken.about), answer)
    try:
        if found:
            mining.keep(connection, found, now)
    except Withheld:
        # An event on this deal has begun since the question. After the event, the player may ask again.
        store.drop(connection, taken.key)
    else:
        store.answered(connection, taken.key, answer, now)


def _keep_labels(connection: Connection, taken: Question, labels: Labels) -> None:
    if labels.open:
        kept = labels if store.is_pending(connection, taken.key) else labels.set_aside()
        store.answered_in_part(connection, taken.key, Kept.of(kept), now_ms())
        store.go_on_last(connection, taken.key, now_ms())
    else:
        store.answered(connection, taken.key, Kept.of(labels), now_ms())


def _placed(about: Subject) -> Placed:
    return Placed(about.variant.game.slug, dict(about.variant.options), about.at)


async def _judge(solver: Solver, about: Subject) -> Kept:
    return await _think(solver, Kind.JUDGE, about)


async def _think(solver: Solver, kind: Kind, about: Subject) -> Kept:
    placed = _placed(about)
    if kind is Kind.GUESS:
        return Kept.of(await solver.ask(MakeGuesses(placed, SECONDS), Guess))
    return Kept.of(await solver.ask(Judge(placed, SECONDS), Judgement))
