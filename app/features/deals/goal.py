"""A harder deal as a goal for a week."""

from sqlalchemy import Connection

from app.play.goals import Goal, TimeSpan
from app.play.rows import played
from app.play.service import stock
from app.play.values.shelf import Band, Shelf

LATEST = 20
"""How many of the latest wins are looked at."""
_WORDS = {Band.GENTLE: "Win a gentle deal.", Band.STEADY: "Win a steady deal.", Band.HARD: "Win a hard deal."}
_BANDS = list(Band)


def _hardest(connection: Connection, player_id: str, span: TimeSpan) -> int:
    """Return the place of the hardest band that the player won, from 1 for the gentlest; 0 without any win."""
    won = played.won_deals(connection, player_id, span.since, span.until, LATEST)
    bands = stock.bands(connection, [(Shelf.of(variant), deal) for variant, deal in won])
    return max((_BANDS.index(band) + 1 for band in bands), default=0)


def wanted(usual: int) -> int:
    """Return the place of the band to win next, given that of the hardest won in four weeks.

    >>> [wanted(hardest) for hardest in range(4)]
    [1, 2, 3, 3]
    """
    return min(usual + 1, len(_BANDS))


HARDER = Goal(
    place=10,
    address="/",
    reached=_hardest,
    wanted=wanted,
    words=lambda place: _WORDS[_BANDS[place - 1]],
    so_far=lambda _: "",
)
