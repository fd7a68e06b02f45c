"""Statements about the daily deals."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, bindparam, insert, or_, select, update

from app.core.store.unreadable import each, reads
from app.features.daily.tables import daily
from app.features.daily.values.daily import ClosingStage, Daily
from app.features.daily.values.story import Story
from app.play.checking import Texts
from app.play.rows import open_events
from app.play.rows.sessions import deck_of
from app.play.rows.stock import band_text, read_band
from app.play.tables.games import session
from app.play.values.shelf import Band
from engine.caching import cached
from engine.deals import Deck, deck_code
from engine.games import find as find_game
from engine.games import variant_of
from engine.moves import Move, read_moves
from engine.rules import Game, Variant, options_text, read_options


class Unsettled(NamedTuple):
    """A daily whose results are not final yet."""

    day: date
    game: Game
    failures: int
    """How often its closing has failed in a row."""
    again_at: int | None
    """When to try again; None before the first failure."""


class DailyDeal(NamedTuple):
    """A daily with no more than its deal's number."""

    day: date
    game: Game
    options: dict[str, str]
    deal: int
    settled: bool


class DailyTerms(NamedTuple):
    """What is public of a daily before its deal is."""

    options: dict[str, str]
    """The options that the day settles."""
    band: Band | None
    """How hard its deal is; None if it was found before this was stored."""


# Every result of a daily runs this, and so does every page about it.
_FIND = select(daily).where(daily.c.day == bindparam("of_day"), daily.c.game == bindparam("of_game"))


def add(connection: Connection, added: Daily) -> bool:
    """Add a daily, unless its day has one of the same game; return whether it was added."""
    if find(connection, added.day, added.game):
        return False
    row = {field.name: getattr(added, field.name) for field in fields(Daily)} | {
        "options": options_text(added.options),
        "deal": str(added.deal),
        "deck": deck_code(added.deck),
        "lines": _lines_text(added.lines),
        "bounds": _bounds_text(added.bounds),
        "allowed": _allowed_text(added.allowed) if added.allowed else "",
        "band": added.band and band_text(added.band),
    }
    connection.execute(insert(daily), row)
    return True


@reads(daily)
def read(row: Row[Any]) -> Daily:
    """Return the daily in a row of the table."""
    return Daily(
        row.day,
        row.game,
        read_options(row.options),
        int(row.deal),
        deck_of(row.deck),
        row.salt,
        lines_of(row.game, row.lines),
        row.effort,
        row.settled,
        row.chosen_at,
        row.likeness,
        _bounds_of(row.game, row.bounds),
        ClosingStage(row.stage),
        row.walked_to,
        _allowed_of(row.allowed),
        _band_of(row.band),
    )


def find(connection: Connection, day: date, game: Game) -> Daily | None:
    """Return the daily of a game for a day, or None if none is chosen."""
    row = connection.execute(_FIND, {"of_day": day, "of_game": game}).first()
    return read(row) if row else None


def hold_closings(connection: Connection) -> None:
    """Hold up every closing until this transaction has ended. Call this before changing any result.

    Each page of a closing starts by changing its daily's row, so it waits here, without a deadlock. Otherwise a recount
    that began earlier could overwrite what the page adds to somebody's standing. SQLite has only one writer anyway.
    """
    unsettled = select(daily.c.day).where(daily.c.settled.is_(False)).order_by(daily.c.day, daily.c.game)
    # The weaker of the two locks is enough: a new attempt, which refers to its daily, need not wait for it.
    connection.execute(unsettled.with_for_update(key_share=True)).all()


def list_known(connection: Connection, days: Sequence[date]) -> set[tuple[date, Game]]:
    """Return the day and game of each daily that is already chosen for one of these days."""
    rows = connection.execute(select(daily.c.day, daily.c.game).where(daily.c.day.in_(days)))
    return set(each(_day_and_game, rows))


def open_of(connection: Connection, looks: Sequence[str], since: date) -> set[tuple[Game, str]]:
    """Return the games and likenesses of dailies that have one of these likenesses, since that day or not settled."""
    alike = select(daily).where(daily.c.likeness.in_(looks), or_(daily.c.day >= since, daily.c.settled.is_(False)))
    return open_events.looks(daily, connection.execute(alike))


def decks_of(connection: Connection, since: date, until: date) -> list[tuple[Game, Deck]]:
    """List the games and decks of the dailies from one day to another, including both, and of unsettled ones before."""
    shown = select(daily).where(daily.c.day <= until, or_(daily.c.day >= since, daily.c.settled.is_(False)))
    return open_events.decks(daily, connection.execute(shown.order_by(daily.c.day, daily.c.game)))


def list_unsettled(connection: Connection, before: date) -> list[Unsettled]:
    """List the dailies of earlier days whose results are not final yet, the earliest first."""
    earlier = select(daily).where(daily.c.settled.is_(False), daily.c.day < before)
    return each(_read_unsettled, connection.execute(earlier.order_by(daily.c.day)))


def store_failure(connection: Connection, before: Unsettled, failures: int, again_at: int) -> None:
    """Store how often a closing has failed and when to try again, unless another process has counted this failure."""
    unchanged = update(daily).where(_is(before.day, before.game), daily.c.failures == before.failures)
    connection.execute(unchanged.values(failures=failures, again_at=again_at))


def settle(connection: Connection, day: date, game: Game) -> bool:
    """Note that the results of a daily are final. Return False if another process was quicker."""
    settled = update(daily).where(_is(day, game), daily.c.settled.is_(False)).values(settled=True)
    return connection.execute(settled).rowcount == 1


def last_settled_day(connection: Connection, game: Game) -> date | None:
    """Return the latest day that had a daily of a game with final results, or None if there is none."""
    # A text that is no day may come after all days.
    settled = select(daily.c.day).where(daily.c.game == game, daily.c.settled, daily.c.day < date.max)
    last = connection.execute(settled.order_by(daily.c.day.desc()).limit(1)).scalar()
    return last if isinstance(last, date) else None


def terms_on(connection: Connection, day: date) -> dict[Game, DailyTerms]:
    """Return the games that have a daily on a day, with its terms."""
    terms = (daily.c.day, daily.c.game, daily.c.options, daily.c.band)
    return dict(each(_terms, connection.execute(select(*terms).where(daily.c.day == day))))


def go_on(
    connection: Connection, before: Daily, stage: ClosingStage, walked_to: str, allowed: Sequence[tuple[int, int]]
) -> bool:
    """Store how far the closing of a daily has come. Return False if another process was quicker."""
    gone_on = (
        update(daily)
        .where(
            _is(before.day, before.game),
            daily.c.settled.is_(False),
            daily.c.stage == before.stage,
            daily.c.walked_to == before.walked_to,
        )
        .values(stage=stage, walked_to=walked_to, allowed=_allowed_text(allowed))
    )
    return connection.execute(gone_on).rowcount == 1


def unseal(connection: Connection, session_ids: Sequence[str]) -> None:
    """Reveal the deals of these sessions."""
    connection.execute(update(session).where(session.c.id.in_(session_ids)).values(sealed=False))


def days_between(connection: Connection, first: date, last: date) -> set[date]:
    """Return the days from `first` to `last` that had a daily."""
    found = connection.execute(select(daily.c.day).where(daily.c.day.between(first, last)).distinct()).scalars()
    return {day for day in found if isinstance(day, date)}


def deals_between(connection: Connection, first: date, last: date) -> list[DailyDeal]:
    """List the dailies from `first` to `last`, without their lines, which take long to read."""
    columns = daily.c.day, daily.c.game, daily.c.options, daily.c.deal, daily.c.settled
    return each(_deal, connection.execute(select(*columns).where(daily.c.day.between(first, last))))


def _read_unsettled(row: Row[Any]) -> Unsettled:
    # One that cannot be read cannot be closed either.
    found = read(row)
    return Unsettled(found.day, found.game, row.failures, row.again_at)


@reads(daily)
def _day_and_game(row: Row[Any]) -> tuple[date, Game]:
    return row.day, row.game


@reads(daily)
def _deal(row: Row[Any]) -> DailyDeal:
    game, options = _settled_options(row)
    return DailyDeal(row.day, game, options, int(row.deal), row.settled)


@reads(daily)
def _terms(row: Row[Any]) -> tuple[Game, DailyTerms]:
    game, options = _settled_options(row)
    return game, DailyTerms(options, _band_of(row.band))


def _settled_options(row: Row[Any]) -> tuple[Game, dict[str, str]]:
    options = read_options(row.options)
    row.game.variants(options)
    return row.game, options


def _band_of(text: str | None) -> Band | None:
    """Read a band; one that a newer server has stored is as good as none, and keeps nobody from the daily."""
    with suppress(KeyError):
        return None if text is None else read_band(text)
    return None


def _is(day: date, game: Game) -> ColumnElement[bool]:
    return and_(daily.c.day == day, daily.c.game == game)


@cached(256)
def lines_of(game: Game, text: str) -> Mapping[Variant, tuple[Move, ...]]:
    """Read what `_lines_text` wrote for a game."""
    kept: dict[str, str] = json.loads(text)
    return {variant_of(game.slug, options): read_moves(line) for options, line in kept.items()}


def _lines_text(lines: Mapping[Variant, Sequence[Move]]) -> str:
    """Write winning lines as JSON, by options, with a blank between moves."""
    return json.dumps({variant.text: " ".join(map(str, line)) for variant, line in lines.items()})


def _bounds_of(game: Game, text: str) -> Mapping[Variant, int]:
    """Read what `_bounds_text` wrote for a game."""
    return {variant_of(game.slug, options): steps for options, steps in json.loads(text).items()}


def _bounds_text(bounds: Mapping[Variant, int]) -> str:
    """Write the bounds of variants as JSON, by options."""
    return json.dumps({variant.text: steps for variant, steps in bounds.items()})


def _allowed_of(text: str) -> tuple[tuple[int, int], ...]:
    """Read what `_allowed_text` wrote."""
    return tuple((tier, steps) for tier, steps in json.loads(text)) if text else ()


def _allowed_text(allowed: Sequence[tuple[int, int]]) -> str:
    """Write tiers as JSON, each with the most steps that it allows."""
    return json.dumps(allowed)


TEXTS: Texts = {
    "daily": {
        "lines": lambda row: lines_of(find_game(row.game), row.lines),
        "bounds": lambda row: _bounds_of(find_game(row.game), row.bounds),
        "stage": lambda row: ClosingStage(row.stage),
        "allowed": lambda row: _allowed_of(row.allowed),
    },
    "standing": {"game": lambda row: row.game and find_game(row.game)},
    "story": {"words": lambda row: Story.read(row.words)},
}
