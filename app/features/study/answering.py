"""Answers the questions of reviews and analysis boards, a part at a time, so players take turns at the solvers."""

from functools import partial

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.live.calm import Calm
from app.core.store.database import Database
from app.features.study.proving import Prover
from app.features.study.service import analysis, review
from app.play.rows import questions as store
from app.play.service import questions
from app.play.solving.jobs import ATTEMPTS, Jobs, is_deadly, judge, question_position
from app.play.solving.processes import SolverProcess
from app.play.values.question import UNJUDGED, Kept, Question, QuestionKind, QuestionSubject
from engine.asking import LabelMoves, Labels
from engine.position import restore

SLICE_SECONDS = 0.1
"""After about this long, a solver's labels are stored, and other questions have their turn."""


def jobs(database: Database, calm: Calm | None) -> Jobs:
    """Return what studying games has solvers do: review them, label moves, and write certificates beside."""
    ways = {QuestionKind.REVIEW: partial(_review, database), QuestionKind.LABEL: partial(_label, database)}
    return Jobs(ways=ways, beside=(Prover(database, calm).run,))


async def _review(database: Database, taken: Question, solver: SolverProcess) -> bool:
    """Judge one position of a review. The review continues when other questions have had their turn."""
    now = now_ms()
    # A position that kills solvers gets an answer without a solver. If even that attempt fails, none will help.
    hopeless = taken.attempts > ATTEMPTS + 1
    found = None if hopeless else await database.study(review.next_slice, taken.about.at, now)
    if found is None:
        await database.write(store.drop, taken.key)
        return not hopeless
    answer = UNJUDGED if is_deadly(taken) else await judge(solver, found)
    await database.write(_keep_judgement, taken=taken, judged=found, answer=answer)
    return False


async def _label(database: Database, taken: Question, solver: SolverProcess) -> bool:
    """Label moves for a while. The rest follow when other questions have had their turn."""
    before = await database.read(store.answer_to, taken.key)
    known = before.labels if before else Labels()
    if is_deadly(taken):
        variant, at = taken.about
        labels = (known if known.moves else analysis.at_first(variant, restore(variant.rules, at))).settled()
    else:
        labels = await solver.ask(LabelMoves(question_position(taken.about), known, SLICE_SECONDS), Labels)
    await database.write(_keep_labels, taken=taken, labels=labels)
    return not labels.open


def _keep_judgement(connection: Connection, taken: Question, judged: QuestionSubject, answer: Kept) -> None:
    store.store_answer(connection, questions.key(QuestionKind.JUDGE, judged), answer, now_ms())
    store.go_on_later(connection, taken.key)


def _keep_labels(connection: Connection, taken: Question, labels: Labels) -> None:
    if labels.open:
        kept = labels if store.is_pending(connection, taken.key) else labels.set_aside()
        store.store_partial_answer(connection, taken.key, Kept.of(kept), now_ms())
        store.go_on_last(connection, taken.key, now_ms())
    else:
        store.store_answer(connection, taken.key, Kept.of(labels), now_ms())
