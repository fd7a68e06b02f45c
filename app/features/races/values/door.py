"""The door of a room: who comes in, and who has to ask.

Everybody may come into a listed room, and into any room before its first heat. After that, the room of a private race
belongs to those who have come: anybody else waits at its door, until somebody who leads the room lets them in.

Somebody at the door stands in the list of racers as one who is not there and has not raced. So nothing that counts
those who are present counts them, and nobody has to ask about the door but `enter`, the only way into the list.
"""

from dataclasses import replace

from app.features.races.values.race import GRACE_MS, Race, Racer

MOST_AT_THE_DOOR = 5
"""How many may wait at a door at a time."""
AT_THE_DOOR_OF_AN_ADDRESS = 2
"""How many of them may come from one network, so that nobody shuts a door to others."""


def is_open(race: Race) -> bool:
    """Return whether somebody new may come in without asking."""
    return race.terms.listed or not race.heats


def is_at_the_door(racer: Racer) -> bool:
    """Return whether somebody waits to be let in."""
    return racer.left and not racer.raced


def at_the_door(race: Race, now: int) -> tuple[Racer, ...]:
    """Return who waits to be let in and has lately given a sign."""
    return tuple(one for one in race.racers if is_at_the_door(one) and now - one.seen_at <= GRACE_MS)


def enter(race: Race, racer: Racer, now: int) -> Race:
    """Return a race with a racer in its room, new or back again, or at its door.

    Those at the door who are no longer there make room.
    """
    known, waiting = race.racer(racer.player_id), at_the_door(race, now)
    came = known is not None and not is_at_the_door(known)
    entered = replace(racer, left=not came and not is_open(race))
    here = [one for one in race.racers if one in waiting or not is_at_the_door(one)]
    if known in here:
        return replace(race, racers=tuple(entered if one is known else one for one in here))
    return replace(race, racers=(*here, entered))


def let_in(race: Race, player_id: str, now: int) -> Race:
    """Return a race with somebody in its room who waited at its door."""
    racers = (replace(one, left=False, seen_at=now) if one.player_id == player_id else one for one in race.racers)
    return replace(race, racers=tuple(racers))
