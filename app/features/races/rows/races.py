"""Statements about races: rooms, racers, heats and runs."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from app.core.store.unreadable import each, passed_over, reads
from app.features.races.tables import heat, race, racer, run
from app.features.races.values.race import LATE_MS, Heat, Race, Racer, RaceRun, RaceTerms, RunOutcome
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import Stake
from app.people.tables import player
from app.play.checking import Claim, Texts
from app.play.rows import open_events
from app.play.rows.sessions import STATUS
from app.play.tables.games import session
from app.play.values.shelf import Shelf
from engine.deals import Deck, deck_code
from engine.games import variant_of
from engine.position import Position, restore
from engine.rules import Game

_OF_RACER = ("name", "joined_at", "ready", "left", "raced", "whence")
_ENDED = ("outcome", "home", "steps", "ms")
_CHANGING = ("host_id", "starts_at", "due_at", "seeking_since", "resumed_at", "failures")


class DueRace(NamedTuple):
    """A race with the time when it is due, what it waits for, and how often it has failed in a row."""

    code: str
    due_at: int
    shelf: Shelf
    """The shelf of deals for the race."""
    seeking_since: int | None
    failures: int


class WaitingRoom(NamedTuple):
    """A listed room that waits for racers."""

    code: str
    nth: int
    """Which of the waiting rooms of its address it is, counted from 1."""


class RacedRoom(NamedTuple):
    """A listed room that has had a heat."""

    code: str
    host_id: str
    whence: str
    """The mark of the network that its host came from."""
    is_running: bool
    """Whether a heat is being raced."""


def add(connection: Connection, added: Race) -> None:
    """Add a race with its racers; the database refuses a code that is taken."""
    terms = added.terms
    row = {name: getattr(added, name) for name in ("code", "made_at", "set_aside_at", *_CHANGING)} | {
        "game": terms.variant.game.slug,
        "options": terms.variant.text,
        "winnable": terms.winnable,
        "best_of": terms.best_of,
        "limit_ms": terms.limit_ms,
        "bots": terms.bots,
        "listed": terms.listed,
    }
    connection.execute(insert(race), row)
    for one in added.racers:
        _add_racer(connection, added.code, one)


def find(connection: Connection, code: str) -> Race | None:
    """Return the race with that code, without its heats, or None if there is none."""
    return _read(connection, select(race).where(race.c.code == code))


def find_to_change(connection: Connection, code: str) -> Race | None:
    """Return a race as `find` does. No other process can change it until the transaction ends."""
    return _read(connection, select(race).where(race.c.code == code).with_for_update())


def room_of(connection: Connection, player_id: str) -> str | None:
    """Return the code of a race in whose room a player is, leaving out those that were set aside; None without one."""
    here = (
        select(racer.c.code)
        .join(race, race.c.code == racer.c.code)
        .where(racer.c.player_id == player_id, racer.c.left.is_(False), race.c.set_aside_at.is_(None))
    )
    return connection.execute(here.order_by(racer.c.code).limit(1)).scalar()


def waiting(connection: Connection, since: int, seen_since: int, soon: int, of_an_address: int) -> list[WaitingRoom]:
    """List the listed rooms, made since a time, that wait for racers and whose hosts were seen since another.

    A room whose round begins only after `soon` still waits for more. There is one room a host, the latest, and at most
    `of_an_address` of one address, the earliest. Rooms with a program as their host are left out.
    """
    running = select(heat.c.code).where(heat.c.code == race.c.code, heat.c.ended_at.is_(None)).exists()
    latest = func.row_number().over(partition_by=race.c.host_id, order_by=(race.c.made_at.desc(), race.c.code))
    listed = (
        select(race.c.code, race.c.made_at, racer.c.whence, latest.label("of_host"))
        .join(racer, and_(racer.c.code == race.c.code, racer.c.player_id == race.c.host_id))
        .join(player, player.c.id == race.c.host_id)
        .where(
            race.c.listed,
            race.c.made_at >= since,
            race.c.due_at.is_not(None),
            or_(race.c.starts_at.is_(None), race.c.starts_at > soon),
            race.c.seeking_since.is_(None),
            racer.c.left.is_(False),
            racer.c.seen_at > seen_since,
            player.c.bot.is_(False),
            ~running,
        )
        .subquery()
    )
    earliest = func.row_number().over(partition_by=listed.c.whence, order_by=(listed.c.made_at, listed.c.code))
    ranked = select(listed.c.code, listed.c.whence, earliest.label("nth")).where(listed.c.of_host == 1).subquery()
    # Without a mark, nobody knows whether two came from one network.
    fair = select(ranked).where((ranked.c.nth <= of_an_address) | (ranked.c.whence == ""))
    return [WaitingRoom(row.code, row.nth if row.whence else 1) for row in connection.execute(fair)]


def list_raced(connection: Connection, since: int, at_most: int) -> list[RacedRoom]:
    """List `at_most` of the listed rooms, made since a time, that have had a heat, the one with the latest first.

    Rooms with a program as their host are left out.
    """
    last = func.max(heat.c.began_at)
    listed = (
        select(race.c.code, race.c.host_id, racer.c.whence, (func.count(heat.c.ended_at) < func.count()).label("runs"))
        .join(racer, and_(racer.c.code == race.c.code, racer.c.player_id == race.c.host_id))
        .join(player, player.c.id == race.c.host_id)
        .join(heat, heat.c.code == race.c.code)
        .where(race.c.listed, race.c.made_at >= since, race.c.set_aside_at.is_(None), player.c.bot.is_(False))
        .group_by(race.c.code, race.c.host_id, racer.c.whence)
    )
    return [RacedRoom(*row) for row in connection.execute(listed.order_by(last.desc(), race.c.code).limit(at_most))]


def find_all(connection: Connection, codes: Sequence[str]) -> list[Race]:
    """Return the races with these codes, in this order and without their heats."""
    names = [field.name for field in fields(Racer)]
    here = select(racer.c.code, *(racer.c[name] for name in names)).where(racer.c.code.in_(codes))
    there: dict[str, list[Racer]] = {code: [] for code in codes}
    for code, *one in connection.execute(here.order_by(racer.c.joined_at, racer.c.player_id)) if codes else ():
        there[code].append(Racer(*one))
    rows = {row.code: row for row in connection.execute(select(race).where(race.c.code.in_(codes)))} if codes else {}
    return each(lambda code: _race(rows[code], tuple(there[code])), filter(rows.get, codes))


def heats_of_last_match(connection: Connection, code: str) -> list[Heat]:
    """List the heats of a race's latest match, without their runs."""
    last = select(func.max(heat.c.match)).where(heat.c.code == code).scalar_subquery()
    heats = select(heat).where(heat.c.code == code, heat.c.match == last).order_by(heat.c.number)
    return [_heat(row) for row in connection.execute(heats)]


def runs_since(connection: Connection, race: Race, number: int) -> list[tuple[int, RaceRun, Position]]:
    """List the runs from a heat on: the heat's number, the run, and the board of its session.

    For an unfinished run, the steps are those of the session, and only the board says how many cards are home.
    """
    since = (
        select(run, session.c.status, session.c.snapshot, session.c.changed_at, session.c.steps.label("steps_now"))
        .join(session, session.c.id == run.c.session_id)
        .where(run.c.code == race.code, run.c.number >= number)
        .order_by(run.c.number, run.c.session_id)
    )

    @reads(run)
    def read(row: Row[Any]) -> tuple[RaceRun, Position]:
        outcome = RunOutcome(row.outcome) if row.outcome else None
        steps = row.steps if outcome else row.steps_now
        status, board = STATUS[row.status], restore(race.terms.variant.rules, row.snapshot)
        stake = None if row.rating is None else Stake(row.bot, Rating(row.rating, row.deviation))
        one = RaceRun(row.player_id, row.session_id, status, outcome, row.home, steps, row.changed_at, row.ms, stake)
        return one, board

    runs = []
    for row in connection.execute(since):
        one, board = read(row)
        runs.append((row.number, one, board))
    return runs


def change(connection: Connection, old: Race, new: Race) -> None:
    """Store the differences between two states of a race; `add_heat` stores new heats."""
    changed = {name: getattr(new, name) for name in _CHANGING}
    if any(getattr(old, name) != value for name, value in changed.items()):
        connection.execute(update(race).where(race.c.code == new.code).values(changed))
    _change_racers(connection, old, new)
    before = {one.number: one for one in old.heats}
    for one in new.heats:
        _change_heat(connection, new.code, before.get(one.number, one), one)


def add_heat(connection: Connection, code: str, added: Heat, deck: Deck, likeness: str) -> None:
    """Add a heat with its runs, its deck, and the deck's likeness."""
    row = {name: getattr(added, name) for name in ("number", "match", "proved", "began_at", "ended_at")}
    row |= {"code": code, "deal": str(added.deal), "deck": deck_code(deck), "likeness": likeness}
    connection.execute(insert(heat), row)
    place = {"code": code, "number": added.number}
    rows = [
        place | {"player_id": one.player_id, "session_id": one.session_id} | _write_stake(one) for one in added.runs
    ]
    connection.execute(insert(run), rows)


def saw(connection: Connection, code: str, player_id: str, now: int) -> None:
    """Note that a racer is there; do nothing for somebody who is not a racer."""
    earlier = or_(racer.c.seen_at < now, racer.c.seen_at > now + LATE_MS)
    connection.execute(update(racer).where(_is_racer(code, player_id), earlier).values(seen_at=now))


def first_due(connection: Connection, horizon: int, at_most: int) -> list[DueRace]:
    """List the races that are due next, in order of time.

    A race due after the horizon comes first: its time comes from a clock that has since been set back.
    """
    due = select(race).where(race.c.due_at.is_not(None), passed_over(race))
    first = each(_due, connection.execute(due.order_by(race.c.due_at).limit(at_most)))
    last = each(_due, connection.execute(due.order_by(race.c.due_at.desc()).limit(1)))
    return [one for one in last if one.due_at > horizon] + first


def put_off(connection: Connection, races: Iterable[tuple[DueRace, int]]) -> None:
    """Set the times at which races are due, except for races that somebody has changed since."""
    for one, again in races:
        connection.execute(update(race).where(_goes_on(one.code), race.c.due_at == one.due_at).values(due_at=again))


def store_failure(connection: Connection, code: str, before: int, again: int) -> None:
    """Store one more failure than `before`, and make the race due again at `again`."""
    unchanged = update(race).where(_goes_on(code), race.c.failures == before)
    connection.execute(unchanged.values(failures=before + 1, due_at=again))


def set_aside(connection: Connection, code: str, now: int) -> None:
    """Set a race aside, end its heat, and reveal the deal."""
    aside = update(race).values(set_aside_at=now, starts_at=None, due_at=None, seeking_since=None)
    if connection.execute(aside.where(_goes_on(code))).rowcount:
        connection.execute(update(heat).where(heat.c.code == code, heat.c.ended_at.is_(None)).values(ended_at=now))
        number = connection.execute(select(func.max(heat.c.number)).where(heat.c.code == code)).scalar_one()
        if number is not None:
            unseal(connection, code, number)


def is_proved(connection: Connection, session_id: str) -> bool:
    """Return whether the deal of the heat that a session belongs to is proved winnable."""
    raced = select(heat.c.proved).join(run, (run.c.code == heat.c.code) & (run.c.number == heat.c.number))
    return bool(connection.execute(raced.where(run.c.session_id == session_id)).scalar_one_or_none())


def forget_networks(connection: Connection, before: int, at_most: int) -> bool:
    """Forget where some of those racers came from who joined before a time; return whether there were any."""
    marked = and_(racer.c.whence != "", racer.c.joined_at < before)
    some = select(racer.c.code).where(marked).limit(at_most)
    forgetting = update(racer).where(marked, racer.c.code.in_(some)).values(whence="")
    return connection.execute(forgetting).rowcount > 0


def unseal(connection: Connection, code: str, number: int) -> None:
    """Reveal the deal of a heat's sessions."""
    raced = select(run.c.session_id).where(run.c.code == code, run.c.number == number)
    connection.execute(update(session).where(session.c.id.in_(raced)).values(sealed=False))


def _goes_on(code: str) -> ColumnElement[bool]:
    return and_(race.c.code == code, race.c.set_aside_at.is_(None))


def _is_racer(code: str, player_id: str | BindParameter[str]) -> ColumnElement[bool]:
    return and_(racer.c.code == code, racer.c.player_id == player_id)


@reads(heat)
def _heat(row: Row[Any]) -> Heat:
    return Heat(row.number, row.match, int(row.deal), row.proved, row.began_at, row.ended_at)


@reads(race)
def _due(row: Row[Any]) -> DueRace:
    shelf = Shelf.for_races(variant_of(row.game, row.options))
    return DueRace(row.code, row.due_at, shelf, row.seeking_since, row.failures)


def _read(connection: Connection, found: Select[Any]) -> Race | None:
    row = connection.execute(found).first()
    if row is None:
        return None
    here = select(*(racer.c[field.name] for field in fields(Racer))).where(racer.c.code == row.code)
    rows = connection.execute(here.order_by(racer.c.joined_at, racer.c.player_id))
    return _race(row, tuple(Racer(*one) for one in rows))


def _race(row: Row[Any], racers: tuple[Racer, ...]) -> Race:
    terms = _terms(row)
    rest = {name: getattr(row, name) for name in ("set_aside_at", *_CHANGING)}
    return Race(row.code, terms, made_at=row.made_at, racers=racers, **rest)


@reads(race)
def _terms(row: Row[Any]) -> RaceTerms:
    return RaceTerms(variant_of(row.game, row.options), row.winnable, row.best_of, row.limit_ms, row.bots, row.listed)


def _add_racer(connection: Connection, code: str, added: Racer) -> None:
    connection.execute(insert(racer), asdict(added) | {"code": code})


def _change_racers(connection: Connection, old: Race, new: Race) -> None:
    before = {one.player_id: one for one in old.racers}
    after = {one.player_id: one for one in new.racers}
    changed = [one for one in new.racers if one.player_id in before and before[one.player_id] != one]
    for one in changed:
        if before[one.player_id].seen_at != one.seen_at:
            saw(connection, new.code, one.player_id, one.seen_at)
    if rows := [{"whose": one.player_id} | {name: getattr(one, name) for name in _OF_RACER} for one in changed]:
        connection.execute(update(racer).where(_is_racer(new.code, bindparam("whose"))), rows)
    for player_id in sorted(before.keys() - after.keys()):
        connection.execute(delete(racer).where(_is_racer(new.code, player_id)))
    for player_id in after.keys() - before.keys():
        _add_racer(connection, new.code, after[player_id])


def _write_stake(one: RaceRun) -> dict[str, Any]:
    if one.stake is None:
        return {"bot": False, "rating": None, "deviation": None}
    return {"bot": one.stake.bot, "rating": one.stake.rating.rating, "deviation": one.stake.rating.deviation}


def _change_heat(connection: Connection, code: str, before: Heat, after: Heat) -> None:
    if before.ended_at != after.ended_at:
        here = update(heat).where(heat.c.code == code, heat.c.number == after.number)
        connection.execute(here.values(ended_at=after.ended_at))
    ended = [new for old, new in zip(before.runs, after.runs, strict=True) if old.outcome != new.outcome]
    if rows := [{"whose": one.player_id} | {name: getattr(one, name) for name in _ENDED} for one in ended]:
        theirs = (run.c.code == code, run.c.number == after.number, run.c.player_id == bindparam("whose"))
        connection.execute(update(run).where(*theirs), rows)


def open_of(connection: Connection, looks: Sequence[str], _: int) -> set[tuple[Game, str]]:
    """Return the games and likenesses of deals now being raced that have one of these likenesses."""
    return open_events.looks(heat, _running(connection, heat.c.likeness.in_(looks)))


def open_decks(connection: Connection, _: int) -> list[tuple[Game, Deck]]:
    """List the games and decks that are being raced, always in the same order."""
    return open_events.decks(heat, _running(connection))


def _running(connection: Connection, *where: ColumnElement[bool]) -> Iterable[Row[Any]]:
    columns = (race.c.game, heat.c.code, heat.c.number, heat.c.likeness, heat.c.deal, heat.c.deck)
    raced = select(*columns).join(race, race.c.code == heat.c.code)
    return connection.execute(raced.where(heat.c.ended_at.is_(None), *where).order_by(heat.c.code, heat.c.number))


TEXTS: Texts = {"run": {"outcome": lambda row: RunOutcome(row.outcome)}}


def claims(connection: Connection, session_ids: Sequence[str]) -> list[Claim]:
    """Return what races have stored about the ends of these sessions."""
    ended = run.c.session_id.in_(session_ids), run.c.outcome.is_not(None)
    found = select(run.c.session_id, run.c.steps, run.c.home, (run.c.outcome == "won").label("won")).where(*ended)
    return [Claim(row.session_id, "race", row.steps, bool(row.won), home=row.home) for row in connection.execute(found)]


def count_due(connection: Connection) -> int:
    """Count the races that a server still has to look after."""
    return connection.execute(select(func.count()).select_from(race).where(race.c.due_at.is_not(None))).scalar_one()
