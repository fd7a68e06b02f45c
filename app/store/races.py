"""Statements about races: rooms, racers, heats and runs."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, Row, bindparam, delete, insert, select, update
from sqlalchemy import func as sql

from app.model.race import Heat, Outcome, Race, Racer, Run, Terms
from app.model.shelf import Shelf
from app.store.schema import heat, race, racer, run, session
from app.store.texts import STATUS, deck_of
from engine.deals import Deck, deck_code
from engine.games import find as find_game
from engine.games import variant_of
from engine.position import Position, restore
from engine.rules import Game

_RACER = tuple(field.name for field in fields(Racer))
_ENDED = ("outcome", "home", "steps", "ms")
_CHANGING = ("host_id", "starts_at", "due_at", "seeking_since", "resumed_at", "failures")
_HERE = (race.c.code == bindparam("which"), race.c.set_aside_at.is_(None))

_ADD = insert(race).values({column.name: bindparam(column.name) for column in race.columns})
_FIND = select(race).where(race.c.code == bindparam("which"))
_FIND_TO_CHANGE = _FIND.with_for_update()
_CHANGE = update(race).where(race.c.code == bindparam("which")).values({name: bindparam(name) for name in _CHANGING})


class DueRace(NamedTuple):
    """A race that is due, and when; what it waits for, and how often it has failed in a row."""

    code: str
    due_at: int
    shelf: Shelf
    """Of the deals it is raced on."""
    seeking_since: int | None
    failures: int


_DUE = (
    select(race.c.code, race.c.due_at, race.c.game, race.c.options, race.c.seeking_since, race.c.failures)
    .where(race.c.due_at.is_not(None))
    .limit(bindparam("at_most"))
)
_FIRST_DUE, _LAST_DUE = _DUE.order_by(race.c.due_at), _DUE.order_by(race.c.due_at.desc())
_PUT_OFF = update(race).where(*_HERE, race.c.due_at == bindparam("seen")).values(due_at=bindparam("again"))
_FAILED = (
    update(race)
    .where(*_HERE, race.c.failures == bindparam("before"))
    .values(failures=bindparam("before") + 1, due_at=bindparam("again"))
)
_SET_ASIDE = (
    update(race).where(*_HERE).values(set_aside_at=bindparam("time"), starts_at=None, due_at=None, seeking_since=None)
)

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
_REMOVE_RACER = delete(racer).where(racer.c.code == bindparam("which"), racer.c.player_id == bindparam("whose"))
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
_RUNNING = select(race.c.game, heat.c.likeness, heat.c.deck).join(race, race.c.code == heat.c.code)
_RUNNING_NOW = _RUNNING.where(heat.c.ended_at.is_(None)).order_by(heat.c.code, heat.c.number)
_OPEN_OF = _RUNNING_NOW.where(heat.c.likeness.in_(bindparam("looks", expanding=True)))
_END_ALL_HEATS = (
    update(heat).where(heat.c.code == bindparam("which"), heat.c.ended_at.is_(None)).values(ended_at=bindparam("time"))
)
_UNSEAL = (
    update(session)
    .where(
        session.c.id.in_(
            select(run.c.session_id).where(run.c.code == bindparam("which"), run.c.number == bindparam("place"))
        )
    )
    .values(sealed=False)
)
_PROVED = (
    select(heat.c.proved)
    .join(run, (run.c.code == heat.c.code) & (run.c.number == heat.c.number))
    .where(run.c.session_id == bindparam("named"))
)
_LAST_HEAT = select(sql.max(heat.c.number)).where(heat.c.code == bindparam("which"))

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
_MARK_RUN = (
    update(run)
    .where(run.c.session_id == bindparam("named"), run.c.code == bindparam("which"))
    .values(doubts=bindparam("words"))
)
_ADD_RUN = insert(run).values({name: bindparam(name) for name in ("code", "number", "player_id", "session_id")})
_END_RUN = (
    update(run)
    .where(run.c.code == bindparam("which"), run.c.number == bindparam("place"), run.c.player_id == bindparam("whose"))
    .values({name: bindparam(name) for name in _ENDED})
)


def add(connection: Connection, added: Race) -> None:
    """Add a race with those in it; the database refuses a code that it has."""
    variant = added.terms.variant
    terms = {
        "game": variant.game.slug,
        "options": variant.text,
        "winnable": added.terms.winnable,
        "best_of": added.terms.best_of,
        "limit_ms": added.terms.limit_ms,
    }
    row = {name: getattr(added, name) for name in ("code", "made_at", "set_aside_at", *_CHANGING)}
    connection.execute(_ADD, terms | row)
    for one in added.racers:
        _add_racer(connection, added.code, one)


def find(connection: Connection, code: str) -> Race | None:
    """Return the race of that code without its heats, None if there is none."""
    return _read(connection, connection.execute(_FIND, {"which": code}).first())


def find_to_change(connection: Connection, code: str) -> Race | None:
    """Return it as `find` does; where several processes write, nobody else can until the transaction ends."""
    return _read(connection, connection.execute(_FIND_TO_CHANGE, {"which": code}).first())


def heats_of_last_match(connection: Connection, code: str) -> list[Heat]:
    """List the heats of a race's last match, without their runs."""
    rows = connection.execute(_HEATS, {"which": code})
    return [Heat(row.number, row.match, int(row.deal), row.proved, row.began_at, row.ended_at) for row in rows]


def runs_since(connection: Connection, race: Race, number: int) -> list[tuple[int, Run, Position]]:
    """List the runs from a heat on: the heat's number, the run, and the board of its session.

    Of a run that has not ended the steps are those of the session; its cards home are for the board to tell.
    """
    runs = []
    for row in connection.execute(_RUNS, {"which": race.code, "first": number}):
        outcome = Outcome(row.outcome) if row.outcome else None
        steps = row.steps if outcome else row.steps_now
        status, board = STATUS[row.status], restore(race.terms.variant.rules, row.snapshot)
        one = Run(row.player_id, row.session_id, status, outcome, row.home, steps, row.changed_at, row.ms)
        runs.append((row.number, one, board))
    return runs


def change(connection: Connection, old: Race, new: Race) -> None:
    """Write the difference that a change made; `add_heat` begins heats."""
    where = {"which": new.code}
    if any(getattr(old, name) != getattr(new, name) for name in _CHANGING):
        connection.execute(_CHANGE, where | {name: getattr(new, name) for name in _CHANGING})
    _change_racers(connection, old, new)
    for heat_before, heat_after in zip(old.heats, new.heats, strict=False):
        _change_heat(connection, new.code, heat_before, heat_after)


def add_heat(connection: Connection, code: str, added: Heat, deck: Deck, likeness: str) -> None:
    """Add a heat with its runs, its deck, and what that is like."""
    row = {name: getattr(added, name) for name in ("number", "match", "proved", "began_at", "ended_at")}
    row |= {"code": code, "deal": str(added.deal), "deck": deck_code(deck), "likeness": likeness}
    connection.execute(_ADD_HEAT, row)
    place = {"code": code, "number": added.number}
    rows = [place | {"player_id": one.player_id, "session_id": one.session_id} for one in added.runs]
    connection.execute(_ADD_RUN, rows)


def saw(connection: Connection, code: str, player_id: str, now: int) -> None:
    """Note that a racer is there; nothing is noted of anybody else."""
    connection.execute(_SEEN, {"which": code, "whose": player_id, "time": now})


def first_due(connection: Connection, horizon: int, at_most: int) -> list[DueRace]:
    """List the races that are due next, in order of time.

    A race due after the horizon comes first: its time comes from a clock that has since been set back.
    """
    first = [_due(*row) for row in connection.execute(_FIRST_DUE, {"at_most": at_most})]
    last = [_due(*row) for row in connection.execute(_LAST_DUE, {"at_most": 1})]
    return [one for one in last if one.due_at > horizon] + first


def put_off(connection: Connection, races: Iterable[tuple[DueRace, int]]) -> None:
    """Set the times at which races are due; leave races alone that somebody has changed since."""
    _each(connection, _PUT_OFF, [{"which": one.code, "seen": one.due_at, "again": again} for one, again in races])


def failed(connection: Connection, code: str, before: int, again: int) -> None:
    """Count one failure more than there were before, and let the race be due again at a time."""
    connection.execute(_FAILED, {"which": code, "before": before, "again": again})


def set_aside(connection: Connection, code: str, now: int) -> None:
    """Set a race aside; its heat is over, and its deal no longer secret."""
    where = {"which": code, "time": now}
    if connection.execute(_SET_ASIDE, where).rowcount:
        connection.execute(_END_ALL_HEATS, where)
        number = connection.execute(_LAST_HEAT, {"which": code}).scalar_one()
        if number is not None:
            unseal(connection, code, number)


def mark_run(connection: Connection, code: str, session_id: str, doubts: str) -> None:
    """Store what makes a run look as if a program had played it."""
    connection.execute(_MARK_RUN, {"which": code, "named": session_id, "words": doubts})


def is_proved(connection: Connection, session_id: str) -> bool:
    """Say whether the deal of the heat that a session belongs to is proved winnable."""
    return bool(connection.execute(_PROVED, {"named": session_id}).scalar_one_or_none())


def open_of(connection: Connection, looks: Sequence[str]) -> set[tuple[Game, str]]:
    """Return the games and likenesses, of these likenesses, of the deals that are being raced."""
    return {(find_game(row.game), row.likeness) for row in connection.execute(_OPEN_OF, {"looks": list(looks)})}


def open_decks(connection: Connection) -> list[tuple[Game, Deck]]:
    """List the games and decks that are being raced, always in the same order."""
    return [(find_game(row.game), deck_of(row.deck)) for row in connection.execute(_RUNNING_NOW)]


def unseal(connection: Connection, code: str, number: int) -> None:
    """Reveal the deal of a heat's sessions."""
    connection.execute(_UNSEAL, {"which": code, "place": number})


def _due(code: str, due_at: int, slug: str, options: str, seeking_since: int | None, failures: int) -> DueRace:
    return DueRace(code, due_at, Shelf.for_races(variant_of(slug, options)), seeking_since, failures)


def _read(connection: Connection, row: Row[Any] | None) -> Race | None:
    if row is None:
        return None
    terms = Terms(variant_of(row.game, row.options), row.winnable, row.best_of, row.limit_ms)
    racers = tuple(Racer(*one) for one in connection.execute(_RACERS, {"which": row.code}))
    rest = {name: getattr(row, name) for name in ("set_aside_at", *_CHANGING)}
    return Race(row.code, terms, made_at=row.made_at, racers=racers, **rest)


def _add_racer(connection: Connection, code: str, added: Racer) -> None:
    connection.execute(_ADD_RACER, {"which": code} | {name: getattr(added, name) for name in _RACER})


def _change_racers(connection: Connection, old: Race, new: Race) -> None:
    before = {one.player_id: one for one in old.racers}
    after = {one.player_id: one for one in new.racers}
    changed = [one for one in new.racers if one.player_id in before and before[one.player_id] != one]
    for one in changed:
        if before[one.player_id].seen_at != one.seen_at:
            saw(connection, new.code, one.player_id, one.seen_at)
    fields_of = [name for name in _RACER if name not in {"player_id", "seen_at"}]
    _each(
        connection,
        _CHANGE_RACER,
        [
            {"which": new.code, "whose": one.player_id} | {name: getattr(one, name) for name in fields_of}
            for one in changed
        ],
    )
    gone = before.keys() - after.keys()
    _each(connection, _REMOVE_RACER, [{"which": new.code, "whose": player_id} for player_id in sorted(gone)])
    for player_id in after.keys() - before.keys():
        _add_racer(connection, new.code, after[player_id])


def _each(connection: Connection, statement: Executable, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)


def _change_heat(connection: Connection, code: str, before: Heat, after: Heat) -> None:
    where = {"which": code, "place": after.number}
    if before.ended_at != after.ended_at:
        connection.execute(_END_HEAT, where | {"time": after.ended_at})
    ended = [new for old, new in zip(before.runs, after.runs, strict=True) if old.outcome != new.outcome]
    rows = [where | {"whose": one.player_id} | {name: getattr(one, name) for name in _ENDED} for one in ended]
    _each(connection, _END_RUN, rows)
