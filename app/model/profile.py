"""What players may show of themselves, and why a name may be reported."""

from enum import StrEnum


class Part(StrEnum):
    """A part of a public page, which its owner shows or not."""

    STREAK = "streak"
    POINTS = "points"
    RATINGS = "ratings"
    RECORDS = "records"
    GAMES = "games"


class Reason(StrEnum):
    """Why somebody reports a name."""

    OFFENDS = "offends"
    PRETENDS = "pretends"
    OTHER = "other"
