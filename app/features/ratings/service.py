"""Players' ratings at each game. Each heat and each daily counts once, in the transaction that ends it.

Only accounts are rated, people and programs each among their own kind. app/features/ratings/values/strength.py says
how.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.profiles import rows as profiles
from app.features.profiles import service as public_pages
from app.features.profiles.values import ProfilePart
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating, widen
from app.features.ratings.values.strength import (
    SHOWN_MS,
    TOGETHER_MS,
    PlacedRacer,
    PlayerKind,
    RatingChange,
    Stake,
    after_daily,
    after_heat,
    first_of_deal,
    newcomer,
    ready,
)
from app.play.checking import Check, Fault
from app.play.values.event import Event
from engine.games import GAMES
from engine.rules import Game, Variant

DAYS_FOR_USUAL = 30
"""How many of a variant's last dailies decide a new deal's first rating."""
MOST_ON_BOARD = 100


@dataclass(frozen=True, slots=True)
class RatingPlace:
    """A place on a board."""

    name: str
    rating: Rating
    public: bool
    """Whether the player has a public page."""
    mine: bool


@dataclass(frozen=True, slots=True)
class BestRatings:
    """The settled ratings at a game, the best one first."""

    game: Game
    kind: PlayerKind
    best: list[RatingPlace]
    mine: Rating | None
    """The visitor's own, settled or not."""


class FirstTryResult(NamedTuple):
    """Somebody's first try at a deal of a day."""

    player_id: str
    variant: Variant
    solved: bool
    """Whether it counts as a win."""


def board(connection: Connection, named: Game | None, player_id: str | None, kind: PlayerKind, now: int) -> BestRatings:
    """Return the best settled ratings of people or of programs at a game, or at the one that `last_rated` returns."""
    game = named or last_rated(connection, player_id)
    best = strengths.best(connection, game, kind, now - SHOWN_MS, MOST_ON_BOARD)
    settled = [one for one in best if not widen(one.rating, now).provisional]
    public = profiles.public_among(connection, [one.player_id for one in settled])
    rows = [RatingPlace(one.name, one.rating, one.player_id in public, one.player_id == player_id) for one in settled]
    return BestRatings(game, kind, rows, rating_of(connection, player_id, game))


def last_rated(connection: Connection, player_id: str | None) -> Game:
    """Return the game in which a visitor was rated last, by a race or a daily; before that, the first game."""
    changes = strengths.changes_of(connection, player_id, 1) if player_id else []
    return next((game for game, _ in changes), next(iter(GAMES.values())))


def of_players(connection: Connection, player_ids: Collection[str], game: Game) -> dict[str, Rating]:
    """Return the ratings of these players at a game, without those who have none."""
    return strengths.of_players(connection, player_ids, game)


def rating_of(connection: Connection, player_id: str | None, game: Game) -> Rating | None:
    """Return a player's rating at a game; None for guests, and before the first result."""
    return strengths.of_player(connection, player_id, game) if player_id else None


def changes_by(
    connection: Connection, player_ids: Collection[str], game: Game, cause: Event, heat: int
) -> dict[str, RatingChange]:
    """Return by player what one heat of an event changed of these players' ratings at a game."""
    return strengths.changes_by(connection, player_ids, game, cause, heat)


def stakes(connection: Connection, player_ids: Collection[str], game: Game, now: int) -> dict[str, Stake]:
    """Return what is at stake for the racers of a heat that begins: their ratings, if two or more of a kind have one.

    Only somebody with an account has a rating. Players and programs are two kinds.
    """
    kinds = strengths.with_accounts(connection, player_ids)
    known = strengths.of_players(connection, kinds, game)
    staked = {one: Stake(bot, ready(known.get(one, newcomer(now)), now)) for one, bot in kinds.items()}
    rivals = Counter(kinds.values())
    return {player_id: stake for player_id, stake in staked.items() if rivals[stake.bot] > 1}


def count(connection: Connection, game: Game, field: Sequence[PlacedRacer], now: int, cause: Event, heat: int) -> None:
    """Count the places of players of one kind who staked their ratings on a heat of an event, which has just ended."""
    # Whoever has deleted the account since still wins or loses against the others, but has no rating any more.
    there = strengths.with_accounts(connection, [one.player_id for one in field])
    before = strengths.lock(connection, there.keys(), game, newcomer(now))
    met = strengths.meetings(connection, there.keys(), game, now - TOGETHER_MS)
    _keep(connection, game, before, after_heat(field, met, now, before), cause, heat, now)


def count_tries(connection: Connection, day: date, tries: Sequence[FirstTryResult], now: int, cause: Event) -> None:
    """Count first tries at the deals of a day, in order, of those who are people with an account."""
    kinds = strengths.with_accounts(connection, [one.player_id for one in tries]) if tries else {}
    counting = [one for one in tries if kinds.get(one.player_id) is False]
    for variant in sorted({one.variant for one in counting}, key=lambda variant: variant.text):
        _count_variant(connection, day, variant, [one for one in counting if one.variant == variant], now, cause)


def _count_variant(
    connection: Connection, day: date, variant: Variant, tries: Sequence[FirstTryResult], now: int, cause: Event
) -> None:
    usual = strengths.usual_of_deals(connection, variant, day, DAYS_FOR_USUAL)
    before = strengths.lock(connection, [one.player_id for one in tries], variant.game, newcomer(now))
    deal = strengths.lock_deal(connection, day, variant, first_of_deal(usual))
    after: dict[str, Rating] = {}
    for one in tries:
        if changed := after_daily(before[one.player_id], deal, int(one.solved), now):
            after[one.player_id], deal = changed
    strengths.keep_deal(connection, day, variant, deal)
    _keep(connection, variant.game, before, after, cause, 0, now)


def _keep(
    connection: Connection,
    game: Game,
    before: Mapping[str, Rating],
    after: Mapping[str, Rating],
    cause: Event,
    heat: int,
    now: int,
) -> None:
    strengths.keep(connection, game, after)
    changes = {
        player_id: RatingChange(now, cause, heat, before[player_id].rating, rating.rating, rating.deviation)
        for player_id, rating in after.items()
    }
    strengths.note(connection, game, changes)


def shown_of(connection: Connection, name: str) -> tuple[str, dict[Game, Rating]]:
    """Return a player's name and ratings if the public page shows them.

    Raises:
        NotFound: there is no such player or page, or the page does not show ratings.
    """
    account, shown = public_pages.public(connection, name)
    if ProfilePart.RATINGS not in shown:
        raise NotFound("That player’s public page shows no ratings.")
    return account.name, strengths.all_of_player(connection, account.player_id)


def _disagreeing_rating(_connection: Connection, wrong: tuple[str, Game]) -> list[Fault]:
    player_id, game = wrong
    return [Fault(f"rating {game.slug}", f"That of player {player_id} is not what its last result left.")]


FROM_RESULTS = Check(40, "", strengths.disagreeing, _disagreeing_rating)
"""Names each rating that is not what its player's last result left."""
