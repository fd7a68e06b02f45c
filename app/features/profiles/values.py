"""What players may show about themselves, and the reasons for reporting a name."""

from enum import StrEnum


class Part(StrEnum):
    """A part of a public page, which its owner may show or hide."""

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
