"""The places in a heat, and the winner of a match."""

from collections import Counter
from collections.abc import Iterable

from app.features.races.values.race import Heat, Race, RaceRun, RunOutcome, ends_at, waits_until


def standings(runs: Iterable[RaceRun]) -> list[tuple[int, RaceRun]]:
    """Put runs in order, each with its place; equal runs share a place.

    Won games come first, the quickest ahead. The others follow by cards home, and forfeited games come last: of those
    who left, whoever left first is the last of all, so nobody comes even by the others' leaving later.
    """
    ordered = sorted(runs, key=_merit)
    first = {_merit(run): place for place, run in reversed(list(enumerate(ordered, start=1)))}
    return [(first[_merit(run)], run) for run in ordered]


def is_cut_short(race: Race, heat: Heat) -> bool:
    """Return whether somebody ended a heat that would have gone on, and so chose the moment when cards home count."""
    waited, ended_at = waits_until(race, heat), heat.ended_at or 0
    return ended_at < ends_at(race, heat) and (waited is None or ended_at < waited)


def is_timed_out(race: Race, heat: Heat) -> bool:
    """Return whether a heat has ended because its time was up."""
    return heat.ended_at is not None and heat.ended_at >= ends_at(race, heat)


def has_acted(run: RaceRun) -> bool:
    """Return whether a racer has made a move or left. Of two who did neither, none has come out ahead of the other.

    Whoever could leave for nothing, before the other's first move, could choose the deals to race on.
    """
    return run.steps > 0 or run.outcome in {RunOutcome.WON, RunOutcome.FORFEITED}


def wins(race: Race) -> Counter[str]:
    """Count for each player the heats of the match that they won, alone or with others."""
    return Counter(
        run.player_id
        for heat in race.heats
        if heat.ended_at is not None
        for place, run in standings(heat.runs)
        if place == 1 and run.outcome is not RunOutcome.FORFEITED
    )


def is_decided(race: Race) -> bool:
    """Return whether the match is over."""
    done = sum(heat.ended_at is not None for heat in race.heats)
    return done >= race.terms.best_of or any(2 * won > race.terms.best_of for won in wins(race).values())


def champions(race: Race) -> list[str]:
    """Return the winners of the match: several if they tie, nobody if all forfeited or it is not over."""
    won = wins(race)
    most = max(won.values(), default=0)
    return [player_id for player_id, times in won.items() if times == most] if is_decided(race) else []


def next_match(race: Race) -> int:
    """Return the number of the match that the next heat belongs to."""
    return race.heats[-1].match + is_decided(race) if race.heats else 1


def _merit(run: RaceRun) -> tuple[int, int]:
    match run.outcome:
        case RunOutcome.WON:
            return 0, run.ms
        case RunOutcome.FORFEITED:
            return 2, -run.ms
        case _:
            return 1, -run.home
