"""How a match of several rounds stands."""

from collections.abc import Collection

from app.core.words import listed, number, numbered
from app.features.races.values.placing import champions, wins
from app.features.races.values.race import FEWEST, Heat, Race
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


def standing(race: Race, viewer: str | None) -> str:
    """Return which round of the match is being raced, and how it stands for a racer; empty outside a match.

    Of two racers, it has the rounds of both, the viewer's first; of more, only those of the viewer.
    """
    if race.terms.best_of == 1 or race.heat is None:
        return ""
    at, racing = f"Round {len(race.heats)} of {race.terms.best_of}", _of(race.heat)
    if viewer not in racing:
        return at
    return f"{at}, {_score(race, racing, viewer)}"


def match_heading(race: Race, viewer: str | None) -> str:
    """Return who has won the match, and how; the match must be over."""
    names = names_in(race)
    match champions(race):
        case []:
            return "Nobody won the match"
        case [winner]:
            who = "You" if winner == viewer else names[winner]
            racers = {one for heat in race.heats for one in _of(heat)}
            return f"{who} won the match, {_score(race, racers, winner)}"
        case _:
            return "The match is a tie"


def _of(heat: Heat) -> list[str]:
    return [run.player_id for run in heat.runs]


def _score(race: Race, racers: Collection[str], first: str) -> str:
    """Return how many rounds one racer has won, and the other if there are only two."""
    won = wins(race)
    if len(racers) > FEWEST:
        return numbered(won[first], "1 round won", "{count} rounds won")
    (other,) = set(racers) - {first}
    return f"{won[first]}–{won[other]}"
