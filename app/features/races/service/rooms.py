"""Listed rooms: races that their hosts show to everybody. Some wait for players, some are raced, some are over."""

import hmac
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from sqlalchemy import Connection

from app.core.bounds import LISTED_ROOMS_OF_AN_ADDRESS
from app.core.store.unreadable import each
from app.features.races.rows import races as rows
from app.features.races.rows import waiting as seekers
from app.features.races.rows.races import RacedRoom, WaitingRoom
from app.features.races.service import races
from app.features.races.values.idling import IDLE_MS
from app.features.races.values.pairing import GONE_MS
from app.features.races.values.placing import is_decided
from app.features.races.values.race import COUNTDOWN_MS, Race
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from engine.rules import Game

MOST_ROOMS, MOST_RUNNING, MOST_OVER = 30, 10, 5
"""How many are listed of those that wait, that are raced and that are over."""
LISTED_MS = 3 * 3_600_000
"""How long a room is listed, from its making."""
_LOOKED_AT = 100
"""How many races to look at for those that are raced or over, as a host has one and a network a few."""
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


@dataclass(frozen=True, slots=True)
class ListedRooms:
    """The rooms that hosts show to everybody."""

    open: list[OpenRoom]
    """Those that wait for racers."""
    running: list[Race]
    """Those in which a heat is being raced, the latest first."""
    over: list[Race]
    """Those whose last heat has ended and that wait for nobody, the latest first."""
    seeking: Mapping[tuple[str, str], int]
    """How many people wait for somebody to race, by the game and the text of its options."""


def list_rooms(connection: Connection, secret: bytes, now: int) -> ListedRooms:
    """List the waiting rooms whose hosts are there, what is being raced, and what was raced lately.

    In each list there is one room a host, and a few of one address. The first waiting room of each address comes before
    any address's second. Otherwise these stand in an order that nobody can foresee, so nobody can have the first place
    by coming last, and none keeps it for long.
    """

    def place(room: WaitingRoom) -> tuple[int, bytes]:
        return room.nth, hmac.digest(secret, f"order {now // ORDER_MS} {room.code}".encode(), "sha256")

    since = now - LISTED_MS
    found = rows.waiting(connection, since, now - IDLE_MS, now + COUNTDOWN_MS, LISTED_ROOMS_OF_AN_ADDRESS)
    first = rows.find_all(connection, [room.code for room in sorted(found, key=place)[:MOST_ROOMS]])
    waiting = each(lambda race: _with_heats(connection, race), first)
    # A match that is over is open again once somebody wants another.
    still = [race for race in waiting if race.ready or not is_decided(race)]
    raced = rows.list_raced(connection, since, _LOOKED_AT)
    open_codes = {race.code for race in still}
    return ListedRooms(
        open=_with_hosts(connection, still),
        running=_fair(connection, [one for one in raced if one.is_running], MOST_RUNNING),
        over=_fair(connection, [one for one in raced if not one.is_running and one.code not in open_codes], MOST_OVER),
        seeking=seekers.count_here(connection, now - GONE_MS, now + GONE_MS),
    )


def _with_hosts(connection: Connection, waiting: list[Race]) -> list[OpenRoom]:
    by_game: dict[Game, list[str]] = {}
    for race in waiting:
        by_game.setdefault(race.terms.variant.game, []).append(race.host_id)
    rated = {game: strengths.of_players(connection, ids, game) for game, ids in by_game.items()}
    return [
        OpenRoom(race, host.name, rated[race.terms.variant.game].get(race.host_id))
        for race in waiting
        if (host := race.racer(race.host_id))
    ]


def _fair(connection: Connection, raced: list[RacedRoom], at_most: int) -> list[Race]:
    """Return the first of these races with their heats, one a host and a few of one address."""
    hosts, networks = set[str](), Counter[str]()
    chosen = []
    for one in raced:
        if one.host_id not in hosts and not (one.whence and networks[one.whence] >= LISTED_ROOMS_OF_AN_ADDRESS):
            hosts.add(one.host_id)
            networks[one.whence] += 1
            chosen.append(one.code)
    return each(lambda code: races.look(connection, code), chosen[:at_most])


def _with_heats(connection: Connection, race: Race) -> Race:
    return races.look(connection, race.code) if any(racer.raced for racer in race.racers) else race


class OpenRooms:
    """The listed rooms in one serving process, read once every `KEPT_MS` however many visitors look."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._kept: tuple[int, ListedRooms] | None = None
        self._alone = Lock()

    def look(self, connection: Connection, now: int) -> ListedRooms:
        """Return the listed rooms."""
        with self._alone:
            kept = self._kept
        # If a clock is set back, the list must not stay for longer.
        if kept and abs(now - kept[0]) < KEPT_MS:
            return kept[1]
        fresh = list_rooms(connection, self._secret, now)
        with self._alone:
            self._kept = now, fresh
        return fresh
