"""How strong players with an account are at a game: one rating for each game, from races and from dailies.

Both are games on the scale of `app/features/ratings/values/rating.py`. In a race each racer meets every other, and the
one in the better place wins. In a daily the opponent is the deal: a first attempt that solves it wins. So people who
never meet have ratings on the same scale as those who race. docs/decisions/ratings.md has the reasons and the figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import log2

from app.features.ratings.values.rating import LEAST_DEVIATION, PUZZLE_DEVIATION, RatedGame, Rating, move, widen
from app.play.values.event import Event

RULE = 1
"""The version of the arithmetic in this module and of the constants that it uses. A change of either raises it, so a
stored change of a rating tells by which arithmetic it came about."""
NEW_DEVIATION = 350.0
"""The deviation of somebody new, as in the paper for games between people."""
DRIFT = 0.046
"""How much a strength may change from one result to the next, some eight points. It is fixed: if it followed the
results, players could raise it by losing on purpose, and every win would then count for more."""
TOGETHER_MS = 3 * 24 * 3_600_000
"""How long a heat counts as a meeting of its racers. Each such heat makes their next one count for less."""
KNOWN = 200.0
"""Racers above this deviation do not move those below it: their results would say more about themselves than about the
others."""
REACH = 200.0
"""How far from a deal's rating a player may be for the daily to count. Beyond it, one mistake would cost a strong
player too much. The limit also stops players who rehearse deals under another name from rising any further."""
SHOWN_MS = 365 * 24 * 3_600_000
"""How long after the last result a settled rating stays on the board."""


class PlayerKind(StrEnum):
    """Whether a board ranks people or programs."""

    PEOPLE = "people"
    BOTS = "bots"


@dataclass(frozen=True, slots=True)
class Stake:
    """What a racer stakes on a heat. It is settled when the heat begins, whoever the racer may be at its end."""

    bot: bool
    """Whether the racer is rated among programs."""
    rating: Rating
    """The rating against which the others of the kind are rated."""


@dataclass(frozen=True, slots=True)
class PlacedRacer:
    """Somebody in a heat, with their place and the rating from before."""

    player_id: str
    place: int
    rating: Rating
    cut_short: bool = False
    """Whether somebody chose the moment that ended the game. Two of whom that is true count for nothing against each
    other: a host could otherwise wait until a friend has won and one of the two leads."""
    acted: bool = True
    """Whether they made a move or left. Two who did neither count for nothing against each other."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating as one result left it."""

    at: int
    event: Event
    """The race or the daily that caused it."""
    heat: int
    """Which heat of the race; 0 for a daily."""
    before: float
    rating: float
    deviation: float
    rule: int = RULE
    """The version of the arithmetic that made it."""


def newcomer(now: int) -> Rating:
    """Return the rating of somebody without a result."""
    return Rating(deviation=NEW_DEVIATION, changed_at=now)


def ready(one: Rating, now: int) -> Rating:
    """Return a rating as it goes into a result: its deviation has grown with time, up to that of somebody new."""
    rest = widen(one, now)
    return replace(rest, deviation=min(rest.deviation, NEW_DEVIATION))


def first_of_deal(usual: float | None) -> Rating:
    """Return the first rating of a deal, given the usual rating of earlier deals, or None if there are none."""
    return Rating(deviation=NEW_DEVIATION) if usual is None else Rating(usual, PUZZLE_DEVIATION)


def after_heat(
    field: Sequence[PlacedRacer],
    met: Mapping[frozenset[str], int],
    now: int,
    latest: Mapping[str, Rating] | None = None,
) -> dict[str, Rating]:
    """Return the ratings that a heat changes, by player.

    `met` says how many heats two racers recently had together. Racers who are not known yet do not move those who are.
    `latest` has the ratings that the heat moves, if they may no longer be those from before; a player who is not among
    them has none to move.
    """
    before = {one.player_id: ready(one.rating, now) for one in field}
    moving = before if latest is None else {player_id: ready(rating, now) for player_id, rating in latest.items()}
    after = {}
    for one in (each for each in field if each.player_id in moving):
        mine, known = moving[one.player_id], before[one.player_id].deviation < KNOWN
        rivals = [each for each in field if each is not one and _counts(one, each)]
        others = [each for each in rivals if before[each.player_id].deviation < KNOWN or not known]
        if others:
            weight = log2(len(others) + 1) / len(others)
            games = [_pair(one, other, before[other.player_id], weight, met) for other in others]
            after[one.player_id] = _count(mine, games, now)
    return after


def after_daily(player: Rating, deal: Rating, score: int, now: int) -> tuple[Rating, Rating] | None:
    """Return both ratings after a first attempt: `score` is 1 if the player solved the deal, 0 if not.

    Return None if the two are too far apart for the result to mean anything.
    """
    mine, its = ready(player, now), replace(deal, changed_at=now)
    if abs(mine.rating - its.rating) > REACH:
        return None
    mine_after = _count(mine, [RatedGame(its.rating, its.deviation, score)], now)
    if mine.deviation >= KNOWN:
        return mine_after, deal
    return mine_after, _count(its, [RatedGame(mine.rating, mine.deviation, 1 - score)], now)


def _counts(one: PlacedRacer, other: PlacedRacer) -> bool:
    """Return whether the places of two racers say who of them is stronger."""
    return not (one.cut_short and other.cut_short) and (one.acted or other.acted)


def _pair(
    one: PlacedRacer, other: PlacedRacer, theirs: Rating, weight: float, met: Mapping[frozenset[str], int]
) -> RatedGame:
    """Return one racer's game against another; `weight` is for two who have never met.

    The pairs in a large field are not independent, since every racer has only one time. So all games of one racer in a
    heat together count as much as the logarithm of the field's size.
    """
    score = (1 + (one.place < other.place) - (one.place > other.place)) / 2
    heats = met.get(frozenset((one.player_id, other.player_id)), 0)
    return RatedGame(theirs.rating, theirs.deviation, score, weight / (1 + heats) ** 2)


def _count(one: Rating, games: Sequence[RatedGame], now: int) -> Rating:
    after = move(one, games, DRIFT)
    bounded = min(max(after.deviation, LEAST_DEVIATION), NEW_DEVIATION)
    return replace(after, deviation=bounded, attempts=one.attempts + 1, changed_at=max(now, one.changed_at))
