"""Reading a race for its pages: once for all who ask at the same time, with what a room shows besides."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from fastapi import Request

from app.core.clock import now_ms
from app.core.store.database import Connection, Database
from app.features.races.referee import Referee
from app.features.races.service import finales, heats, races, requests
from app.features.races.service.finales import RatedFinale
from app.features.races.service.requests import Asked
from app.features.races.values.race import Race
from app.features.races.words.race import Room, room_of
from app.features.ratings.values.rating import Rating
from app.web.dependencies import server

T = TypeVar("T")


class BesideRace(NamedTuple):
    """What a room shows of its racers besides the race."""

    rated: Mapping[str, Rating]
    ended: RatedFinale | None
    asked: Asked
    public: frozenset[str]
    """The players whose names lead to their public pages."""


class RaceReading:
    """A race as one reading found it, and what was drawn of that, once for all who shared the reading."""

    def __init__(self, race: Race, beside: BesideRace, now: int) -> None:
        self.race, self.beside, self.now = race, beside, now
        self._drawn: dict[tuple[str, str | None], Any] = {}

    def room(self, viewer: str | None) -> Room:
        """Show one viewer the room."""
        return room_of(self.race, viewer, self.now, self.beside.rated, self.beside.ended)

    def drawn(self, name: str, visitor: str | None, draw: Callable[[str | None], T]) -> T:
        """Return what `draw` makes of the race for a visitor; for all whom it does not concern, that is the same."""
        racing = {racer.player_id for racer in self.race.racers}
        raced = {run.player_id for heat in self.race.heats for run in heat.runs}
        viewer = visitor if visitor in racing | raced else None
        if (name, viewer) not in self._drawn:
            self._drawn[name, viewer] = draw(viewer)
        made: T = self._drawn[name, viewer]
        return made


async def see(request: Request, code: str, visitor: str | None) -> RaceReading:
    """Return a race, read once for all who ask at the same time, and note that the visitor has looked.

    This does not ask whether the visitor's cookie or token still counts.
    """
    serving = server(request)
    seen = await serving.sharing.of(("race", code.upper()), lambda: serving.database.read(_read_race, code=code))
    if visitor and seen.race.racer(visitor):
        serving.part(Referee).notice(seen.race.code, visitor)
    return seen


def _read_race(connection: Connection, code: str) -> RaceReading:
    race = races.look(connection, code)
    return RaceReading(race, beside_race(connection, race), now_ms())


def beside_race(connection: Connection, race: Race) -> BesideRace:
    """Read what a room shows besides its race."""
    return BesideRace(
        heats.ratings_of(connection, race),
        finales.finale_of(connection, race),
        requests.asked_into(connection, race),
        heats.public_in(connection, race),
    )


async def look_in(request: Request, code: str, db: Database, visitor: str | None) -> Race:
    """Return a race, and note that the visitor has looked."""
    race = await db.read(races.look, code)
    if visitor and race.racer(visitor):
        server(request).part(Referee).notice(race.code, visitor)
    return race
