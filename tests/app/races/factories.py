"""Values of races for tests, as plain as they can be."""

from dataclasses import replace
from typing import Any

from app.features.races.values.race import RaceTerms
from tests.factories import FORTRESS


def race_terms(**given: Any) -> RaceTerms:
    """Return the terms of a race for one heat of Fortress, on any deal and without a limit."""
    return replace(RaceTerms(FORTRESS, winnable=False, best_of=1, limit_ms=None), **given)
