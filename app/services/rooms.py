"""Open rooms: races that wait for players, and that their hosts show to everybody."""

from dataclasses import dataclass
from threading import Lock

from sqlalchemy import Connection

from app.model.idling import IDLE_MS
from app.model.race import Race, Racer
from app.model.rating import Rating
from app.store import races, strengths
from engine.rules import Game

MOST_ROOMS = 30
LISTED_MS = 3 * 3_600_000
"""How long a room is listed."""
KEPT_MS = 1_000
"""How long a process keeps the list."""


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A waiting room."""

    race: Race
    host: str
    """The host's name in the room."""
    rating: Rating | None
    """The host's rating at the game."""


def waiting(connection: Connection, now: int) -> list[OpenRoom]:
    """List the waiting rooms whose host is there, the latest first."""
    found = races.waiting(connection, now - LISTED_MS, MOST_ROOMS)
    hosts = {race.code: host for race in found if (host := race.racer(race.host_id)) and _is_there(host, now)}
    by_game: dict[Game, list[str]] = {}
    for race in found:
        by_game.setdefault(race.terms.variant.game, []).append(race.host_id)
    rated = {game: strengths.of_players(connection, ids, game) for game, ids in by_game.items()}
    return [
        OpenRoom(race, hosts[race.code].name, rated[race.terms.variant.game].get(race.host_id))
        for race in found
        if race.code in hosts
    ]


def _is_there(host: Racer, now: int) -> bool:
    return not host.left and now - host.seen_at < IDLE_MS


class OpenRooms:
    """The list of open rooms in one serving process, read once every `KEPT_MS` however many visitors look."""

    def __init__(self) -> None:
        self._kept: tuple[int, list[OpenRoom]] | None = None
        self._alone = Lock()

    def look(self, connection: Connection, now: int) -> list[OpenRoom]:
        """Return the waiting rooms."""
        with self._alone:
            kept = self._kept
        # If a clock is set back, the list must not stay for longer.
        if kept and abs(now - kept[0]) < KEPT_MS:
            return kept[1]
        fresh = waiting(connection, now)
        with self._alone:
            self._kept = now, fresh
        return fresh
