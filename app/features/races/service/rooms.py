"""Open rooms: races that wait for players, and that their hosts show to everybody."""

import hmac
from dataclasses import dataclass
from threading import Lock

from sqlalchemy import Connection

from app.core.bounds import LISTED_ROOMS_OF_AN_ADDRESS
from app.features.races.rows import races
from app.features.races.rows.races import WaitingRoom
from app.features.races.values.idling import IDLE_MS
from app.features.races.values.race import COUNTDOWN_MS, Race
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from engine.rules import Game

MOST_ROOMS = 30
LISTED_MS = 3 * 3_600_000
"""How long a room is listed."""
KEPT_MS = 1_000
"""How long a process keeps the list."""
ORDER_MS = 10 * 60_000
"""How long the rooms keep their order."""


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A waiting room."""

    race: Race
    host: str
    """The host's name in the room."""
    rating: Rating | None
    """The host's rating at the game."""


def waiting(connection: Connection, secret: bytes, now: int) -> list[OpenRoom]:
    """List the waiting rooms whose hosts are there: one a host, and a few of one address.

    The first room of each address comes before any address's second. Otherwise they stand in an order that nobody can
    foresee, so nobody can have the first place by coming last, and none keeps it for long.
    """

    def place(room: WaitingRoom) -> tuple[int, bytes]:
        return room.nth, hmac.digest(secret, f"order {now // ORDER_MS} {room.code}".encode(), "sha256")

    found = races.waiting(connection, now - LISTED_MS, now - IDLE_MS, now + COUNTDOWN_MS, LISTED_ROOMS_OF_AN_ADDRESS)
    listed = races.find_all(connection, [room.code for room in sorted(found, key=place)[:MOST_ROOMS]])
    by_game: dict[Game, list[str]] = {}
    for race in listed:
        by_game.setdefault(race.terms.variant.game, []).append(race.host_id)
    rated = {game: strengths.of_players(connection, ids, game) for game, ids in by_game.items()}
    return [
        OpenRoom(race, host.name, rated[race.terms.variant.game].get(race.host_id))
        for race in listed
        if (host := race.racer(race.host_id))
    ]


class OpenRooms:
    """The list of open rooms in one serving process, read once every `KEPT_MS` however many visitors look."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._kept: tuple[int, list[OpenRoom]] | None = None
        self._alone = Lock()

    def look(self, connection: Connection, now: int) -> list[OpenRoom]:
        """Return the waiting rooms."""
        with self._alone:
            kept = self._kept
        # If a clock is set back, the list must not stay for longer.
        if kept and abs(now - kept[0]) < KEPT_MS:
            return kept[1]
        fresh = waiting(connection, self._secret, now)
        with self._alone:
            self._kept = now, fresh
        return fresh
