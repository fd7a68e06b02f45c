"""Statements about races: rooms, racers, heats and runs."""

from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, or_, select, update
from sqlalchemy import func as sql

from app.racing import Heat, Outcome, Race, Racer, Run, Terms
from app.store.schema import heat, race, racer, run, session

_RACER = tuple(field.name for field in fields(Racer))
_ENDED = ("outcome", "home", "steps", "ms")

_ADD = insert(race).values({column.name: bindparam(column.name) for column in race.columns})
_FIND = select(race).where(race.c.code == bindparam("which"))
_FIND_TO_CHANGE = _FIND.with_for_update()
_CHANGE = (
    update(race)
    .where(race.c.code == bindparam("which"))
    .values({name: bindparam(name) for name in ("host_id", "starts_at", "due_at")})
)
_DUE = select(race.c.code, race.c.due_at).where(race.c.due_at.is_not(None)).limit(1)
_FIRST_DUE, _LAST_DUE = _DUE.order_by(race.c.due_at), _DUE.order_by(race.c.due_at.desc())

_RACERS = (
    select(*(racer.c[name] for name in _RACER))
    .where(racer.c.code == bindparam("which"))
    .order_by(racer.c.joined_at, racer.c.player_id)
)
_ADD_RACER = insert(racer).values({"code": bindparam("which")} | {name: bindparam(name) for name in _RACER})
_CHANGE_RACER = (
    update(racer)
    .where(racer.c.code == bindparam("which"), racer.c.player_id == bindparam("whose"))
    .values({name: bindparam(name) for name in _RACER if name not in {"player_id", "seen_at"}})
)
_SEEN = (
    update(racer)
    .where(
        racer.c.code == bindparam("which"), racer.c.player_id == bindparam("whose"), racer.c.seen_at < bindparam("time")
    )
    .values(seen_at=bindparam("time"))
)

_LAST_MATCH = select(sql.max(heat.c.match)).where(heat.c.code == bindparam("which")).scalar_subquery()
_HEATS = (
    select(heat.c.number, heat.c.match, heat.c.deal, heat.c.proved, heat.c.began_at, heat.c.ended_at)
    .where(heat.c.code == bindparam("which"), heat.c.match == _LAST_MATCH)
    .order_by(heat.c.number)
)
_ADD_HEAT = insert(heat).values({column.name: bindparam(column.name) for column in heat.columns})
_END_HEAT = (
    update(heat)
    .where(heat.c.code == bindparam("which"), heat.c.number == bindparam("place"))
    .values(ended_at=bindparam("time"))
)
_IS_OPEN_DECK = (
    select(heat.c.code)
    .where(or_(heat.c.deck == bindparam("sought"), heat.c.likeness == bindparam("like")), heat.c.ended_at.is_(None))
    .limit(1)
)
_UNSEAL = update(session).where(session.c.event == bindparam("named")).values(sealed=False)

_RUNS = (
    select(
        *(run.c[name] for name in ("number", "player_id", "session_id", *_ENDED)),
        *(session.c[name] for name in ("status", "snapshot", "changed_at")),
        session.c.steps.label("steps_now"),
    )
    .join(session, session.c.id == run.c.session_id)
    .where(run.c.code == bindparam("which"), run.c.number >= bindparam("first"))
    .order_by(run.c.number, run.c.session_id)
)
_ADD_RUN = insert(run).values({name: bindparam(name) for name in ("code", "number", "player_id", "session_id")})
_END_RUN = (
    update(run)
    .where(run.c.code == bindparam("which"), run.c.number == bindparam("place"), run.c.player_id == bindparam("whose"))
    .values({name: bindparam(name) for name in _ENDED})
)


def add(connection: Connection, added: Race) -> None:
    """Add a race with those in it; the database refuses a code that it has."""
    terms = {field.name: getattr(added.terms, field.name) for field in fields(Terms)}
    row = {name: getattr(added, name) for name in ("code", "host_id", "made_at", "starts_at", "due_at")}
    connection.execute(_ADD, terms | row)
    for one in added.racers:
        _add_racer(connection, added.code, one)


def find(connection: Connection, code: str) -> Race | None:
    """Give the race of that code without its heats, None if there is none."""
    return _read(connection, connection.execute(_FIND, {"which": code}).first())


def find_to_change(connection: Connection, code: str) -> Race | None:
    """Give it as `find` does; where several processes write, nobody else can until the transaction ends."""
    return _read(connection, connection.execute(_FIND_TO_CHANGE, {"which": code}).first())


def heats_of_last_match(connection: Connection, code: str) -> list[Heat]:
    """List the heats of a race's last match, without their runs."""
    return [Heat(*row) for row in connection.execute(_HEATS, {"which": code})]


def runs_since(connection: Connection, code: str, number: int) -> list[tuple[int, Run, str]]:
    """List the runs from a heat on: the heat's number, the run, and the board of its session.

    Of a run that has not ended the steps are those of the session; its cards home are for the board to tell.
    """
    runs = []
    for row in connection.execute(_RUNS, {"which": code, "first": number}):
        outcome = Outcome(row.outcome) if row.outcome else None
        steps = row.steps if outcome else row.steps_now
        one = Run(row.player_id, row.session_id, row.status, outcome, row.home, steps, row.changed_at, row.ms)
        runs.append((row.number, one, row.snapshot))
    return runs


def change(connection: Connection, old: Race, new: Race) -> None:
    """Write what a change made different; heats are begun by `add_heat`."""
    where = {"which": new.code}
    if (old.host_id, old.starts_at, old.due_at) != (new.host_id, new.starts_at, new.due_at):
        times = {"starts_at": new.starts_at, "due_at": new.due_at}
        connection.execute(_CHANGE, where | times | {"host_id": new.host_id})
    for one in new.racers:
        known = old.racer(one.player_id)
        if known is None:
            _add_racer(connection, new.code, one)
        elif known != one:
            saw(connection, new.code, one.player_id, one.seen_at)
            changed = {name: getattr(one, name) for name in ("name", "joined_at", "ready", "left")}
            connection.execute(_CHANGE_RACER, where | changed | {"whose": one.player_id})
    for before, after in zip(old.heats, new.heats, strict=False):
        _change_heat(connection, new.code, before, after)


def add_heat(connection: Connection, code: str, added: Heat, deck: str, likeness: str) -> None:
    """Add a heat with its runs; its deck comes by its code, and by what it is like."""
    names = ("number", "match", "deal", "proved", "began_at", "ended_at")
    connection.execute(
        _ADD_HEAT, {"code": code, "deck": deck, "likeness": likeness} | {name: getattr(added, name) for name in names}
    )
    place = {"code": code, "number": added.number}
    rows = [place | {"player_id": one.player_id, "session_id": one.session_id} for one in added.runs]
    connection.execute(_ADD_RUN, rows)


def saw(connection: Connection, code: str, player_id: str, now: int) -> None:
    """Note that a racer is there; nothing is noted of anybody else."""
    connection.execute(_SEEN, {"which": code, "whose": player_id, "time": now})


def next_due(connection: Connection, horizon: int) -> tuple[str, int] | None:
    """Give the race that is to be looked after next, and when; None if none is.

    One that is due only after the horizon comes first: it was looked after by a clock that has been set back since.
    """
    first, last = connection.execute(_FIRST_DUE).first(), connection.execute(_LAST_DUE).first()
    if last and last.due_at > horizon:
        return last.code, 0
    return (first.code, first.due_at) if first else None


def is_open_deck(connection: Connection, deck: str, likeness: str) -> bool:
    """Say whether a deck, by its code, is being raced, or one that is like it."""
    return connection.execute(_IS_OPEN_DECK, {"sought": deck, "like": likeness}).first() is not None


def unseal(connection: Connection, event: str) -> None:
    """Let the deals of an event's sessions be told."""
    connection.execute(_UNSEAL, {"named": event})


def _read(connection: Connection, row: Row[Any] | None) -> Race | None:
    if row is None:
        return None
    terms = Terms(row.game, row.options, row.winnable, row.best_of, row.limit_ms)
    racers = tuple(Racer(*one) for one in connection.execute(_RACERS, {"which": row.code}))
    return Race(row.code, terms, row.host_id, row.made_at, row.starts_at, row.due_at, racers)


def _add_racer(connection: Connection, code: str, added: Racer) -> None:
    connection.execute(_ADD_RACER, {"which": code} | {name: getattr(added, name) for name in _RACER})


def _change_heat(connection: Connection, code: str, before: Heat, after: Heat) -> None:
    where = {"which": code, "place": after.number}
    if before.ended_at != after.ended_at:
        connection.execute(_END_HEAT, where | {"time": after.ended_at})
    for old, new in zip(before.runs, after.runs, strict=True):
        if old.outcome != new.outcome:
            ended = {name: getattr(new, name) for name in _ENDED}
            connection.execute(_END_RUN, where | ended | {"whose": new.player_id})
