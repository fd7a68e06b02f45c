"""The visitors who wait for somebody to race, and the rules that pair them.

The page or program of a visitor who waits gives a sign of life every two seconds. With each sign, the server looks for
the nearest opponent by rating. The longer either of two has waited, the further apart they may be.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from app.features.ratings.values.rating import START
from engine.rules import Variant

ASK_SECONDS = 2
"""How many seconds a page that waits lets pass between two signs of life."""
HERE_MS = 5_000
"""A visitor counts as present this long after a sign of life: without scripts, a page takes longer than two seconds to
ask."""
GONE_MS = 15_000
"""After this long without a sign of life, somebody no longer waits."""
NEAR = 150.0
"""How far apart two ratings may be for visitors to meet at once."""
WIDER = 600.0
"""By how much that distance grows with each second of waiting."""
ANYBODY_MS = 2_000
"""After waiting this long, a visitor races anybody."""


@dataclass(frozen=True, slots=True)
class WaitingPlayer:
    """Somebody who waits for a race."""

    player_id: str
    variant: Variant
    name: str
    """The name typed for the race. If it is empty, the racer gets the account's name, or a number."""
    bot: bool
    rating: float | None
    """None for guests and for players without a result."""
    since: int
    seen_at: int
    code: str | None = None
    """The race, once there is one."""


def nearest(mine: WaitingPlayer, others: Iterable[WaitingPlayer], now: int) -> WaitingPlayer | None:
    """Return the opponent for `mine` from among the others; None if nobody fits yet."""
    fitting = [one for one in others if _fits(mine, one, now)]
    return min(fitting, key=lambda one: (_apart(mine, one), one.since, one.player_id), default=None)


def _fits(mine: WaitingPlayer, other: WaitingPlayer, now: int) -> bool:
    alike = (mine.variant, mine.bot) == (other.variant, other.bot) and mine.player_id != other.player_id
    here = other.code is None and abs(now - other.seen_at) < HERE_MS
    waited = now - min(mine.since, other.since)
    return alike and here and (waited >= ANYBODY_MS or _apart(mine, other) <= NEAR + WIDER * waited / 1000)


def _apart(mine: WaitingPlayer, other: WaitingPlayer) -> float:
    return abs((START if mine.rating is None else mine.rating) - (START if other.rating is None else other.rating))
