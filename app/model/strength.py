"""How strong players with an account are at a game: one rating for each game, from races and from dailies.

Both are games on the scale of `app/model/rating.py`. In a race each racer meets every other, and whoever has the better
place has won. In a daily the opponent is the deal: a first attempt that solves it has won. So people who never meet are
rated on the scale of those who race. docs/decisions/ratings.md has the reasons and the figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import log2

from app.model.event import Event
from app.model.rating import LEAST_DEVIATION, PUZZLE_DEVIATION, Game, Rating, moved, rested

NEW_DEVIATION = 350.0
"""Of somebody new, as the paper has it for games between people."""
DRIFT = 0.046
"""How much a strength may change from one result to the next, some eight points. It is fixed: a volatility that follows
the results grows by losing on purpose, and every win then counts for more."""
TOGETHER_MS = 3 * 24 * 3_600_000
"""For how long two racers who have met count as having met; each such heat makes the next one tell less."""
KNOWN = 200.0
"""Racers above this deviation do not move others who are below it: their results say more about them."""
REACH = 200.0
"""How far from a deal's rating a player may be for the daily to count. Beyond, a strong player would lose much by one
mistake, and nobody who rehearses deals under another name gets any further."""
SHOWN_MS = 365 * 24 * 3_600_000
"""For how long after the last result a settled rating stands on the board."""


class Kind(StrEnum):
    """Who stands on a board."""

    PEOPLE = ""
    BOTS = "bots"

    @classmethod
    def of(cls, text: str) -> "Kind":
        """Read what an address asks for; people where it asks for nothing else."""
        return cls.BOTS if text == cls.BOTS else cls.PEOPLE


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody in a heat, with the place and the rating from before."""

    player_id: str
    place: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Change:
    """A rating as one result left it."""

    at: int
    event: Event
    """The race or the daily that brought it."""
    heat: int
    """Which heat of the race; 0 of a daily."""
    before: float
    rating: float
    deviation: float


def newcomer(now: int) -> Rating:
    """Return the rating of somebody without a result."""
    return Rating(deviation=NEW_DEVIATION, changed_at=now)


def first_of_deal(usual: float | None) -> Rating:
    """Return the rating of a deal that nobody has attempted, from that of the deals before it; None without any."""
    return Rating(deviation=NEW_DEVIATION) if usual is None else Rating(usual, PUZZLE_DEVIATION)


def after_heat(field: Sequence[Placed], met: Mapping[frozenset[str], int], now: int) -> dict[str, Rating]:
    """Return the ratings that a heat changes, by player.

    `met` says how many heats two racers had together lately. Those who are not known yet do not move those who are.
    """
    before = {one.player_id: _ready(one.rating, now) for one in field}
    after = {}
    for one in field:
        mine = before[one.player_id]
        known = mine.deviation < KNOWN
        others = [each for each in field if each is not one and (before[each.player_id].deviation < KNOWN or not known)]
        if others:
            weight = log2(len(others) + 1) / len(others)
            games = [_pair(one, other, before[other.player_id], weight, met) for other in others]
            after[one.player_id] = _counted(mine, games, now)
    return after


def after_daily(player: Rating, deal: Rating, score: int, now: int) -> tuple[Rating, Rating] | None:
    """Return both ratings after a first attempt: `score` is 1 if the player solved the deal, 0 if not.

    None where the two are too far apart for it to tell anything.
    """
    mine, its = _ready(player, now), replace(deal, changed_at=now)
    if abs(mine.rating - its.rating) > REACH:
        return None
    mine_after = _counted(mine, [Game(its.rating, its.deviation, score)], now)
    if mine.deviation >= KNOWN:
        return mine_after, deal
    return mine_after, _counted(its, [Game(mine.rating, mine.deviation, 1 - score)], now)


def _pair(one: Placed, other: Placed, theirs: Rating, weight: float, met: Mapping[frozenset[str], int]) -> Game:
    """Return one racer's game against another; `weight` is that of two who never met.

    The pairs of a large field are not independent, since every racer has one time: all of one racer's count together as
    the logarithm of the field's size.
    """
    score = (1 + (one.place < other.place) - (one.place > other.place)) / 2
    heats = met.get(frozenset((one.player_id, other.player_id)), 0)
    return Game(theirs.rating, theirs.deviation, score, weight / (1 + heats) ** 2)


def _ready(one: Rating, now: int) -> Rating:
    rest = rested(one, now)
    return replace(rest, deviation=min(rest.deviation, NEW_DEVIATION))


def _counted(one: Rating, games: Sequence[Game], now: int) -> Rating:
    after = moved(one, games, DRIFT)
    bounded = min(max(after.deviation, LEAST_DEVIATION), NEW_DEVIATION)
    return replace(after, deviation=bounded, attempts=one.attempts + 1, changed_at=max(now, one.changed_at))
