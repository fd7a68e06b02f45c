"""Statements about how strong players are at each game, and how hard the deals of dailies turned out to be."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import (
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

from app.core.store.unreadable import each, reads
from app.features.ratings.tables import deal_rating, game_rating, rating_change
from app.features.ratings.values.rating import START_VOLATILITY, SURE, Rating
from app.features.ratings.values.strength import PlayerKind, RatingChange
from app.people.tables import account, player
from app.play.rows.sessions import event_of, event_text
from app.play.values.event import Event
from engine.rules import Game, Variant

MOST_MEETINGS = 2000
"""How many results we search to find who has met whom. Even a full heat of people who race all day has fewer."""


class Named(NamedTuple):
    """A player's rating, with the player's name."""

    player_id: str
    name: str
    rating: Rating


_OF_PLAYER = (game_rating.c.rating, game_rating.c.deviation, game_rating.c.results, game_rating.c.changed_at)
_OF_DEAL = (deal_rating.c.rating, deal_rating.c.deviation, deal_rating.c.results, deal_rating.c.changed_at)


def of_player(connection: Connection, player_id: str, game: Game) -> Rating | None:
    """Return a player's rating at a game, or None before the first result."""
    return of_players(connection, [player_id], game).get(player_id)


def of_players(connection: Connection, player_ids: Collection[str], game: Game) -> dict[str, Rating]:
    """Return the ratings of these players at a game by id, without those who have none."""
    rows = connection.execute(_of_players(player_ids, game).where(game_rating.c.results > 0))
    return {row.player_id: _read(row[1:]) for row in rows}


def all_of_player(connection: Connection, player_id: str) -> dict[Game, Rating]:
    """Return a player's ratings by game."""
    theirs = select(game_rating.c.game, *_OF_PLAYER).where(
        game_rating.c.player_id == player_id, game_rating.c.results > 0
    )
    return {row.game: _read(row[1:]) for row in connection.execute(theirs) if isinstance(row.game, Game)}


def best(connection: Connection, game: Game, kind: PlayerKind, since: int, at_most: int) -> list[Named]:
    """List at most `at_most` of the best ratings at a game that were sure at their last change, not before `since`."""
    sure = (
        select(account.c.player_id, account.c.name, *_OF_PLAYER)
        .join(player, player.c.id == account.c.player_id)
        .join(game_rating, game_rating.c.player_id == account.c.player_id)
        .where(
            game_rating.c.game == game,
            game_rating.c.results > 0,
            game_rating.c.deviation < SURE,
            game_rating.c.changed_at >= since,
            player.c.bot.is_(kind is PlayerKind.BOTS),
        )
        .order_by(game_rating.c.rating.desc(), account.c.player_id)
        .limit(at_most)
    )
    return [Named(row.player_id, row.name, _read(row[2:])) for row in connection.execute(sure)]


def with_accounts(connection: Connection, player_ids: Collection[str]) -> dict[str, bool]:
    """Return the ids of those players who have an account, each with whether it is a program.

    Nobody can delete these accounts until this transaction ends.
    """
    theirs = (
        select(account.c.player_id, player.c.bot)
        .join(player, player.c.id == account.c.player_id)
        .where(account.c.player_id.in_(player_ids))
        .order_by(account.c.player_id)
        .with_for_update(key_share=True, of=account)
    )
    return {row.player_id: row.bot for row in connection.execute(theirs)}


def lock(connection: Connection, player_ids: Collection[str], game: Game, first: Rating) -> dict[str, Rating]:
    """Return these players' ratings at a game, locked until this transaction ends; add `first` for those with none."""
    # Always in the same order, so two transactions that need the same rows cannot block each other.
    locked = _of_players(player_ids, game).order_by(game_rating.c.player_id).with_for_update()
    found = {row.player_id: row for row in connection.execute(locked)}
    # If another work adds the same row at once, the database refuses it here, and this work runs again.
    missing = sorted(set(player_ids) - found.keys())
    if missing:
        rows = [{"player_id": player_id, "game": game} | _values(first) for player_id in missing]
        connection.execute(insert(game_rating), rows)
    return {player_id: _read(row[1:]) for player_id, row in found.items()} | dict.fromkeys(missing, first)


def keep(connection: Connection, game: Game, changed: Mapping[str, Rating]) -> None:
    """Store ratings of players at a game."""
    theirs = update(game_rating).where(game_rating.c.player_id == bindparam("whose"), game_rating.c.game == game)
    rows = [{"whose": player_id} | _values(rating) for player_id, rating in sorted(changed.items())]
    if rows:
        connection.execute(theirs.values({name: bindparam(name) for name in _values(Rating())}), rows)


def note(connection: Connection, game: Game, changes: Mapping[str, RatingChange]) -> None:
    """Store what one result changed, by player; the database refuses a result that is counted already."""
    rows = [
        {
            "player_id": player_id,
            "game": game,
            "event": event_text(one.event),
            "heat": one.heat,
            "rated_at": one.at,
            "before": one.before,
            "rating": one.rating,
            "deviation": one.deviation,
            "rule": one.rule,
        }
        for player_id, one in changes.items()
    ]
    if rows:
        connection.execute(insert(rating_change), rows)


def meetings(connection: Connection, player_ids: Collection[str], game: Game, since: int) -> Counter[frozenset[str]]:
    """Count the heats that any two of these players had together since a time."""
    heats = (
        select(rating_change.c.player_id, rating_change.c.event, rating_change.c.heat)
        .where(
            rating_change.c.player_id.in_(player_ids),
            rating_change.c.game == game,
            rating_change.c.rated_at >= since,
            rating_change.c.heat > 0,
        )
        .order_by(rating_change.c.rated_at.desc())
        .limit(MOST_MEETINGS)
    )
    together: dict[tuple[str, int], list[str]] = {}
    for row in connection.execute(heats):
        together.setdefault((row.event, row.heat), []).append(row.player_id)
    return Counter(frozenset(pair) for there in together.values() for pair in combinations(there, 2))


def changes_of(connection: Connection, player_id: str, at_most: int) -> list[tuple[Game, RatingChange]]:
    """List the last `at_most` changes of a player's ratings with their games, the earliest first."""
    theirs = select(rating_change).where(rating_change.c.player_id == player_id)
    rows = connection.execute(theirs.order_by(rating_change.c.rated_at.desc()).limit(at_most)).all()
    return each(_change, reversed(rows))


def changes_by(
    connection: Connection, player_ids: Collection[str], game: Game, event: Event, heat: int
) -> dict[str, RatingChange]:
    """Return by player what one heat of an event changed of these players' ratings at a game."""
    made = select(rating_change).where(
        rating_change.c.player_id.in_(player_ids),
        rating_change.c.game == game,
        rating_change.c.event == event_text(event),
        rating_change.c.heat == heat,
    )
    return dict(each(_read_change, connection.execute(made)))


def lock_deal(connection: Connection, day: date, variant: Variant, first: Rating) -> Rating:
    """Return the rating of a daily's deal, locked until this transaction ends; store `first` if there is none."""
    locked = select(*_OF_DEAL).where(_is_deal(day, variant)).with_for_update()
    row = connection.execute(locked).first()
    if row is None:
        keys = {"day": day, "game": variant.game, "options": variant.text}
        connection.execute(insert(deal_rating), keys | _values(first))
        return first
    return _read(row)


def keep_deal(connection: Connection, day: date, variant: Variant, rating: Rating) -> None:
    """Store the rating of a daily's deal."""
    connection.execute(update(deal_rating).where(_is_deal(day, variant)).values(_values(rating)))


def usual_of_deals(connection: Connection, variant: Variant, before: date, days: int) -> float | None:
    """Return the average rating of the last `days` attempted deals of dailies before a day; None if there are none."""
    last = (
        select(deal_rating.c.rating)
        .where(
            deal_rating.c.game == variant.game,
            deal_rating.c.options == variant.text,
            deal_rating.c.day < before,
            deal_rating.c.results > 0,
        )
        .order_by(deal_rating.c.day.desc())
        .limit(days)
        .subquery()
    )
    return connection.execute(select(func.avg(last.c.rating))).scalar_one_or_none()


def disagreeing(connection: Connection) -> list[tuple[str, Game]]:
    """List the players and games whose rating matches none of its changes, or whose number of results is wrong."""
    its = and_(rating_change.c.player_id == game_rating.c.player_id, rating_change.c.game == game_rating.c.game)
    counted = select(func.count()).select_from(rating_change).where(its).scalar_subquery()
    left = and_(
        its, rating_change.c.rating == game_rating.c.rating, rating_change.c.deviation == game_rating.c.deviation
    )
    as_left = select(rating_change.c.player_id).where(left).exists()
    wrong = select(game_rating.c.player_id, game_rating.c.game).where(
        or_(game_rating.c.results != counted, and_(game_rating.c.results > 0, ~as_left))
    )
    rows = connection.execute(wrong.order_by(game_rating.c.player_id, game_rating.c.game))
    return [(row.player_id, row.game) for row in rows if isinstance(row.game, Game)]


def forget(connection: Connection, player_id: str) -> None:
    """Delete a player's ratings and how they came about."""
    for kept in (rating_change, game_rating):
        connection.execute(delete(kept).where(kept.c.player_id == player_id))


def _of_players(player_ids: Collection[str], game: Game) -> Select[Any]:
    theirs = (game_rating.c.player_id.in_(player_ids), game_rating.c.game == game)
    return select(game_rating.c.player_id, *_OF_PLAYER).where(*theirs)


def _is_deal(day: date, variant: Variant) -> ColumnElement[bool]:
    return and_(deal_rating.c.day == day, deal_rating.c.game == variant.game, deal_rating.c.options == variant.text)


@reads(rating_change)
def _change(row: Row[Any]) -> tuple[Game, RatingChange]:
    return row.game, RatingChange(
        row.rated_at, _event(row.event), row.heat, row.before, row.rating, row.deviation, row.rule
    )


@reads(rating_change)
def _read_change(row: Row[Any]) -> tuple[str, RatingChange]:
    return row.player_id, _change(row)[1]


def _event(text: str) -> Event:
    event = event_of(text)
    assert event
    return event


def _read(row: Sequence[Any]) -> Rating:
    rating, deviation, results, changed_at = row
    return Rating(rating, deviation, START_VOLATILITY, results, changed_at)


def _values(rating: Rating) -> dict[str, Any]:
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "results": rating.attempts,
        "changed_at": rating.changed_at,
    }
