"""What a race says to a racer who comes back: whether it still goes on, and what there is to do."""

from app.features.races.values.race import Race
from app.features.races.words.finishes import finish_lines
from app.features.races.words.podium import round_heading
from app.play.occasion import EventStanding

_OVER = "This race is over."


def coming_back(race: Race, session_id: str) -> EventStanding:
    """Return how a race stands for the racer of a session that is unfinished."""
    found = ((heat, run) for heat in race.heats for run in heat.runs if run.session_id == session_id)
    heat, run = next(found, (None, None))
    if heat is None or run is None:
        # It was a round of an earlier match.
        return EventStanding(over=True, words=_OVER)
    if heat.ended_at is not None:
        return EventStanding(over=True, words=f"{_OVER} {round_heading(race, heat, run.player_id)}.")
    if run.outcome is not None:
        return EventStanding(over=True, words="You are no longer in this race.")
    said = finish_lines(race, heat, run.player_id)
    return EventStanding(words=said[-1] if said else "")
