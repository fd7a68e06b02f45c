"""Friends who ask somebody to race, in words."""

from app.core.words import numbered
from app.features.races.rows.requests import RaceRequest


def asking_words(found: list[RaceRequest]) -> str:
    """Return who asks, in a sentence; empty for nobody."""
    match found:
        case []:
            return ""
        case [one]:
            return f"{one.name} wants to race you."
        case several:
            return numbered(len(several), "1 friend wants to race you.", "{count} friends want to race you.")
