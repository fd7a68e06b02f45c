"""Ratings by Glicko-2, as Mark Glickman published it ("Example of the Glicko-2 system", 2022).

A rating is a guess at a strength, and its deviation says how sure the guess is: the strength lies within two deviations
of it nineteen times out of twenty. The volatility says how much the strength itself seems to change. In puzzle ratings
it follows the results, up to a bound; in those of races and dailies it is fixed
(`app/features/ratings/values/strength.py`).

An attempt at a puzzle is a game between the player and the puzzle. We count it at once, and the deviation grows with
the time since the last game.

"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

TAU = 0.75
"""How fast a volatility may change; the paper recommends 0.3 to 1.2."""
START, START_DEVIATION, START_VOLATILITY = 1500.0, 500.0, 0.09
"""The values for somebody new. The paper has a deviation of 350, for games between two people. Somebody new to one of
five patiences may be of any strength, so we begin less sure and get near the truth in fewer puzzles."""
LEAST_DEVIATION = 45.0
"""A deviation never falls below this, so a rating never stops moving."""
SURE = 110.0
"""From this deviation up, a rating counts as provisional."""
KNOWN = 230.0
"""Players above this deviation do not move a puzzle: their results say more about them than about the puzzle."""
MOST_CHANGE = 700.0
"""The most by which one attempt may move a rating."""
MOST_VOLATILITY = 0.1
"""The most that a volatility may become. It begins near this, so nobody gains much by losing on purpose."""
PUZZLE_DEVIATION = 200.0
"""The deviation of a puzzle whose rating is the first guess, from random play."""
PERIOD_MS = 10 * 24 * 3_600_000
"""One rating period. With the usual volatility a deviation of 60 grows to 110 in a year without puzzles."""

_SCALE = 173.7178
_CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, on the scale that we show to people."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY
    attempts: int = 0
    """Rated attempts so far."""
    changed_at: int = 0

    @property
    def provisional(self) -> bool:
        """Whether it may still be far off."""
        return self.deviation >= SURE

    @property
    def rounded(self) -> int:
        """The rating as it is shown."""
        return round(self.rating)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """An opponent and the score against it: 1 for a win, 0 for a loss."""

    rating: float
    deviation: float
    score: float
    weight: float = 1.0
    """How much it counts, where a game between two who meet for the first time counts 1."""


def rate(player: Rating, puzzle: Rating, score: int, now: int) -> tuple[Rating, Rating]:
    """Return both ratings after an attempt: `score` is 1 if the player solved the puzzle, 0 if not."""
    mine, its = widen(player, now), widen(puzzle, now)
    mine_after = _bound(mine, update(mine, [RatedGame(its.rating, its.deviation, score)]))
    its_after = its
    if mine.deviation < KNOWN:
        its_after = _bound(its, update(its, [RatedGame(mine.rating, mine.deviation, 1 - score)]))
    counted = (replace(one, attempts=one.attempts + 1, changed_at=now) for one in (mine_after, its_after))
    return next(counted), next(counted)


def widen(one: Rating, now: int) -> Rating:
    """Return a rating with its deviation grown for the time since the last change."""
    if not one.attempts:
        return one
    periods = max(now - one.changed_at, 0) / PERIOD_MS
    phi = sqrt((one.deviation / _SCALE) ** 2 + periods * one.volatility**2)
    return replace(one, deviation=min(phi * _SCALE, START_DEVIATION))


def update(one: Rating, games: Sequence[RatedGame], tau: float = TAU) -> Rating:
    """Return a rating after the games of a period: steps 2 to 8 of the paper, except for step 6, which is `widen`.

    Without games, nothing changes.
    """
    if not games:
        return one
    phi = one.deviation / _SCALE
    known, gained = _information(one, games)
    volatility = _volatility(one.volatility, phi, 1 / known, gained / known, tau)
    return replace(move(one, games, volatility), volatility=volatility)


def move(one: Rating, games: Sequence[RatedGame], volatility: float) -> Rating:
    """Return a rating after the games of a period, given the new volatility: steps 7 and 8 of the paper."""
    known, gained = _information(one, games)
    phi_after = 1 / sqrt(1 / ((one.deviation / _SCALE) ** 2 + volatility**2) + known)
    return replace(one, rating=one.rating + _SCALE * phi_after**2 * gained, deviation=_SCALE * phi_after)


def _information(one: Rating, games: Sequence[RatedGame]) -> tuple[float, float]:
    """Return how much games reveal (the inverse variance) and in which direction: steps 3 and 4 of the paper."""
    mu, known, gained = _mu(one.rating), 0.0, 0.0
    for game in games:
        g = _g(game.deviation / _SCALE)
        win = 1 / (1 + exp(-g * (mu - _mu(game.rating))))
        known += game.weight * g * g * win * (1 - win)
        gained += game.weight * g * (game.score - win)
    return known, gained


def _mu(rating: float) -> float:
    return (rating - START) / _SCALE


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: the zero of the paper's function, by the Illinois algorithm, as in the paper."""
    a = log(sigma**2)

    def f(x: float) -> float:
        rest = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _bound(before: Rating, after: Rating) -> Rating:
    change = max(-MOST_CHANGE, min(MOST_CHANGE, after.rating - before.rating))
    return replace(
        after,
        rating=before.rating + change,
        deviation=min(max(after.deviation, LEAST_DEVIATION), START_DEVIATION),
        volatility=min(after.volatility, MOST_VOLATILITY),
    )
