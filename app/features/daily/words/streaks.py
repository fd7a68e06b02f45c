"""Streaks of days in words."""

from app.core.words import numbered
from app.features.daily.service.streaks import Streak


def streak_words(streak: Streak) -> str:
    """Describe a streak in a sentence or two.

    >>> streak_words(Streak(12, 20, 1))
    'Your streak is 12 days. You have one rest day saved. Your best streak was 20 days.'
    >>> streak_words(Streak())
    'Solve a daily to begin a streak.'
    """
    if not streak.best:
        return "Solve a daily to begin a streak."
    said = ["You have no streak at the moment."]
    if streak.current:
        said = [numbered(streak.current, "Your streak is 1 day.", "Your streak is {count} days.")]
        if streak.rests:
            said.append(numbered(streak.rests, "You have one rest day saved.", "You have {number} rest days saved."))
    if streak.best > streak.current:
        said.append(numbered(streak.best, "Your best streak was 1 day.", "Your best streak was {count} days."))
    return " ".join(said)
