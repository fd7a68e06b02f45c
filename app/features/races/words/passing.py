"""The result of a race in the words of one racer, to be sent to others: against whom, and no move and no card."""

from app.core.words import ahead_words, numbered, ordinal, sent_name
from app.features.races.values.placing import standings
from app.features.races.values.race import Heat, Race, RaceRun, RunOutcome
from app.features.races.words.names import names_in
from app.play.words.summary import options_words
from engine.cards import CARDS
from engine.rules import Variant


def own_result(race: Race, heat: Heat, viewer: str | None) -> str:
    """Return how a racer came in, and against whom; empty for anybody else, and for a racer who left."""
    placed = standings(heat.runs)
    own = next((one for one in placed if one[1].player_id == viewer), None)
    if own is None or own[1].outcome is RunOutcome.FORFEITED:
        return ""
    (place, run), others = own, [one for one in placed if one is not own]
    (best, rival), said = others[0], _race_words(race.terms.variant)
    name, tied = sent_name(names_in(race)[rival.player_id]), sum(at == 1 for at, _ in others)
    alone = len(others) == 1
    if place == best == 1:
        return f"Tied with {name} in {said}." if tied == 1 else f"Tied with {tied} others in {said}."
    if rival.outcome is RunOutcome.FORFEITED:
        return f"Won {said} against {name}, who left." if alone else f"Won {said}: the others left."
    if place == 1:
        beaten = f"Beat {name} by {lead(run, rival)}"
        return f"{beaten} in {said}." if alone else f"{beaten} and came first of {len(placed)} in {said}."
    if alone:
        return f"Lost to {name} by {lead(rival, run)} in {said}."
    return f"Came {ordinal(place - 1)} of {len(placed)} in {said}, {lead(rival, run)} behind {name}."


def lead(first: RaceRun, other: RaceRun) -> str:
    """Return how far a run was ahead of another that did not leave: by a time, or else by cards."""
    if other.outcome is RunOutcome.WON:
        return ahead_words(first.ms, other.ms)
    return numbered(home(first) - other.home, "one card", "{count} cards")


def home(run: RaceRun) -> int:
    """Return the cards that a run brought home, all of them if it was won."""
    return len(CARDS) if run.outcome is RunOutcome.WON else run.home


def _race_words(variant: Variant) -> str:
    options = options_words(variant.game, variant.options)
    return f"a race of {variant.game.name}, {options}" if options else f"a race of {variant.game.name}"
