"""Who in a race is idle, and what others may then do, so nobody can hold up a room."""

from app.features.races.values.door import at_the_door
from app.features.races.values.race import COUNTDOWN_MS, FEWEST, GRACE_MS, Race, Racer, RaceRun, RaceStage

AWAY_MS = 30_000
"""After this long without a sign the others see that a racer is away. An open table gives one every ten seconds."""
IDLE_MS = 90_000
"""A racer who gives no sign for this long is idle: the others may go on without them."""
STILL_MS = 10 * 60_000
"""A racer who does nothing for this long is idle too: longer than anybody ponders a move while others race."""


def idle(race: Race, now: int) -> dict[str, int]:
    """Return the ids of idle racers in the room, with the time since which each has given no sign or done nothing."""
    runs = {run.player_id: run for run in race.heat.runs} if race.heat else {}
    since = ((racer.player_id, _idle_since(race, racer, runs.get(racer.player_id), now)) for racer in race.present)
    return {player_id: at for player_id, at in since if at is not None}


def out_at(race: Race, now: int) -> dict[str, int]:
    """Return when the race goes on for good without those racers who are away, by id.

    Signs count against the latest one of anybody: while the servers could store none, nobody is away.
    """
    runs = {run.player_id: run for run in race.heat.runs} if race.heat else {}
    signs = {racer.player_id: _last_sign(race, racer, runs.get(racer.player_id)) for racer in race.present}
    heard = max(signs.values(), default=now)
    away = {who: sign for who, sign in signs.items() if heard - sign >= AWAY_MS or now - sign >= IDLE_MS}
    return {who: sign + GRACE_MS for who, sign in away.items()}


def leads(race: Race, player_id: str, now: int) -> bool:
    """Return whether a racer may act as host: the host may, and so may anybody who is not idle while the host is."""
    away = idle(race, now)
    return player_id == race.host_id or (race.host_id in away and player_id not in away)


def asking(race: Race, viewer: str | None, now: int) -> tuple[Racer, ...]:
    """Return whom a viewer sees at the door: everybody if they may let them in, and otherwise only themselves."""
    leading = any(one.player_id == viewer and leads(race, one.player_id, now) for one in race.present)
    return tuple(one for one in at_the_door(race, now) if leading or one.player_id == viewer)


def may_begin(race: Race, now: int) -> bool:
    """Return whether enough are ready for a heat that still waits for the others."""
    waits = race.starts_at is None or race.starts_at > now + COUNTDOWN_MS
    between = race.stage in {RaceStage.GATHERING, RaceStage.COUNTDOWN}
    return between and waits and FEWEST <= len(race.ready) < len(race.present)


def _idle_since(race: Race, racer: Racer, run: RaceRun | None, now: int) -> int | None:
    sign = _last_sign(race, racer, run)
    if now - sign >= IDLE_MS:
        return sign
    if run and run.outcome is None:
        acted = max(run.changed_at, race.resumed_at)
    elif race.heat is None and not racer.ready:
        ended = race.heats[-1].ended_at if race.heats else None
        acted = max(racer.joined_at, race.resumed_at, ended or 0)
    else:
        # A racer who is ready, or done with the heat, holds nobody up.
        return None
    return acted if now - acted >= STILL_MS else None


def _last_sign(race: Race, racer: Racer, run: RaceRun | None) -> int:
    return max(racer.seen_at, race.resumed_at, run.changed_at if run else 0)


def removable(race: Race, by: str, now: int) -> set[str]:
    """Return whom a racer may remove.

    The host may remove those who have raced no heat there, and whoever `leads` those who are idle or at the door.
    """
    newcomers = {one.player_id for one in race.present if not one.raced} if by == race.host_id else set()
    waiting = {one.player_id for one in at_the_door(race, now)}
    return (newcomers | (idle(race, now).keys() | waiting if leads(race, by, now) else set())) - {by}
