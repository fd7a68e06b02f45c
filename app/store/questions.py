"""Statements about questions to the solver processes, and their answers."""

from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Select, bindparam, case, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.model.question import Kept, Kind, Question, Subject
from app.store.schema import answer, question
from engine.games import variant_of

_AT_ONCE = 500
_ADD = insert(question).values({column.name: bindparam(column.name) for column in question.columns})
_RENEW = update(question).where(question.c.key == bindparam("which")).values(wanted_until=bindparam("until"))
_PENDING = select(func.count()).select_from(question).where(question.c.player_id == bindparam("whose"))
_WANTED_UNTIL = select(question.c.wanted_until).where(question.c.key == bindparam("which"))
_NEXT = (
    select(question)
    .where(question.c.taken_until < bindparam("now"))
    .order_by(case((question.c.kind == "review", 1), else_=0), question.c.line_at, question.c.asked_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_NEXT_AT_ONCE = _NEXT.where(question.c.kind != "review")
_TAKE = (
    update(question)
    .where(question.c.key == bindparam("which"))
    .values(taken_until=bindparam("until"), attempts=question.c.attempts + 1)
)
# Another lane may be taking one of them at this moment; that one goes to the end of the line by itself.
_TO_THE_END = (
    update(question)
    .where(
        question.c.key.in_(
            select(question.c.key)
            .where(question.c.player_id == bindparam("whose"), question.c.kind == "review")
            .with_for_update(skip_locked=True)
        )
    )
    .values(line_at=bindparam("now"))
)
_RELEASE = update(question).where(question.c.key == bindparam("which")).values(taken_until=0)
_GO_ON_LATER = update(question).where(question.c.key == bindparam("which")).values(taken_until=0, attempts=0)
_DROP = delete(question).where(question.c.key == bindparam("which"))
_DROP_UNWANTED = delete(question).where(
    question.c.wanted_until < bindparam("now"), question.c.taken_until < bindparam("now")
)
_ANSWER = select(answer.c.words).where(answer.c.key == bindparam("which"))
_ANSWERS = select(answer.c.key, answer.c.words).where(answer.c.key.in_(bindparam("which", expanding=True)))
_KEEP = insert(answer).values({column.name: bindparam(column.name) for column in answer.columns})
_FORGET = delete(answer).where(answer.c.key == bindparam("which"))
_USE = (
    update(answer)
    .where(answer.c.key == bindparam("which"), answer.c.used_at < bindparam("before"))
    .values(used_at=bindparam("now"))
)
_COUNT_ANSWERS = select(func.count()).select_from(answer)
_FORGET_OLDEST = delete(answer).where(
    answer.c.key.in_(select(answer.c.key).order_by(answer.c.used_at).limit(bindparam("at_most")))
)


def renew(connection: Connection, key: str, until: int) -> bool:
    """Wait longer for the answer to a question; say whether it is there."""
    return bool(connection.execute(_RENEW, {"which": key, "until": until}).rowcount)


def add(connection: Connection, asked: Question) -> None:
    """Add a question at the end of the line, unless somebody else has just added it."""
    row = {
        "key": asked.key,
        "kind": asked.kind,
        "game": asked.about.variant.game.slug,
        "options": asked.about.variant.text,
        "subject": asked.about.at,
        "player_id": asked.player_id,
        "asked_at": asked.asked_at,
        "wanted_until": asked.wanted_until,
        "taken_until": asked.taken_until,
        "attempts": asked.attempts,
        "line_at": asked.asked_at,
    }
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(_ADD, row)


def is_pending(connection: Connection, key: str) -> bool:
    """Say whether the question of that key waits for its answer."""
    return wanted_until(connection, key) is not None


def wanted_until(connection: Connection, key: str) -> int | None:
    """Return until when somebody waits for the answer to a question; None if it does not wait for one."""
    return connection.execute(_WANTED_UNTIL, {"which": key}).scalar_one_or_none()


def pending(connection: Connection, player_id: str) -> int:
    """Count a player's questions without an answer."""
    return int(connection.execute(_PENDING, {"whose": player_id}).scalar_one())


def take(connection: Connection, now: int, until: int) -> Question | None:
    """Take the question to be answered next, of any kind; None if there is none.

    With a review all reviews of its player go to the end of the line, so that players take turns, however many reviews
    one of them has begun.
    """
    return _take(connection, _NEXT, now, until)


def take_at_once(connection: Connection, now: int, until: int) -> Question | None:
    """Take the next question with a player waiting at the table; None if there is none."""
    return _take(connection, _NEXT_AT_ONCE, now, until)


def answered(connection: Connection, key: str, answer: Kept, now: int) -> None:
    """Store an answer, replacing an earlier one, and drop its question."""
    connection.execute(_FORGET, {"which": key})
    connection.execute(_KEEP, {"key": key, "words": answer.written, "used_at": now})
    drop(connection, key)


def release(connection: Connection, key: str) -> None:
    """Put back a question that was taken."""
    connection.execute(_RELEASE, {"which": key})


def go_on_later(connection: Connection, key: str) -> None:
    """Return a question to the line, of which a part has been answered, as if it had never been taken."""
    connection.execute(_GO_ON_LATER, {"which": key})


def drop(connection: Connection, key: str) -> None:
    """Drop a question."""
    connection.execute(_DROP, {"which": key})


def drop_unwanted(connection: Connection, now: int) -> int:
    """Drop the questions whose answers nobody waits for any longer; return their number."""
    return connection.execute(_DROP_UNWANTED, {"now": now}).rowcount


def answer_to(connection: Connection, key: str) -> Kept | None:
    """Return the answer to the question of that key, None if there is none yet."""
    words = connection.execute(_ANSWER, {"which": key}).scalar_one_or_none()
    return None if words is None else Kept(words)


def use(connection: Connection, key: str, now: int, every: int) -> None:
    """Note that somebody asked for an answer, unless the last note is more recent than so long ago."""
    connection.execute(_USE, {"which": key, "now": now, "before": now - every})


def answers(connection: Connection) -> int:
    """Count the stored answers."""
    return int(connection.execute(_COUNT_ANSWERS).scalar_one())


def forget_oldest(connection: Connection, count: int) -> None:
    """Delete so many answers, the longest unasked first."""
    connection.execute(_FORGET_OLDEST, {"at_most": count})


def answers_to(connection: Connection, keys: list[str]) -> dict[str, Kept]:
    """Return the answers there are to these questions, by key."""
    found: dict[str, Kept] = {}
    for start in range(0, len(keys), _AT_ONCE):
        rows = connection.execute(_ANSWERS, {"which": keys[start : start + _AT_ONCE]})
        found.update((row.key, Kept(row.words)) for row in rows)
    return found


def _take(connection: Connection, statement: Select[Any], now: int, until: int) -> Question | None:
    row = connection.execute(statement, {"now": now}).first()
    if row is None:
        return None
    connection.execute(_TAKE, {"which": row.key, "until": until})
    if row.kind == "review":
        connection.execute(_TO_THE_END, {"whose": row.player_id, "now": now})
    return Question(
        row.key,
        Kind(row.kind),
        Subject(variant_of(row.game, row.options), row.subject),
        row.player_id,
        row.asked_at,
        row.wanted_until,
        until,
        row.attempts + 1,
        row.line_at,
    )
