"""What the room of a race waits for, in words: nobody should have to guess."""

from app.core.words import numbered
from app.features.races.service.races import SET_ASIDE, TROUBLED
from app.features.races.values import race as racing
from app.features.races.values.race import FEWEST, Heat, Race, RaceStage

_MINUTE_MS = 60_000


def race_notice(race: Race, now: int) -> str:
    """Describe what a race waits for, and what happens if it waits in vain; empty if it waits for nothing."""
    if race.stage is RaceStage.SET_ASIDE:
        return SET_ASIDE
    if race.failures:
        return TROUBLED
    match race.stage:
        case RaceStage.SEEKING:
            return _seeking(now - (race.seeking_since or now))
        case RaceStage.GATHERING:
            return _gathering(race)
        case RaceStage.RUNNING if race.heat:
            return _running(race, race.heat, now)
        case _:
            return ""


def _seeking(waited_ms: int) -> str:
    if waited_ms < _MINUTE_MS:
        return "Looking for a deal that is proved winnable… The host can choose any deal instead."
    return numbered(
        waited_ms // _MINUTE_MS,
        "For 1 minute no deal that is proved winnable has been ready. The host can choose any deal instead.",
        "For {count} minutes no deal that is proved winnable has been ready. The host can choose any deal instead.",
    )


def _gathering(race: Race) -> str:
    if len(race.present) < FEWEST:
        return "It begins when at least two are here and ready."
    enough = "two who have raced here, or the host and one more," if race.heats else "the host and one more"
    return f"It begins when everybody is ready. Once {enough} are, the others have a minute."


def _running(race: Race, heat: Heat, now: int) -> str:
    latest, waited = _time(racing.ends_at(race, heat) - now), racing.waits_until(race, heat)
    if waited is None:
        return f"It ends when everybody is done, or in {latest} at the latest."
    soon = _time(waited - now)
    return (
        f"It ends when everybody is done. It ends in {soon} if nobody still racing makes a move before then, "
        f"and in {latest} at the latest."
    )


def _time(ms: int) -> str:
    hours, minutes = divmod(max(-(-ms // _MINUTE_MS), 1), 60)
    return f"{hours} h {minutes} min" if hours else numbered(minutes, "1 minute", "{count} minutes")
