"""What players may show about themselves."""

from enum import StrEnum


class ProfilePart(StrEnum):
    """A part of a public page, which its owner may show or hide."""

    STREAK = "streak"
    POINTS = "points"
    RATINGS = "ratings"
    RECORDS = "records"
    GAMES = "games"
