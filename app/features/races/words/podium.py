"""The end of a heat: a podium with the boards in small, what decided it, and what became of the ratings."""

from dataclasses import dataclass

from app.core.words import gap_words, numbered, ordinal, sent_name, sentence, signed, time_words
from app.features.races.service.finales import PLACES, RatedFinale
from app.features.races.values.placing import champions, has_acted, is_cut_short, is_decided, is_timed_out, standings
from app.features.races.values.race import FEWEST, Heat, Race, RaceRun, RunOutcome
from app.features.races.values.turning import TurningPoint
from app.features.races.words.names import names_in
from app.features.races.words.passing import home, lead, own_result
from app.features.races.words.tally import match_heading
from app.features.ratings.values.strength import RatingChange
from app.play.words.summary import variant_words
from engine.position import Position
from engine.rules import Rules

NOBODY_PLAYED = "Nobody played, so no rating moves."
_LEFT = "left"
_TIME_UP = "Time’s up"
_LONG_REST_MS = 20_000
"""A rest without a card home that is worth a sentence."""


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """Somebody on the podium."""

    place: int
    rank: str
    """The place as an ordinal."""
    name: str
    is_you: bool
    result: str
    """The time, or the cards home."""
    behind: str
    """How far behind the first; empty for the first."""
    gained: str
    """What became of the rating, such as `+12`; empty without a change."""
    board: Position | None


@dataclass(frozen=True, slots=True)
class Podium:
    """What _podium.html shows, below its heading."""

    heading: str
    """Who has won, first of all the match, or that the time is up."""
    won: bool
    """Whether the viewer has won what the heading is about, alone."""
    aloud: str
    """What is spoken of the end at once: who has won, and the viewer's place if that does not follow."""
    outcome: str
    """Who has won the round, if the heading does not say it; empty otherwise."""
    places: list[PodiumPlace]
    """The first three, the winner first."""
    own: str
    """The viewer's place, if that is not on the podium."""
    decided: str
    """What decided it, or why several share first place; empty if everybody left."""
    rating: str
    """The viewer's rating, and what it gained or lost; empty if it did not change."""
    unmoved: str
    """Why the viewer's rating did not change; empty if it did, or if none was at stake."""
    is_guest: bool
    """Whether the viewer raced without an account, which would have kept and rated the result."""
    passed_on: str
    """What to send to others, before the race's address; empty if everybody left."""
    rules: Rules


def podium_of(race: Race, ended: RatedFinale, viewer: str | None) -> Podium:
    """Show one viewer how the last heat of a race ended."""
    heat, names = ended.finale.heat, names_in(race)
    placed = standings(heat.runs)
    (_, first), (_, second) = placed[:2]
    places = [
        PodiumPlace(
            place=place,
            rank=sentence(ordinal(place - 1)),
            name=names[run.player_id],
            is_you=run.player_id == viewer,
            result=_result(run),
            behind=_behind(first, run),
            gained=_gain(ended.changes.get(run.player_id)),
            board=ended.finale.boards.get(run.player_id),
        )
        for place, run in placed[:PLACES]
    ]
    heading, outcome = _headings(race, heat, viewer)
    change = ended.changes.get(viewer or "")
    return Podium(
        heading=heading,
        aloud=" ".join(filter(None, (f"{heading}.", outcome, _own_place(placed, viewer)))),
        won=viewer is not None and _winner(race, placed) == viewer,
        outcome=outcome,
        places=places,
        own=_own(placed, viewer),
        decided=_why_shared(placed) or _decision(ended.finale.turning, names[first.player_id], names[second.player_id]),
        rating=f"Your rating: {change.rating:,.0f} ({_gain(change)})" if change else "",
        unmoved="" if change else _unmoved(race, heat, viewer),
        is_guest=viewer in ended.guests,
        passed_on=own_result(race, heat, viewer) or _share_text(race, places),
        rules=race.terms.variant.rules,
    )


def _share_text(race: Race, places: list[PodiumPlace]) -> str:
    """Return the places in a sentence for onlookers, which tells no move and no card; empty if everybody left."""
    if all(one.result == _LEFT for one in places):
        return ""
    said = ", ".join(f"{one.rank} {sent_name(one.name)} ({one.result})" for one in places)
    return f"A race in {variant_words(race.terms.variant)}: {said}."


def _why_shared(placed: list[tuple[int, RaceRun]]) -> str:
    """Return why several share first place; empty if they do not, or if everybody left."""
    (_, first), (place, _) = placed[:2]
    if place != 1 or first.outcome is RunOutcome.FORFEITED:
        return ""
    if first.outcome is RunOutcome.WON:
        return "They finished at the same moment, so they share first place."
    if not first.home:
        return "Nobody finished or brought a card home, so they share first place."
    return numbered(
        first.home,
        "Nobody finished. Those ahead have one card home each, so they share first place.",
        "Nobody finished. Those ahead have {count} cards home each, so they share first place.",
    )


def _headings(race: Race, heat: Heat, viewer: str | None) -> tuple[str, str]:
    """Return the heading of an end, and below it who has won the round unless the heading says just that."""
    won, rounds = round_heading(race, heat, viewer), race.terms.best_of
    late, at = is_timed_out(race, heat), len(race.heats)
    if rounds > 1 and is_decided(race):
        said = f"Time’s up in round {at}: {won}." if late else f"Round {at} of {rounds}: {won}."
        return match_heading(race, viewer), said
    if late:
        return (f"Round {at} of {rounds}: time’s up" if rounds > 1 else _TIME_UP), f"{won}."
    return (f"Round {at} of {rounds}: {won}" if rounds > 1 else won), ""


def _winner(race: Race, placed: list[tuple[int, RaceRun]]) -> str | None:
    """Return who has won the match if it is over, and otherwise the round; None if nobody has, or several."""
    if race.terms.best_of > 1 and is_decided(race):
        won = champions(race)
    else:
        won = [run.player_id for place, run in placed if place == 1 and run.outcome is not RunOutcome.FORFEITED]
    return won[0] if len(won) == 1 else None


def round_heading(race: Race, heat: Heat, viewer: str | None) -> str:
    """Return who has won a round that is over, and by how much."""
    names = names_in(race)
    (_, first), (place, second) = standings(heat.runs)[:2]
    if first.outcome is RunOutcome.FORFEITED:
        return "Everybody left"
    if place == 1:
        return "It’s a tie"
    who = "You" if first.player_id == viewer else names[first.player_id]
    if second.outcome is RunOutcome.FORFEITED:
        if len(heat.runs) > FEWEST:
            return f"{who} won: the others left"
        return f"{who} won: {'you' if second.player_id == viewer else names[second.player_id]} left"
    return f"{who} won by {lead(first, second)}"


def _result(run: RaceRun) -> str:
    match run.outcome:
        case RunOutcome.WON:
            return time_words(run.ms)
        case RunOutcome.FORFEITED:
            return _LEFT
        case _:
            return f"{run.home} home"


def _behind(first: RaceRun, run: RaceRun) -> str:
    if run is first or run.outcome is RunOutcome.FORFEITED:
        return ""
    if run.outcome is RunOutcome.WON:
        return f"{gap_words(first.ms, run.ms)} behind"
    behind = home(first) - run.home
    return numbered(behind, "1 card behind", "{count} cards behind") if behind else ""


def _gain(change: RatingChange | None) -> str:
    return signed(change.rating - change.before) if change else ""


def _own(placed: list[tuple[int, RaceRun]], viewer: str | None) -> str:
    own = next((one for one in placed[PLACES:] if one[1].player_id == viewer), None)
    if own is None:
        return ""
    place, run = own
    return f"You are {ordinal(place - 1)} of {len(placed)}: {_result(run)}."


def _own_place(placed: list[tuple[int, RaceRun]], viewer: str | None) -> str:
    """Return the place of a viewer who has not won; empty for others, and where it follows from who has won."""
    own = next((one for one in placed if one[1].player_id == viewer), None)
    if own is None or own[0] == 1 or len(placed) == FEWEST or own[1].outcome is RunOutcome.FORFEITED:
        return ""
    place, run = own
    return f"You came {ordinal(place - 1)} of {len(placed)}: {_result(run)}."


def _decision(turning: TurningPoint | None, first: str, second: str) -> str:
    if turning is None:
        return ""
    at = turning.first
    said = (
        f"{first} was ahead for good from {time_words(at.ms)} on, at step {at.step}, "
        f"with {at.home} home to {second}’s {turning.second_home}."
    )
    if turning.longest_rest_ms < _LONG_REST_MS:
        return said
    return f"{said} After that {second} once brought no card home for {time_words(turning.longest_rest_ms)}."


def _unmoved(race: Race, heat: Heat, viewer: str | None) -> str:
    """Return why a heat did not move the rating that a viewer staked on it, as `after_heat` decides it."""
    own = next((run for run in heat.runs if run.player_id == viewer), None)
    if own is None or own.stake is None:
        return ""
    stake = own.stake
    if all(run.outcome is RunOutcome.FORFEITED for run in heat.runs):
        return "Everybody left, so this round changed no rating."
    rivals = [run for run in heat.runs if run is not own and run.stake and run.stake.bot is stake.bot]
    if is_cut_short(race, heat) and all(run.outcome is RunOutcome.STOPPED for run in (own, *rivals)):
        return "Your rating stays as it was: the host ended the round while you all raced."
    if not any(has_acted(run) for run in heat.runs):
        return NOBODY_PLAYED
    if not any(has_acted(run) for run in (own, *rivals)):
        return "Your rating stays as it was: neither you nor anybody whom you are rated against made a move."
    return numbered(
        len(rivals),
        "Your rating stays as it was: your opponent has raced too little so far to move it.",
        "Your rating stays as it was: your opponents have raced too little so far to move it.",
    )
