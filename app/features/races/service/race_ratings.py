"""What races mean to the ratings of those in them."""

from sqlalchemy import Connection

from app.features.races.values.event import InRace
from app.features.races.values.placing import is_cut_short, standings
from app.features.races.values.race import Heat, Outcome, Race
from app.features.ratings import service as ratings
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import Placed


def of_room(connection: Connection, race: Race) -> dict[str, Rating]:
    """Return the ratings of the players in a race's room, without those who have none."""
    return ratings.of_players(connection, [racer.player_id for racer in race.present], race.terms.variant.game)


def count_heat(connection: Connection, race: Race, heat: Heat) -> None:
    """Count a heat that has just ended for those who staked their rating on it, unless everybody left it."""
    assert heat.ended_at is not None
    if all(run.outcome is Outcome.FORFEITED for run in heat.runs):
        return
    cut_short = is_cut_short(race, heat)
    for bots in (False, True):
        runs = [run for run in heat.runs if run.stake and run.stake.bot is bots]
        field = [
            Placed(run.player_id, place, run.stake.rating, cut_short and run.outcome is Outcome.STOPPED)
            for place, run in standings(runs)
            if run.stake
        ]
        if field:
            game, cause = race.terms.variant.game, InRace(race.code)
            ratings.count(connection, game, field, heat.ended_at, cause, heat.number)
