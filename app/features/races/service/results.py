"""How the races of a player ended."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from app.features.races.rows import results as rows
from app.features.races.rows.results import HeatResult
from app.features.races.values.event import InRace
from app.features.ratings import service as ratings
from app.features.ratings.values.strength import RatingChange

MOST_SHOWN = 10
"""How many of somebody's last results are listed."""


class OwnRaceResult(NamedTuple):
    """How a heat ended for one who ran in it."""

    player_id: str
    heat: HeatResult
    change: RatingChange | None = None
    """What became of their rating."""


def of_sessions(connection: Connection, sessions: Sequence[tuple[str, str]]) -> dict[str, OwnRaceResult]:
    """Return how the heats of sessions ended that are over, by session; each is named with its player."""
    keys = rows.keys_of(connection, [session_id for session_id, _ in sessions])
    heats = rows.find_all(connection, set(keys.values()))
    found = [
        (session_id, player_id, heats.get(keys[session_id])) for session_id, player_id in sessions if session_id in keys
    ]
    return {
        session_id: OwnRaceResult(player_id, heat)
        for session_id, player_id, heat in found
        if heat and player_id in heat.names
    }


def latest(connection: Connection, player_id: str | None) -> list[OwnRaceResult]:
    """List a visitor's last results, the latest first."""
    keys = rows.latest_of(connection, player_id, MOST_SHOWN) if player_id else []
    heats = rows.find_all(connection, keys)
    return [_rated(connection, player_id, heats[key]) for key in keys if player_id and key in heats]


def _rated(connection: Connection, player_id: str, heat: HeatResult) -> OwnRaceResult:
    cause = InRace(heat.key.code)
    changes = ratings.changes_by(connection, [player_id], heat.variant.game, cause, heat.key.number)
    return OwnRaceResult(player_id, heat, changes.get(player_id))
