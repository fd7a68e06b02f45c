"""How a match of several rounds stands."""

from app.core.words import listed, number, numbered
from app.features.races.values.placing import wins
from app.features.races.values.race import Race
from app.features.races.words.names import names_in

_MOST = 3
"""How many of several racers are named."""


def tally(race: Race) -> str:
    """Return who has won how many rounds of the match; empty before the end of the first, and if there is only one."""
    over = sum(heat.ended_at is not None for heat in race.heats)
    if race.terms.best_of == 1 or not over:
        return ""
    known, won = names_in(race), wins(race)
    # Kept apart, or a name that is written from right to left would turn the words beside it round.
    names = {one: f"\u2068{known[one]}\u2069" for heat in race.heats for one in (run.player_id for run in heat.runs)}
    joined = [racer.player_id for racer in race.racers]
    racers = sorted(names, key=lambda one: (-won[one], joined.index(one) if one in joined else len(joined)))
    first, *others = racers
    # In letters, since a name may end in a figure.
    rounds = numbered(won[first], "one round", "{number} rounds") if won[first] else "no round"
    score = [f"{names[first]} has won {rounds}"]
    score += [f"{names[one]} {number(won[one]) if won[one] else 'none'}" for one in others[: _MOST - 1]]
    return f"After round {over} of {race.terms.best_of}, {listed(score)}."
