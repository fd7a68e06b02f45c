"""Answering questions: takes them from the database, has solver processes think, and keeps what they say.

Some lanes take every kind of question, and where there is none find the deals of coming dailies and fill the stock;
one takes only the questions for whose answer a player waits at the table, so that a long review holds nobody up.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from secrets import choice

from sqlalchemy import Connection

from app.analysis import Document, Solver, SolverDied
from app.deps import now_ms
from app.finding import DailySearch, stock_deals
from app.services import daily, questions, review, stock
from app.services.questions import UNANSWERED, Kind
from app.services.rulebook import read_options
from app.services.stock import Shelf
from app.settings import Settings
from app.store import questions as store
from app.store.database import Database, StoreUnavailable
from app.store.questions import Question

SECONDS = 3.0
"""How long a solver may think about one position."""
LEASE_MS = 60_000
"""After so long without a word whoever took a question counts as dead."""
ATTEMPTS = 3
"""How often solvers may die over a question, or over one position of a review, before it stays undecided."""
PAUSE_SECONDS = 0.1
"""How long a lane sleeps that has nothing to do, where other processes ask."""
PAUSE_AT_HOME_SECONDS = 1.0
"""How long it sleeps where all that is asked is asked in its own process, and wakes it."""
MOST_IN_VAIN = 60
"""After so many fruitless tries in a row a shelf is left as it is until the next start."""
LONGEST_PAUSE_SECONDS = 60.0
"""How long it sleeps at most when its solvers die one after another."""

Take = Callable[[Connection, int, int], Question | None]
"""Takes a question, as `app.store.questions.take` does."""
Spare = Callable[[Solver], Awaitable[bool]]
"""What a lane does with its solver where there is no question; says whether there was anything to do."""

_log = logging.getLogger("rampart")


class Worker:
    """Lanes over one database, each with a solver of its own."""

    def __init__(self, database: Database, settings: Settings, pause_seconds: float = PAUSE_SECONDS) -> None:
        self._database = database
        self._settings = settings
        self._pause_seconds = pause_seconds
        self._woken = asyncio.Event()
        self._search: DailySearch | None = None
        self._in_vain: Counter[Shelf] = Counter()

    def wake(self) -> None:
        """Have idle lanes look for questions at once."""
        self._woken.set()

    @asynccontextmanager
    async def running(self, lanes: int) -> AsyncIterator[None]:
        """Answer questions in so many lanes; of several the first is kept for where a player waits."""
        takes: list[Take] = [store.take_at_once, *[store.take] * (lanes - 1)] if lanes > 1 else [store.take] * lanes
        # One lane looks for deals for all.
        spares: Sequence[Spare] = [*[_rest] * (lanes - 1), self._look_for_deals][:lanes]
        tasks = [asyncio.create_task(self._lane(*kind)) for kind in zip(takes, spares, strict=True)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _lane(self, take: Take, spare: Spare) -> None:
        solver, pause = Solver(self._settings.solver_memory), self._pause_seconds
        try:
            while True:
                # Who wakes this lane from now on is heard, whatever it is about to find.
                self._woken.clear()
                try:
                    await solver.ready()
                    busy = await self.answer_next(take, solver) or await spare(solver)
                    pause = self._pause_seconds
                except Exception as failed:
                    _tell(failed)
                    busy, pause = False, min(pause * 2, LONGEST_PAUSE_SECONDS)
                if not busy:
                    await self._sleep(pause)
        finally:
            await solver.close()

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    async def answer_next(self, take: Take, solver: Solver) -> bool:
        """Answer a question, if there is one to take; say whether there was.

        Raises:
            SolverDied, StoreUnavailable: the question has been given back.
        """
        now = now_ms()
        taken = await self._database.write(lambda connection: _take(connection, take, now))
        if taken is None:
            return False
        try:
            await (self._review if taken.kind == Kind.REVIEW else self._answer)(taken, solver)
        except BaseException:
            # Whoever looks next need not wait until the lease is over.
            await self._database.write(lambda connection: store.release(connection, taken.key))
            raise
        return True

    async def _answer(self, taken: Question, solver: Solver) -> None:
        kind = Kind(taken.kind)
        words = UNANSWERED[kind] if _is_deadly(taken) else await _think(solver, kind, *_about(taken))
        await self._database.write(lambda connection: store.answered(connection, taken.key, words, now_ms()))

    async def _review(self, taken: Question, solver: Solver) -> None:
        """Judge what a review needs, position by position; each answer is kept at once."""
        deadly = _is_deadly(taken)
        while found := await self._database.read(lambda connection: review.next_to_judge(connection, taken.subject)):
            session, position = found
            about = session.game, session.options, position
            words = UNANSWERED[Kind.JUDGE] if deadly else await _think(solver, Kind.JUDGE, *about)
            keep = partial(_keep, taken=taken, name=questions.key(Kind.JUDGE, about), words=words)
            if not await self._database.write(keep):
                return
            deadly = False
        await self._database.write(lambda connection: store.drop(connection, taken.key))

    async def _look_for_deals(self, solver: Solver) -> bool:
        """Look for deals of coming dailies, then for the stock; say whether there is something to look for."""
        return await self._find_daily(solver) or await self._fill_stock(solver)

    async def _find_daily(self, solver: Solver) -> bool:
        """Go on looking for the deal of the next daily that lacks one; say whether one does."""
        secret = self._settings.secret
        wanted = await self._database.read(lambda connection: daily.next_wanted(connection, secret, now_ms()))
        if wanted is None:
            return False
        if self._search is None or self._search.wanted != wanted:
            self._search = DailySearch(wanted, wanted.first)
        if found := await self._search.go_on(solver):
            await self._database.write(lambda connection: daily.choose(connection, secret, wanted, found, now_ms()))
        return True

    async def _fill_stock(self, solver: Solver) -> bool:
        """Try some deals for a shelf that has room for them; say whether there is one worth trying."""
        wanting = [shelf for shelf in await self._database.read(stock.wanting) if self._in_vain[shelf] < MOST_IN_VAIN]
        if not wanting:
            return False
        shelf = choice(wanting)
        found = await stock_deals(solver, shelf)
        added = await self._database.write(lambda connection: stock.add(connection, shelf, found))
        self._in_vain[shelf] = 0 if added else self._in_vain[shelf] + 1
        return True


async def _rest(_: Solver) -> bool:
    return False


def _tell(failed: Exception) -> None:
    match failed:
        case StoreUnavailable():
            # Whoever asks hears of it.
            return
        case SolverDied():
            _log.warning("A solver died: %s", failed)
        case _:
            _log.error("A question could not be answered.", exc_info=failed)


def _take(connection: Connection, take: Take, now: int) -> Question | None:
    store.drop_unwanted(connection, now)
    return take(connection, now, now + LEASE_MS)


def _about(taken: Question) -> questions.Subject:
    return taken.game, taken.options, taken.subject


def _is_deadly(taken: Question) -> bool:
    """Say whether a question has cost so many solvers that no other should be lost over it."""
    return taken.attempts > ATTEMPTS


def _keep(connection: Connection, taken: Question, name: str, words: str) -> bool:
    """Keep one answer of a review; say whether the review is still wanted."""
    store.answered(connection, name, words, now_ms())
    return store.got_on(connection, taken.key, now_ms() + LEASE_MS)


async def _think(solver: Solver, kind: Kind, game: str, options: str, position: str) -> str:
    asked: Document = {
        "ask": "guess" if kind is Kind.GUESS else "judge",
        "game": game,
        "options": read_options(options),
        "position": position,
        "seconds": SECONDS,
    }
    return json.dumps(await solver.ask(asked))
