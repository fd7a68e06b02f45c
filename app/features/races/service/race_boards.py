"""The boards of a heat for those who do not race in it, or no longer do.

What somebody sees on one board could help another racer. So only a racer who has won sees the boards of all who still
race. Everybody else who is not racing sees only the board of the last who still races, which helps nobody else.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import NotFound, NotYours
from app.features.races.service import races
from app.features.races.values.race import Race, RunOutcome
from app.play.rows import sessions
from app.play.values.session import Session

UNWATCHED = (
    "You can watch once you have won, or once only one other racer is left. Until then, what you see could help "
    "somebody who races."
)


@dataclass(frozen=True, slots=True)
class RaceBoards:
    """What somebody who is not racing in a heat sees of it."""

    race: Race
    names: list[str]
    """The names in the race of those who still race; empty once the heat is over."""
    name: str
    """The name of the racer whose board it is; empty if there is none."""
    session: Session | None


def look(connection: Connection, code: str, player_id: str | None, name: str) -> RaceBoards:
    """Return the board of the racer of that name, or of the first one who still races.

    Raises:
        NotFound, NotYours: there is no such race or no heat in it, or the visitor may not see the others yet.
    """
    race = races.look(connection, code)
    if race.heats and race.heat is None:
        return RaceBoards(race, [], "", None)
    if race.heat is None:
        raise NotFound("Nobody is racing here at the moment.")
    if not may_watch(race, player_id):
        raise NotYours(UNWATCHED)
    running = {run.player_id: run.session_id for run in race.heat.runs if run.outcome is None}
    racing = {racer.name: running[racer.player_id] for racer in race.racers if racer.player_id in running}
    chosen = name if name in racing else next(iter(racing))
    return RaceBoards(race, list(racing), chosen, sessions.find(connection, racing[chosen]))


def may_watch(race: Race, player_id: str | None) -> bool:
    """Return whether somebody may see the boards of those who still race."""
    own = race.run(player_id)
    racing = [run for run in race.heat.runs if run.outcome is None] if race.heat else []
    if own in racing:
        return False
    return len(racing) == 1 or (bool(racing) and own is not None and own.outcome is RunOutcome.WON)
