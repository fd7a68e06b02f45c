"""Public pages of players, which are off until their owners choose what to show.

A page says nothing about an open event: neither which games were played in it nor whether they were won.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.cache import Cache
from app.core.refusals import NotFound
from app.features.archive.service import statistics
from app.features.archive.service.statistics import Tally
from app.features.daily.rows import standings as points
from app.features.daily.rows.standings import Standing
from app.features.daily.service import standings, streaks
from app.features.daily.service.streaks import Streak
from app.features.profiles import rows as profiles
from app.features.profiles.values import Part
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from app.people.rows.accounts import Account
from app.people.service import accounts as naming
from app.people.service.accounts import own as own_account
from app.people.visitors import Visit
from app.play.service.secrecy import open_among
from app.play.values.session import Session
from engine.rules import Game

MOST_SHOWN = 20
KEPT_MS = 60_000
"""How long a page's figures are kept: counting thousands of games takes a sixth of a second, and anybody may ask for
them again and again."""
_TALLIES = Cache[list[Tally]](1_000, len)


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's public page."""

    name: str
    since: int
    is_mine: bool
    streak: Streak | None
    """Over the days that have closed. This and the figures below are None if the owner does not show them."""
    standing: Standing | None
    """Over all time and all games."""
    rank: int | None
    ratings: dict[Game, Rating] | None
    tallies: list[Tally] | None
    shared: list[Session] | None


def own(connection: Connection, visit: Visit | None) -> tuple[Account, frozenset[Part] | None]:
    """Return the visitor's account and the parts on its page, None without one; raise `SignedOut` or `NotFound`."""
    account = own_account(connection, visit)
    return account, profiles.shown_by(connection, account.player_id)


def choose(connection: Connection, visit: Visit | None, parts: Collection[Part]) -> None:
    """Show these parts on the visitor's page; without any, there is no page. Raise `SignedOut` or `NotFound`."""
    account = own_account(connection, visit)
    if parts:
        profiles.show(connection, account.player_id, parts)
    else:
        profiles.hide(connection, account.player_id)


def look(connection: Connection, name: str, player_id: str | None, now: int) -> Profile:
    """Return the public page of a player; it is for the lane of heavy reads.

    Raises:
        NotFound: there is no such player, or no such page.
    """
    account, shown = _public(connection, name)
    whose = account.player_id
    standing = points.of_player(connection, standings.ALL_TIME.key, None, whose) if Part.POINTS in shown else None
    return Profile(
        name=account.name,
        since=account.made_at,
        is_mine=whose == player_id,
        streak=streaks.until_now(connection, whose, now) if Part.STREAK in shown else None,
        standing=standing,
        rank=_rank(connection, standing) if standing else None,
        ratings=strengths.all_of_player(connection, whose) if Part.RATINGS in shown else None,
        tallies=_tallies(connection, whose, now) if Part.RECORDS in shown else None,
        shared=_shared(connection, whose, now) if Part.GAMES in shown else None,
    )


def ratings_of(connection: Connection, name: str) -> tuple[str, dict[Game, Rating]]:
    """Return a player's name and ratings if the public page shows them.

    Raises:
        NotFound: there is no such player or page, or the page does not show ratings.
    """
    account, shown = _public(connection, name)
    if Part.RATINGS not in shown:
        raise NotFound("That player’s public page shows no ratings.")
    return account.name, strengths.all_of_player(connection, account.player_id)


def _rank(connection: Connection, standing: Standing) -> int:
    return points.rank(connection, standings.ALL_TIME.key, None, standing.kind, standing.points)


def _public(connection: Connection, name: str) -> tuple[Account, frozenset[Part]]:
    account = naming.called(connection, name)
    shown = profiles.shown_by(connection, account.player_id) if account else None
    if account is None or shown is None:
        raise NotFound("No player by that name has a public page.")
    return account, shown


def _tallies(connection: Connection, player_id: str, now: int) -> list[Tally]:
    name = player_id, now // KEPT_MS
    known = _TALLIES.find(name)
    if known is None:
        known = statistics.public_tallies(connection, player_id)
        _TALLIES.keep(name, known)
    return known


def _shared(connection: Connection, player_id: str, now: int) -> list[Session]:
    games = profiles.shared_games(connection, player_id, MOST_SHOWN)
    secret = open_among(connection, [one.deck for one in games], now)
    return [one for one in games if one.deck not in secret]
