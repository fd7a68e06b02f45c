"""What the table of a race says about it: who has come in, and whether the player still races."""

from dataclasses import dataclass

from app.features.races.service.race_boards import may_watch
from app.features.races.values.race import Race
from app.features.races.words.finishes import finish_lines


@dataclass(frozen=True, slots=True)
class RacePanel:
    """What _race_panel.html shows."""

    code: str
    session_id: str
    """The session at the table."""
    table: str
    """The viewer's table in the heat that is running; empty without one."""
    told: list[str]
    """How racers have come in, the latest first; empty where the table is not of the last heat."""
    is_racing: bool
    """Whether the run at this table goes on."""
    can_watch: bool
    """Whether the viewer has finished and may see the others' boards."""


def panel_of(race: Race, session_id: str, viewer: str | None) -> RacePanel:
    """Show somebody at a table how the race that it belongs to comes on."""
    last = race.heats[-1] if race.heats else None
    here = next((run for run in last.runs if run.session_id == session_id), None) if last else None
    running = race.run(viewer)
    return RacePanel(
        code=race.code,
        session_id=session_id,
        table=f"/sessions/{running.session_id}" if running and running.outcome is None else "",
        told=finish_lines(race, last, viewer)[::-1] if last and here and last.ended_at is None else [],
        is_racing=bool(here and here.outcome is None),
        can_watch=may_watch(race, viewer),
    )
