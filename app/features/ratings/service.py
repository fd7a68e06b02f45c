"""Players' ratings at each game. Each heat and each daily counts once, in the transaction that ends it.

Only accounts are rated, people and programs each among their own kind. app/features/ratings/values/strength.py says
how.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from app.features.daily.service.calendar import closes_at
from app.features.daily.values.daily import Attempt, Daily
from app.features.daily.values.event import InDaily
from app.features.profiles import rows as profiles
from app.features.races.values.event import InRace
from app.features.races.values.placing import is_cut_short, standings
from app.features.races.values.race import Heat, Outcome, Race, Run
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating, rested
from app.features.ratings.values.strength import (
    SHOWN_MS,
    TOGETHER_MS,
    Change,
    Kind,
    Placed,
    Stake,
    after_daily,
    after_heat,
    first_of_deal,
    newcomer,
    ready,
)
from engine.rules import Game, Variant

DAYS_FOR_USUAL = 30
"""How many of a variant's last dailies decide a new deal's first rating."""
MOST_ON_BOARD = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A place on a board."""

    name: str
    rating: Rating
    public: bool
    """Whether the player has a public page."""
    mine: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The settled ratings at a game, the best one first."""

    game: Game
    kind: Kind
    best: list[Row]
    mine: Rating | None
    """The visitor's own, settled or not."""


def board(connection: Connection, game: Game, player_id: str | None, kind: Kind, now: int) -> Board:
    """Return the best settled ratings of people or of programs at a game."""
    best = strengths.best(connection, game, kind, now - SHOWN_MS, MOST_ON_BOARD)
    settled = [one for one in best if not rested(one.rating, now).provisional]
    public = profiles.public_among(connection, [one.player_id for one in settled])
    rows = [Row(one.name, one.rating, one.player_id in public, one.player_id == player_id) for one in settled]
    return Board(game, kind, rows, rating_of(connection, player_id, game))


def of_room(connection: Connection, race: Race) -> dict[str, Rating]:
    """Return the ratings of the players in a race's room, without those who have none."""
    return strengths.of_players(connection, [racer.player_id for racer in race.present], race.terms.variant.game)


def rating_of(connection: Connection, player_id: str | None, game: Game) -> Rating | None:
    """Return a player's rating at a game; None for guests, and before the first result."""
    return strengths.of_player(connection, player_id, game) if player_id else None


def stakes(connection: Connection, player_ids: Collection[str], game: Game, now: int) -> dict[str, Stake]:
    """Return what is at stake for the racers of a heat that begins: their ratings, if two or more of a kind have one.

    Only somebody with an account has a rating. Players and programs are two kinds.
    """
    kinds = strengths.with_accounts(connection, player_ids)
    known = strengths.of_players(connection, kinds, game)
    staked = {one: Stake(bot, ready(known.get(one, newcomer(now)), now)) for one, bot in kinds.items()}
    rivals = Counter(kinds.values())
    return {player_id: stake for player_id, stake in staked.items() if rivals[stake.bot] > 1}


def count_heat(connection: Connection, race: Race, heat: Heat) -> None:
    """Count a heat that has just ended for those who staked their rating on it, unless everybody left it."""
    assert heat.ended_at is not None
    if all(run.outcome is Outcome.FORFEITED for run in heat.runs):
        return
    for bots in (False, True):
        if field := [run for run in heat.runs if run.stake and run.stake.bot is bots]:
            _count_field(connection, race, heat, field)


def count_page(connection: Connection, daily: Daily, page: Sequence[Attempt]) -> None:
    """Count a page of the attempts at a daily that is over: people's ranked attempts, in order.

    A win with hints counts like a loss, and a held result does not count.
    """
    ranked = [one for one in page if one.ranked and not one.held]
    kinds = strengths.with_accounts(connection, [one.player_id for one in ranked]) if ranked else {}
    counting = [one for one in ranked if kinds.get(one.player_id) is False]
    for variant in sorted({one.variant for one in counting}, key=lambda variant: variant.text):
        _count_attempts(connection, daily, variant, [one for one in counting if one.variant == variant])


def _count_field(connection: Connection, race: Race, heat: Heat, runs: Sequence[Run]) -> None:
    game, now = race.terms.variant.game, heat.ended_at or 0
    cut_short = is_cut_short(race, heat)
    field = [
        Placed(run.player_id, place, run.stake.rating, cut_short and run.outcome is Outcome.STOPPED)
        for place, run in standings(runs)
        if run.stake
    ]
    # Whoever has deleted the account since still wins or loses against the others, but has no rating any more.
    there = strengths.with_accounts(connection, [one.player_id for one in field])
    before = strengths.lock(connection, there.keys(), game, newcomer(now))
    met = strengths.meetings(connection, there.keys(), game, now - TOGETHER_MS)
    after = after_heat(field, met, now, before)
    _keep(connection, game, before, after, InRace(race.code), heat.number, now)


def _count_attempts(connection: Connection, daily: Daily, variant: Variant, page: Sequence[Attempt]) -> None:
    game, now = daily.game, closes_at(daily.day)
    usual = strengths.usual_of_deals(connection, variant, daily.day, DAYS_FOR_USUAL)
    before = strengths.lock(connection, [one.player_id for one in page], game, newcomer(now))
    deal = strengths.lock_deal(connection, daily.day, variant, first_of_deal(usual))
    after: dict[str, Rating] = {}
    for one in page:
        score = int(one.solved and not one.hints)
        if changed := after_daily(before[one.player_id], deal, score, now):
            after[one.player_id], deal = changed
    strengths.keep_deal(connection, daily.day, variant, deal)
    _keep(connection, game, before, after, InDaily(daily.day), 0, now)


def _keep(
    connection: Connection,
    game: Game,
    before: Mapping[str, Rating],
    after: Mapping[str, Rating],
    event: InDaily | InRace,
    heat: int,
    now: int,
) -> None:
    strengths.keep(connection, game, after)
    changes = {
        player_id: Change(now, event, heat, before[player_id].rating, rating.rating, rating.deviation)
        for player_id, rating in after.items()
    }
    strengths.note(connection, game, changes)
