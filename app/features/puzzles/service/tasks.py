"""Tasks: a position and a goal to reach from it without ever making a losing move.

The solvers judge what was tried. A position that can be won proves that no move before it lost, so we ask only about
the ends of the lines that were tried. If one of them is lost, we find the first losing move by halving the line. A
position that no solver can decide counts as right.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from app.core.bounds import LONGEST_TRY
from app.core.refusals import Impossible, NotFound, TooMany
from app.features.puzzles.rows import puzzles, tasks
from app.features.puzzles.service import lessons
from app.features.puzzles.values.event import InLesson, InPuzzle
from app.features.puzzles.values.task import Refutation, Task, TaskOutcome, TaskProgress
from app.play.rows import entries
from app.play.rows import questions as answers
from app.play.service import questions, shipped
from app.play.service.log import record_after
from app.play.service.secrecy import check_help_with
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from app.play.values.session import Entry, Session
from engine.asking import Verdict
from engine.descent import DealQuery
from engine.lessons import warnings_in
from engine.moves import Move, after, along, objection
from engine.position import Position, snapshot
from engine.puzzles import Puzzle, is_reached
from engine.record import Do, Status
from engine.rules import Variant
from engine.variations import Variations, of_record


@dataclass(frozen=True)
class TriedMoves:
    """Everything tried at a task, up to the goal if it was reached."""

    variant: Variant
    tree: Variations
    """The moves from the deal on."""
    start: int
    """The number of the task's position in the tree."""
    positions: dict[int, Position]
    """The positions from the task's on, by number, in the order in which they were reached."""
    seqs: dict[int, int]
    """The `seq` of the entry that first led to each position but the task's own, by number."""
    reached_at: int | None
    """When the goal was reached; None if it was not."""
    end: int
    """The number of the position at which the moves end."""
    times: dict[int, int]
    sure: frozenset[Position]
    """Positions that are taken to be winnable without asking: the task's own, or it would be no task, and in a lesson
    those on its way. A try at a puzzle is rated, so its verdicts wait for the solver like those of an earlier try."""

    @cached_property
    def ends(self) -> list[int]:
        """Return the numbers of the positions from which nothing more was tried, the first reached first."""
        return [number for number in self.seqs if not self.tree.following[number]]

    def line(self, number: int) -> list[int]:
        """List the numbers of the positions from the task's to another, including both."""
        way = [0, *self.tree.way(number)]
        return way[way.index(self.start) :]

    @property
    def standing(self) -> list[Move]:
        """List the moves that lead from the task's position to the end."""
        return [self.tree.moves[number - 1] for number in self.line(self.end)[1:]]

    def about(self, number: int) -> QuestionSubject:
        """Return a position as the subject of a question."""
        return QuestionSubject(self.variant, snapshot(self.variant.rules, self.positions[number]))

    @cached_property
    def names(self) -> dict[int, str]:
        """Return the name of the question about each position, by the position's number."""
        return {number: questions.key(QuestionKind.JUDGE, self.about(number)) for number in self.positions}


def find(connection: Connection, puzzle_id: str) -> Puzzle:
    """Return the puzzle with an id; raise `NotFound`."""
    found = shipped.shipped_puzzle(puzzle_id) or puzzles.find(connection, puzzle_id)
    if found is None:
        raise NotFound("There is no such puzzle here.")
    return found


def get_visible(connection: Connection, puzzle_id: str, now: int) -> Puzzle:
    """Return a puzzle that may be shown now. This is for the lane of heavy reads.

    Raises:
        NotFound, Withheld: an open event is played on its deal or on one near it.
    """
    found = find(connection, puzzle_id)
    check_help_with(connection, DealQuery(found.variant.rules, found.deck, ()), None, now)
    return found


def task_of(connection: Connection, session: Session) -> Puzzle:
    """Return the task of a session; raise `NotFound` if it has none."""
    match session.event:
        case InPuzzle(puzzle_id):
            return find(connection, puzzle_id)
        case InLesson() as lesson:
            return lessons.find(lesson).puzzle
        case _:
            raise NotFound("This game has no task.")


def note_turn(connection: Connection, session: Session, now: int) -> None:
    """Note that the player has acted at a table with a task, and ask a solver about the position there.

    The first move begins a player's first attempt at a puzzle, which counts however it ends.
    """
    task = tasks.find(connection, session.id)
    if task is None or task.outcome:
        return
    if isinstance(session.event, InPuzzle):
        puzzles.begin_attempt(connection, session.player_id, session.event.id, now)
    about = QuestionSubject(session.variant, snapshot(session.variant.rules, session.position))
    # A quick player need not wait: the panel asks again for missing verdicts.
    with suppress(TooMany):
        questions.ask(connection, QuestionKind.JUDGE, about, session.player_id, now)


def read_tries(session: Session, task: Puzzle, log: Sequence[Entry]) -> TriedMoves:
    """Return what was tried at a task, from its session's log."""
    deeds = [entry.deed for entry in log if entry.do is not Do.GIVE_UP]
    record, place, reached_at = record_after(session, deeds[: session.lead]), session.lead, None
    stood = [record.position]
    for entry in log[session.lead : len(deeds)]:
        record.enter(entry.deed)
        place += 1
        stood.append(record.position)
        if is_reached(session.variant.rules, record.position, task.goal):
            reached_at = entry.at
            break
    tree, numbers = of_record(deeds[:place])
    there = numbers[session.lead :]
    seqs: dict[int, int] = {}
    for seq, number in enumerate(there[1:], session.lead):
        if number != there[0]:
            seqs.setdefault(number, seq)
    times = {number: log[seq].at for number, seq in seqs.items()}
    positions = dict(zip(there, stood, strict=True))
    sure = _way(task) if isinstance(session.event, InLesson) else frozenset({task.position})
    return TriedMoves(session.variant, tree, there[0], positions, seqs, reached_at, there[-1], times, sure)


def tried_line(task: Puzzle, moves: Sequence[Move]) -> TriedMoves:
    """Return what a line of moves tries at a task, up to the goal; its `seqs` are the numbers of the moves, from 0.

    Raises:
        Impossible: a move is not legal where it stands; the sentence names the first such move.
    """
    rules, position = task.variant.rules, task.position
    start, made, reached = len(task.moves), list[Move](), is_reached(rules, task.position, task.goal)
    positions = {start: position}
    for place, move in enumerate(moves):
        if refused := objection(rules, position, move):
            raise Impossible(f"Move {place + 1}, {move}, is not legal: {refused.value}")
        position = after(rules, position, move)
        if not reached:
            made.append(move)
            positions[start + place + 1] = position
            reached = is_reached(rules, position, task.goal)
    seqs = {start + place + 1: place for place in range(len(made))}
    tree = Variations.of_line((*task.moves, *made))
    times = dict.fromkeys(seqs, 0)
    sure = frozenset({task.position})
    return TriedMoves(
        task.variant, tree, start, positions, seqs, 0 if reached else None, start + len(made), times, sure
    )


def _way(task: Puzzle) -> frozenset[Position]:
    return frozenset(along(task.variant.rules, task.position, task.way))


def stands(connection: Connection, session: Session, task: Puzzle) -> TaskProgress:
    """Return how a try stands by the known answers."""
    log = entries.all_of(connection, session.id)
    done = read_tries(session, task, log)
    too_long = session.seq - session.lead > LONGEST_TRY
    if done.reached_at is None and (too_long or session.status is Status.GIVEN_UP):
        return TaskProgress(TaskOutcome.LOST, None, session.changed_at)
    return judge(connection, done)


def warnings_of(connection: Connection, session: Session, task: Puzzle) -> Sequence[str]:
    """Return for each move that stands in a try at a lesson what the lesson says against it; none for a puzzle."""
    if not isinstance(session.event, InLesson):
        return ()
    done = read_tries(session, task, entries.all_of(connection, session.id))
    return warnings_in(lessons.find(session.event).lesson, done.standing)


def judge(connection: Connection, done: TriedMoves) -> TaskProgress:
    """Return how everything tried stands by the known answers."""
    kept = questions.known_answers(connection, list(done.names.values()))
    asks = list[Position]()
    for end in done.ends:
        match _judge_line(done, kept, end):
            case TaskProgress(asks=()) as lost if lost.outcome:
                return lost if not asks else TaskProgress(asks=tuple(asks))
            case TaskProgress(asks=wanting):
                asks += wanting
    if asks or done.reached_at is None:
        return TaskProgress(asks=tuple(asks))
    return TaskProgress(TaskOutcome.SOLVED, None, done.reached_at)


def ask(connection: Connection, player_id: str, variant: Variant, positions: Sequence[Position], now: int) -> None:
    """Ask solvers to judge positions of a player's try, as many as a player may wait for."""
    for position in positions:
        about = QuestionSubject(variant, snapshot(variant.rules, position))
        try:
            questions.ask(connection, QuestionKind.JUDGE, about, player_id, now)
        except TooMany:
            return


def is_answered(connection: Connection, variant: Variant, positions: Sequence[Position]) -> bool:
    """Return whether there is an answer about one of these positions."""
    about = [QuestionSubject(variant, snapshot(variant.rules, position)) for position in positions]
    return bool(questions.known_answers(connection, [questions.key(QuestionKind.JUDGE, each) for each in about]))


def refutation(connection: Connection, session: Session, task: Puzzle, stored: Task) -> Refutation | None:
    """Return the move that lost a try, and what wins instead; None if no move did."""
    if stored.lost_seq is None:
        return None
    log = entries.first_of(connection, session.id, stored.lost_seq + 1)
    done = read_tries(session, task, log)
    number = next(number for number, seq in done.seqs.items() if seq == stored.lost_seq)
    before = done.tree.parents[number - 1]
    return Refutation(
        before=done.positions[before],
        move=done.tree.moves[number - 1],
        line=tuple(done.tree.path(number)),
        better=_better(connection, task, done, before),
    )


def _better(connection: Connection, task: Puzzle, done: TriedMoves, before: int) -> tuple[Move, ...]:
    if before == done.start:
        return task.way
    kept = answers.answer_to(connection, done.names[before])
    return kept.judgement.line if kept else ()


def _judge_line(done: TriedMoves, kept: dict[str, Kept], end: int) -> TaskProgress:
    """Judge the line to one end: a move lost it, or it is right so far, or a position's verdict is missing."""
    line = done.line(end)
    verdicts = [_verdict(done, kept, number) for number in line]
    lost = next((place for place, verdict in enumerate(verdicts) if verdict is Verdict.UNWINNABLE), None)
    if lost is None:
        return TaskProgress(asks=() if verdicts[-1] else (done.positions[end],))
    kept_until = max(place for place in range(lost) if verdicts[place])
    if lost - kept_until > 1:
        return TaskProgress(asks=(done.positions[line[(lost + kept_until) // 2]],))
    return TaskProgress(TaskOutcome.LOST, done.seqs[line[lost]], done.times[line[lost]])


def _verdict(done: TriedMoves, kept: dict[str, Kept], number: int) -> Verdict | None:
    if done.positions[number] in done.sure:
        return Verdict.WINNABLE
    answer = kept.get(done.names[number])
    return answer.verdict if answer else None
