"""What the room of a race waits for, in a sentence, so that nobody has to guess what is in the way."""

from app import racing
from app.racing import FEWEST, Heat, Race, Stage
from app.services.races import SET_ASIDE, TROUBLED
from app.views.words import figured

_MINUTE_MS = 60_000


def race_notice(race: Race, now: int) -> str:
    """Say what a race waits for, and what happens if it waits in vain; empty where it waits for nothing."""
    if race.stage is Stage.SET_ASIDE:
        return SET_ASIDE
    if race.failures:
        return TROUBLED
    match race.stage:
        case Stage.SEEKING:
            return _seeking(now - (race.seeking_since or now))
        case Stage.GATHERING:
            return _gathering(race)
        case Stage.RUNNING if race.heat:
            return _running(race, race.heat, now)
        case _:
            return ""


def _seeking(waited_ms: int) -> str:
    if waited_ms < _MINUTE_MS:
        return "Looking for a deal that is proved winnable… The host can choose any deal instead."
    waited = figured(waited_ms // _MINUTE_MS, "minute")
    return f"No deal that is proved winnable has been ready for {waited}. The host can choose any deal instead."


def _gathering(race: Race) -> str:
    if len(race.present) < FEWEST:
        return "A heat begins when at least two are here and ready."
    return "A heat begins when everybody is ready; once two are, the host can begin it without the others."


def _running(race: Race, heat: Heat, now: int) -> str:
    latest, waited = _time(racing.ends_at(race, heat) - now), racing.waits_until(race)
    if waited is None:
        return f"The heat is over when everybody is done, at the latest in {latest}."
    soon = _time(waited - now)
    return (
        f"The heat is over when everybody is done, in {soon} if nobody still racing makes a move before then, "
        f"and at the latest in {latest}."
    )


def _time(ms: int) -> str:
    hours, minutes = divmod(max(-(-ms // _MINUTE_MS), 1), 60)
    if not hours:
        return figured(minutes, "minute")
    return f"{figured(hours, 'hour')} and {figured(minutes, 'minute')}" if minutes else figured(hours, "hour")
