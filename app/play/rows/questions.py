"""Statements about questions to the solver processes, and their answers."""

from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, case, delete, func, insert, or_, select, true, update
from sqlalchemy.exc import IntegrityError

from app.core.store.calling import call
from app.core.store.unreadable import passed_over, reads
from app.play.tables.solving import answer, question
from app.play.values.question import Kept, Question, QuestionKind, QuestionSubject
from engine.games import variant_of

_AT_ONCE = 500
_LONGEST_TAKEN_MS = 10 * 60_000
_AT_TABLE = question.c.kind.in_(("judge", "guess"))
_HEAD_START_MS = 2_000
# Players at a table come first, unless another has waited for longer than the head start. Addresses take turns, and so
# do the players of each.
_IN_LINE = (question.c.line_at - case((_AT_TABLE, _HEAD_START_MS), else_=0), question.c.turn_at, question.c.asked_at)


class PassedOver(Exception):
    """Raised when another lane is taking a question at this moment, which hides the others of its origin."""


_AS_THEY_ARE = (
    "key",
    "player_id",
    "asked_at",
    "wanted_until",
    "taken_until",
    "attempts",
    "line_at",
    "origin",
    "turn_at",
)


def renew(connection: Connection, key: str, until: int) -> bool:
    """Wait for the answer to a question until a later time; return whether the question is there."""
    return _change(connection, key, wanted_until=until) == 1


def add(connection: Connection, asked: Question) -> None:
    """Add a question at the end of the line, unless somebody else has just added it."""
    row = {field.name: getattr(asked, field.name) for field in fields(asked) if field.name != "about"} | {
        "game": asked.about.variant.game.slug,
        "options": asked.about.variant.text,
        "subject": asked.about.at,
        "line_at": asked.asked_at,
        "turn_at": asked.asked_at,
    }
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(question), row)
    call(connection)


def is_pending(connection: Connection, key: str) -> bool:
    """Return whether the question with that key waits for its answer."""
    return wanted_until(connection, key) is not None


def wanted_until(connection: Connection, key: str) -> int | None:
    """Return the time until which somebody waits for the answer to a question; None if there is no such question."""
    return connection.execute(select(question.c.wanted_until).where(question.c.key == key)).scalar_one_or_none()


def pending(connection: Connection, player_id: str) -> int:
    """Count a player's questions without an answer."""
    return connection.execute(select(func.count()).where(question.c.player_id == player_id)).scalar_one()


def pending_of(connection: Connection, origin: str) -> int:
    """Count the questions of an origin without an answer."""
    return connection.execute(select(func.count()).where(question.c.origin == origin)).scalar_one()


def has_room(connection: Connection, kind: QuestionKind, origin: str, at_most: int) -> bool:
    """Return whether one more question of a kind may wait; see `make_room`."""
    return make_room(connection, question, question.c.kind == kind, origin, at_most)


def make_room(connection: Connection, rows: Table, waiting: ColumnElement[bool], origin: str, at_most: int) -> bool:
    """Return whether there is room for one more row that waits.

    If there are `at_most`, delete the latest row of the origin that has the most, so that nobody fills all places; but
    not if this origin would then have as many.
    """
    counted = select(rows.c.origin, func.count().label("held")).where(waiting).group_by(rows.c.origin)
    held = {row.origin: int(row.held) for row in connection.execute(counted)}
    if sum(held.values()) < at_most:
        return True
    fullest = max(held, key=lambda whose: held[whose], default=origin)
    if held.get(fullest, 0) <= held.get(origin, 0) + 1:
        return False
    latest = select(rows.c.key).where(waiting, rows.c.origin == fullest).order_by(rows.c.asked_at.desc()).limit(1)
    connection.execute(delete(rows).where(rows.c.key.in_(list(connection.execute(latest).scalars()))))
    return True


def hand_over(connection: Connection, key: str, player_id: str, origin: str) -> None:
    """Hand a question over to another player who asked it too, so it stays when the first one has gone."""
    handed = {"player_id": player_id, "origin": origin}
    connection.execute(update(question).where(question.c.key == key).values(handed))


def take(connection: Connection, now: int, until: int) -> Question | None:
    """Take the next question of any kind, or None if there is none.

    All questions of its origin go to the end of the line, and those of its player to the end among them. So addresses
    take turns, and players, however much one of them asks.

    Raises:
        PassedOver: there may be one in a moment.
    """
    return _take(connection, true(), now, until)


def take_at_once(connection: Connection, now: int, until: int) -> Question | None:
    """Take the next question with a player waiting at the table; None if there is none."""
    return _take(connection, _AT_TABLE, now, until)


def store_answer(connection: Connection, key: str, answered: Kept, now: int) -> None:
    """Store an answer, replacing an earlier one, and drop its question."""
    store_partial_answer(connection, key, answered, now)
    drop(connection, key)


def store_partial_answer(connection: Connection, key: str, answered: Kept, now: int) -> None:
    """Store an answer as far as it is known, replacing an earlier one; its question stays."""
    connection.execute(delete(answer).where(answer.c.key == key))
    connection.execute(insert(answer), {"key": key, "words": answered.written, "used_at": now})


def release(connection: Connection, key: str) -> None:
    """Put back a question that was taken."""
    _change(connection, key, taken_until=0)


def go_on_later(connection: Connection, key: str) -> None:
    """Return a partly answered question to the line, as if nobody had ever taken it."""
    _change(connection, key, taken_until=0, attempts=0)


def go_on_last(connection: Connection, key: str, now: int) -> None:
    """Return a partly answered question to the end of the line."""
    _change(connection, key, taken_until=0, attempts=0, line_at=now)


def drop(connection: Connection, key: str) -> None:
    """Drop a question."""
    connection.execute(delete(question).where(question.c.key == key))


def drop_others(connection: Connection, player_id: str, kind: QuestionKind, key: str) -> None:
    """Drop a player's questions of a kind, except for one: they wait only for its answer."""
    theirs = (question.c.player_id == player_id, question.c.kind == kind, question.c.key != key)
    connection.execute(delete(question).where(*theirs))


def drop_unwanted(connection: Connection, now: int) -> int:
    """Drop the questions whose answers nobody waits for any longer; return their number."""
    return connection.execute(delete(question).where(question.c.wanted_until < now, _is_free(now))).rowcount


def answer_to(connection: Connection, key: str) -> Kept | None:
    """Return the answer to the question with that key, or None if there is none yet."""
    words = connection.execute(select(answer.c.words).where(answer.c.key == key)).scalar_one_or_none()
    return None if words is None else Kept(words)


def use(connection: Connection, key: str, now: int, every: int) -> None:
    """Note that somebody asked for an answer, unless the last note is younger than `every` milliseconds."""
    connection.execute(update(answer).where(answer.c.key == key, answer.c.used_at < now - every).values(used_at=now))


def answers(connection: Connection) -> int:
    """Count the stored answers."""
    return connection.execute(select(func.count()).select_from(answer)).scalar_one()


def forget_oldest(connection: Connection, count: int) -> None:
    """Delete the `count` answers for which nobody has asked in the longest time."""
    oldest = select(answer.c.key).order_by(answer.c.used_at).limit(count)
    connection.execute(delete(answer).where(answer.c.key.in_(oldest)))


def answers_to(connection: Connection, keys: list[str]) -> dict[str, Kept]:
    """Return the existing answers to these questions, by key."""
    found: dict[str, Kept] = {}
    for start in range(0, len(keys), _AT_ONCE):
        some = select(answer.c.key, answer.c.words).where(answer.c.key.in_(keys[start : start + _AT_ONCE]))
        found.update((row.key, Kept(row.words)) for row in connection.execute(some))
    return found


def _is_free(now: int) -> ColumnElement[bool]:
    # Nobody takes a question for so long, unless the clock was set back meanwhile.
    return or_(question.c.taken_until < now, question.c.taken_until > now + _LONGEST_TAKEN_MS)


def _change(connection: Connection, key: str, **changed: int) -> int:
    return connection.execute(update(question).where(question.c.key == key).values(**changed)).rowcount


def _take(connection: Connection, of_kind: ColumnElement[bool], now: int, until: int) -> Question | None:
    following = select(question).where(_is_free(now), of_kind, passed_over(question)).order_by(*_IN_LINE).limit(1)
    row = connection.execute(following.with_for_update(skip_locked=True)).first()
    if row is None:
        others = select(question.c.key).where(_is_free(now), of_kind, passed_over(question))
        if connection.execute(others.limit(1)).first():
            raise PassedOver
        return None
    taken = replace(_read(row), taken_until=until, attempts=row.attempts + 1)
    _change(connection, row.key, taken_until=until, attempts=row.attempts + 1)
    theirs = select(question.c.key).where(question.c.origin == row.origin)
    in_line = question.c.key.in_(theirs.with_for_update(skip_locked=True))
    had_turn = case((question.c.player_id == row.player_id, now), else_=question.c.turn_at)
    connection.execute(update(question).where(in_line).values(line_at=now, turn_at=had_turn))
    return taken


@reads(question)
def _read(row: Row[Any]) -> Question:
    rest = {name: getattr(row, name) for name in _AS_THEY_ARE}
    return Question(
        kind=QuestionKind(row.kind), about=QuestionSubject(variant_of(row.game, row.options), row.subject), **rest
    )
