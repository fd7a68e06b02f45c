"""How races ended for somebody who took part, in a line each."""

from typing import NamedTuple

from app.core.words import listed, numbered, ordinal, signed
from app.features.races.service.results import OwnRaceResult
from app.features.races.values.placing import standings
from app.features.races.values.race import RunOutcome
from app.play.words.summary import variant_words

_MOST_NAMED = 3


class ResultLine(NamedTuple):
    """A result of the visitor."""

    address: str
    words: str
    game: str
    rating: str
    """What became of the rating, as in `1,520 (+12)`; empty without a change."""
    at: int


def result_words(result: OwnRaceResult) -> str:
    """Return against whom somebody raced, and how it ended, as in “Race against Ada: won”."""
    others = [name for player_id, name in result.heat.names.items() if player_id != result.player_id]
    against = listed(others) if len(others) <= _MOST_NAMED else numbered(len(others), "1 other", "{count} others")
    return f"Race against {against}: {_outcome(result)}"


def result_lines(results: list[OwnRaceResult]) -> list[ResultLine]:
    """Show somebody's results."""
    return [
        ResultLine(
            address=address_of(one),
            words=result_words(one),
            game=variant_words(one.heat.variant),
            rating=f"{one.change.rating:,.0f} ({signed(one.change.rating - one.change.before)})" if one.change else "",
            at=one.heat.began_at,
        )
        for one in results
    ]


def address_of(result: OwnRaceResult) -> str:
    """Return the address of the room of a result."""
    return f"/races/{result.heat.key.code}"


def _outcome(result: OwnRaceResult) -> str:
    placed = standings(result.heat.runs)
    place, own = next((place, run) for place, run in placed if run.player_id == result.player_id)
    if own.outcome is RunOutcome.FORFEITED:
        return "left"
    if sum(other == place for other, _ in placed) > 1:
        return "a tie" if place == 1 else f"tied for {ordinal(place - 1)} of {len(placed)}"
    if place == 1:
        return "won"
    return "lost" if len(placed) == 2 else f"{ordinal(place - 1)} of {len(placed)}"
