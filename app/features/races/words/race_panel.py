"""What the table of a race says about it: who has come in, and how it ended."""

from dataclasses import dataclass

from app.features.races.values.race import Race
from app.features.races.words.race import Room


@dataclass(frozen=True, slots=True)
class RacePanel:
    """What _race_panel.html shows."""

    race: Race
    room: Room
    session_id: str
    """The session at the table."""
    is_here: bool
    """Whether the table is of the last heat; the panel of any other is empty."""
    is_racing: bool
    """Whether the run at this table goes on."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to say yet."""
        room = self.room
        return not (self.is_here and (room.told or room.podium or room.departures or room.ends_in))


def panel_of(race: Race, room: Room, session_id: str) -> RacePanel:
    """Show somebody at a table what their room of the race says."""
    last = race.heats[-1].runs if race.heats else ()
    here = next((run for run in last if run.session_id == session_id), None)
    return RacePanel(race, room, session_id, here is not None, bool(here and here.outcome is None))
