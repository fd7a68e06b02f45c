"""Solvers look for puzzles: where a player asks for one and, while idle, in reviewed games.

They look at one place at a time, so that no question waits for long.
"""

from collections import deque
from functools import partial

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.live.calm import Calm
from app.core.refusals import Withheld
from app.core.store.database import Database
from app.features.puzzles.service import mining, proposals
from app.features.puzzles.service.mining import Seam
from app.play.rows import questions
from app.play.solving.jobs import Jobs, is_deadly
from app.play.solving.processes import SolverProcess
from app.play.values.question import UNMINED, Kept, Question, QuestionKind
from engine.asking import FindPuzzle, Mined, options_of, texts_of

MOST_WAITING = 100
"""How many games may wait. If there are more, the oldest are forgotten: nobody was promised a puzzle."""
SECONDS = 60.0
"""How long a solver may take for one place. It usually takes about a second."""


def jobs(database: Database, _: Calm | None) -> Jobs:
    """Return what puzzles have solvers do."""
    miner = Miner(database)
    return Jobs(
        ways={QuestionKind.PUZZLE: partial(_answer, database)},
        afterwards={QuestionKind.REVIEW: lambda reviewed: miner.note(reviewed.about.at)},
        idly=(miner.mine,),
    )


class Miner:
    """Looks for puzzles where players lost games. The waiting games are forgotten when the process ends."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reviewed = deque[str](maxlen=MOST_WAITING)
        self._seams = deque[Seam]()

    def note(self, session_id: str) -> None:
        """Put a reviewed game into the queue."""
        if session_id not in self._reviewed:
            self._reviewed.append(session_id)

    async def mine(self, solver: SolverProcess) -> bool:
        """Look for a puzzle at the next place, and return whether there was such a place."""
        if not (self._seams or self._reviewed):
            return False
        try:
            await self._mine(solver)
        except Withheld:
            # The game's deal is withheld for now. Other games will come, so do not wait for this one.
            self._seams.clear()
        return True

    async def _mine(self, solver: SolverProcess) -> None:
        now = now_ms()
        if not self._seams:
            session_id = self._reviewed.popleft()
            self._seams.extend(await self._database.study(mining.seams, session_id=session_id, now=now))
            return
        seam = self._seams.popleft()
        if await self._database.read(mining.is_worked_out, seam=seam):
            return
        if found := mining.read_found(seam, await dig(solver, seam)):
            await self._database.write(lambda connection: mining.keep(connection, found, now_ms()))


async def dig(solver: SolverProcess, seam: Seam) -> Kept:
    """Ask a solver for a puzzle at a place."""
    (options,) = options_of([seam.variant])
    asked = FindPuzzle(seam.variant.game.slug, options, seam.deal, texts_of(seam.moves), SECONDS)
    return Kept.of(await solver.ask(asked, Mined))


async def _answer(database: Database, taken: Question, solver: SolverProcess) -> bool:
    """Look for the puzzle that a player wants to make."""
    answer = UNMINED if is_deadly(taken) else await dig(solver, mining.seam_of(taken.about))
    await database.write(_keep, taken=taken, answer=answer)
    return True


def _keep(connection: Connection, taken: Question, answer: Kept) -> None:
    now, found = now_ms(), mining.read_found(mining.seam_of(taken.about), answer)
    try:
        if found and mining.keep(connection, found, now):
            proposals.propose(connection, found, taken.player_id, now)
    except Withheld:
        # An event on this deal has begun since the question. After the event, the player may ask again.
        questions.drop(connection, taken.key)
    else:
        questions.store_answer(connection, taken.key, answer, now)
