"""How the racers come in, as everybody in a race hears it: one sentence for each run that has ended, in that order."""

from collections.abc import Iterator, Mapping

from app.core.words import gap_words, numbered, ordinal, time_words
from app.features.races.values.placing import standings
from app.features.races.values.race import Heat, Race, RaceRun, RunOutcome
from app.features.races.words.names import names_in
from engine.cards import CARDS


def finish_lines(race: Race, heat: Heat, viewer: str | None) -> list[str]:
    """Describe to a viewer the runs that have ended, the earliest first.

    The first finish says how far the next is behind, as long as anybody still races.
    """
    placed, names = standings(heat.runs), names_in(race)
    ended = sorted([one for one in placed if one[1].outcome], key=lambda one: one[1].ms)
    first = min((run.ms for _, run in ended if run.outcome is RunOutcome.WON), default=0)

    def told(place: int, run: RaceRun) -> str:
        who = "You" if run.player_id == viewer else names[run.player_id]
        match run.outcome:
            case RunOutcome.WON if place == 1:
                return " ".join([f"{who} finished first in {time_words(run.ms)}.", *_margin(heat, names, viewer)])
            case RunOutcome.WON:
                after = gap_words(first, run.ms)
                return f"{who} finished {ordinal(place - 1)} in {time_words(run.ms)}, {after} after the winner."
            case RunOutcome.FORFEITED:
                return f"{who} left."
            case _ if not run.home:
                return f"{who} stopped with no card home."
            case _:
                only, some = f"{who} stopped with one card home.", f"{who} stopped with {{count}} cards home."
                return numbered(run.home, only, some)

    return [*(told(place, run) for place, run in ended), *_last(heat, viewer)]


def most_to_beat(heat: Heat, viewer: str | None) -> int | None:
    """Return with more than how many cards home the last who still races wins by stopping; None if nobody would."""
    racing = [run.player_id for run in heat.runs if run.outcome is None]
    stopped = [run.home for run in heat.runs if run.outcome is RunOutcome.GIVEN_UP]
    if racing != [viewer] or not stopped or any(run.outcome is RunOutcome.WON for run in heat.runs):
        return None
    return max(stopped)


def _last(heat: Heat, viewer: str | None) -> Iterator[str]:
    """Describe to the last who still races what wins a heat that nobody has finished."""
    most = most_to_beat(heat, viewer)
    if most is None:
        return
    if any(run.player_id == viewer and run.home > most for run in heat.runs):
        yield "Only you still race, and you have more cards home: stop now and you win, or play on."
        return
    if not most:
        yield "Only you still race. You win if you finish, or stop with a card home."
        return
    yield numbered(
        most,
        "Only you still race. You win if you finish, or stop with more than one card home.",
        "Only you still race. You win if you finish, or stop with more than {count} cards home.",
    )


def _margin(heat: Heat, names: Mapping[str, str], viewer: str | None) -> Iterator[str]:
    racing = [run for run in heat.runs if run.outcome is None]
    own = next((run for run in racing if run.player_id == viewer), None)
    if own:
        yield numbered(len(CARDS) - own.home, "You are one card behind.", "You are {count} cards behind.")
    elif racing:
        nearest = max(racing, key=lambda run: run.home)
        name = names[nearest.player_id]
        only, some = f"{name} is next, one card behind.", f"{name} is next, {{count}} cards behind."
        yield numbered(len(CARDS) - nearest.home, only, some)
