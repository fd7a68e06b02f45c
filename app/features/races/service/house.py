"""The house races a player when nobody else is there. It plays a solver's game at a pace that the player knows."""

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from secrets import choice

from sqlalchemy import Connection

from app.features.races.rows import ghosts
from app.features.ratings.values.rating import START, Rating
from app.play.service import secrecy, sessions, stock
from app.play.values.session import Session
from engine.caching import cached
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move, read_moves
from engine.rules import Variant


class HouseStrength(StrEnum):
    """How strong the house is: the quicker it plays, the harder it is to beat."""

    GENTLE = "gentle"
    STEADY = "steady"
    HARD = "hard"


LINES = Path(__file__).with_name("house.json")
PACE_MS, QUICKEST_MS, SLOWEST_MS = 4_000, 2_000, 8_000
"""The time between two moves of the house that suits a newcomer, and the least and the most that suits anybody."""
PACES = {HouseStrength.GENTLE: 8_000, HouseStrength.STEADY: 4_000, HouseStrength.HARD: 1_500}
"""The time between two moves of the house, by how strong a player wants it."""
TWICE_AS_QUICK = 400
"""The house is twice as quick against a player rated this many points higher."""


@cached()
def games() -> Mapping[Variant, Mapping[int, tuple[Move, ...]]]:
    """Return the winning lines of the house by variant and deal; `python -m app.site.commands.house` finds them."""
    kept: dict[str, dict[str, str]] = json.loads(LINES.read_text())
    return {
        variant_of(*name.split(" ")): {int(deal): read_moves(line) for deal, line in lines.items()}
        for name, lines in kept.items()
    }


def pace(rating: Rating | None) -> int:
    """Return how many milliseconds the house takes for a move against somebody.

    >>> pace(None), pace(Rating(1900.0)), pace(Rating(3000.0))
    (4000, 2000, 2000)
    """
    stronger = (rating.rating - START) / TWICE_AS_QUICK if rating else 0.0
    return round(min(max(PACE_MS / 2**stronger, QUICKEST_MS), SLOWEST_MS))


def nearest(pace_ms: int) -> HouseStrength:
    """Return the strength whose pace is nearest to this one.

    >>> nearest(8_000), nearest(2_900), nearest(2_000)
    (<HouseStrength.GENTLE: 'gentle'>, <HouseStrength.STEADY: 'steady'>, <HouseStrength.HARD: 'hard'>)
    """
    return min(PACES, key=lambda strength: abs(PACES[strength] - pace_ms))


def is_in(variant: Variant) -> bool:
    """Return whether the house plays a variant."""
    return bool(games().get(variant))


def race(connection: Connection, player_id: str, variant: Variant, pace_ms: int, now: int) -> Session:
    """Begin a session to race against the house, on a deal that is new to the player if there is one.

    Raises:
        Withheld: open events are played on all of its deals.
    """
    listed = list(games()[variant])
    begun = stock.list_begun(connection, player_id, listed)
    # A deal of an open event, or one that looks the same, waits until that is over.
    kept = secrecy.open_among(connection, map(shuffled, listed), now)
    free = [one for one in listed if shuffled(one) not in kept] or listed
    deal = choice([one for one in free if one not in begun] or free)
    fresh = sessions.start(connection, player_id, variant, deal, shuffled(deal), now)
    ghosts.race_house(connection, fresh.id, pace_ms)
    return fresh


def course(session: Session, pace_ms: int) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Return `course` and `ms` of the house as a `Ghost` in a session; None if it has no game on the deal."""
    line = games().get(session.variant, {}).get(session.deal or 0)
    if line is None:
        return None
    home = session.variant.rules.foundations_dealt
    changes = [(0, home)]
    for place, move in enumerate(line, start=1):
        if move.target.startswith("f"):
            home += 1
            changes.append((place * pace_ms, home))
    return tuple(changes), len(line) * pace_ms
