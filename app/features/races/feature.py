"""Races, rooms, pairing and ghosts."""

from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.races.api import races as api_races
    from app.features.races.api import rooms as api_rooms
    from app.features.races.pages import ghosts, races, rooms
    from app.features.races.words.race import proof_note, run_lines, stake_note

    return Doors(
        api=(api_races.router, api_rooms.router),
        pages=(races.router, rooms.router, ghosts.router),
        filters=(proof_note, run_lines, stake_note),
    )


RACES = Feature(name="races", doors=_doors)
