"""Reactions: who may say something to the others in a race, and when."""

from sqlalchemy import Connection

from app.core.refusals import Impossible, Malformed, NotYours
from app.features.races.service import races
from app.features.races.values.race import Race
from app.features.races.values.reaction import Reacted, Reaction


def react(connection: Connection, code: str, player_id: str | None, said: str) -> Reacted:
    """Return the reaction of a racer, for the others to hear.

    Raises:
        NotFound, NotYours, Malformed, Impossible: there is no such race, the player is not in it, there is no such
            reaction, or the player has not run to the end yet.
    """
    race = races.look(connection, code)
    racer = race.racer(player_id)
    if racer is None or racer.left:
        raise NotYours("Join the race first.")
    if said not in set(Reaction):
        raise Malformed("Choose one of the reactions there are.")
    if not may_react(race, player_id):
        raise Impossible("You can react once your own race is over.")
    return Reacted(race.code, racer.name, Reaction(said))


def may_react(race: Race, player_id: str | None) -> bool:
    """Return whether somebody in the room of a race has run the last heat to its end."""
    racer, own = race.racer(player_id), race.run(player_id)
    if racer is None or racer.left or not race.heats:
        return False
    return race.heat is None or (own is not None and own.outcome is not None)
