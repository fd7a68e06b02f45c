"""Values of tournaments for tests, as plain as they can be."""

from dataclasses import replace
from typing import Any

from app.features.tournaments.values.tournament import Form, TournamentTerms
from tests.factories import FORTRESS


def tournament_terms(**given: Any) -> TournamentTerms:
    """Return the terms of an arena of three deals of Fortress that lasts twenty minutes, for people alone."""
    plain = TournamentTerms(
        name="The arena",
        form=Form.ARENA,
        variants=(FORTRESS,),
        deals=3,
        length_ms=20 * 60_000,
        one_try=False,
        blind=False,
        bots=False,
    )
    return replace(plain, **given)
