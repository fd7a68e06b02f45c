"""The names of racers in their race."""

from collections import defaultdict
from collections.abc import Mapping

from app.features.races.values.race import Race


def names_in(race: Race) -> Mapping[str, str]:
    """Return the racers' names by player id; anybody who is no longer a racer is called “Somebody”."""
    return defaultdict(lambda: "Somebody", {racer.player_id: racer.name for racer in race.racers})
