"""What the table of a race says about it: who has come in, and how it ended."""

from dataclasses import dataclass

from app.features.races.values.race import Race
from app.features.races.words.finishes import most_to_beat
from app.features.races.words.names import names_in
from app.features.races.words.race import Room
from app.play.values.session import Session


@dataclass(frozen=True, slots=True)
class RacePanel:
    """What _race_panel.html shows beside a board, and _race_ending.html in the panel of a game that is over."""

    race: Race
    room: Room
    session_id: str
    """The session at the table."""
    is_here: bool
    """Whether the table is of the last heat; at any other, there is nothing to say."""
    is_racing: bool
    """Whether the run at this table goes on."""
    is_finished: bool
    """Whether the game at this table is over; if not, the run may have been stopped all the same."""
    giving_up: str
    """What giving the run up means by now."""
    to_beat: int | None
    """With more than how many cards home the run wins if it stops; None if others still race or have finished."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to say beside the board, or another panel says it."""
        room = self.room
        return self.is_finished or not (self.is_here and (room.told or room.podium or room.departures or room.ends_in))


def giving_up_words(race: Race | None, session: Session) -> str:
    """Return what giving a run up means at this point of the race."""
    runs = race.heat.runs if race and race.heat else ()
    others = [run for run in runs if run.session_id != session.id]
    if race and len(others) == 1 and others[0].outcome is None:
        name = names_in(race)[others[0].player_id]
        return f"This ends your run for good. {name} races on, and the cards you have home decide your place."
    if any(run.outcome is None for run in others):
        return "This ends your run for good. The others race on, and the cards you have home decide your place."
    return "Nobody else is still racing, so this ends the round. The cards you have home decide your place."


def panel_of(race: Race, room: Room, session: Session) -> RacePanel:
    """Show somebody at the table of a session what their room of the race says."""
    last = race.heats[-1].runs if race.heats else ()
    here = next((run for run in last if run.session_id == session.id), None)
    is_racing = here is not None and here.outcome is None
    return RacePanel(
        race,
        room,
        session.id,
        here is not None,
        is_racing,
        session.status.finished,
        giving_up=giving_up_words(race, session),
        to_beat=most_to_beat(race.heat, here.player_id) if race.heat and here else None,
    )
