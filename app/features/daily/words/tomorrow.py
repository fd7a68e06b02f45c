"""What comes after a daily, in words."""

from typing import NamedTuple

from app.core.words import numbered
from app.features.daily.service.calendar import opens_at
from app.features.daily.service.leaderboards import DailyPlace
from app.features.daily.service.streaks import DAYS_A_REST, MOST_RESTS
from app.features.daily.service.tomorrow import AfterDaily, RunningStreak
from app.features.daily.words.today import streak_words
from app.play.values.shelf import Band
from app.play.words.summary import options_words
from engine.rules import Game


class AfterDailyPage(NamedTuple):
    """What _tomorrow.html shows."""

    place: str
    """Empty if it is not known."""
    streak: str
    left: list[Game]
    """The games of today that the player can still play."""
    coming: str
    """What comes tomorrow."""
    opens_at: int


def after_daily(after: AfterDaily, game: Game) -> AfterDailyPage:
    """Show what comes after a daily of a game."""
    return AfterDailyPage(
        place=place_words(after.place) if after.place else "",
        streak=streak_today(after.running),
        left=after.left,
        coming=coming_words(after, game),
        opens_at=opens_at(after.day),
    )


def place_words(place: DailyPlace) -> str:
    """Write where a first try stands so far.

    >>> place_words(DailyPlace(3, 41, True)), place_words(DailyPlace(1, 1, True))
    ('You are at rank 3 of 41 so far.', 'Yours is the first result so far.')
    >>> place_words(DailyPlace(3, 41, False))
    'You would be at rank 3 of 41 so far.'
    """
    if place.size == 1:
        return "Yours is the first result so far."
    if place.counts:
        return f"You are at rank {place.rank:,} of {place.size:,} so far."
    return f"You would be at rank {place.rank:,} of {place.size:,} so far."


def streak_today(running: RunningStreak) -> str:
    """Describe a streak, and what keeps it going."""
    return " ".join(said for said in (streak_words(running.streak), keeping_words(running)) if said)


def keeping_words(running: RunningStreak) -> str:
    """Write what keeps a streak going; empty before a first one.

    >>> from app.features.daily.service.streaks import Streak
    >>> keeping_words(RunningStreak(Streak(8, 8), True))
    'Today counts. Solve a daily tomorrow, and it grows to 9 days.'
    >>> keeping_words(RunningStreak(Streak(9, 9, 1), False))
    'Solve a daily today, and it grows to 10 days and earns you a rest day. If you miss today, a rest day keeps it.'
    """
    streak, following = running.streak, running.streak.current + 1
    if not streak.current:
        return "Solve a daily today to begin a new one." if streak.best else ""
    earns = following % DAYS_A_REST == 0 and streak.rests < MOST_RESTS
    if running.solved_today:
        if earns:
            return f"Today counts. Solve a daily tomorrow, and it grows to {following} days and earns you a rest day."
        return f"Today counts. Solve a daily tomorrow, and it grows to {following} days."
    said = f"Solve a daily today, and it grows to {following} days."
    if earns:
        said = f"Solve a daily today, and it grows to {following} days and earns you a rest day."
    return f"{said} If you miss today, a rest day keeps it." if streak.rests else said


def after_words(after: AfterDaily, game: Game) -> list[str]:
    """Write at the table of a game that is over the place so far, what the streak needs, and what comes tomorrow."""
    place = [place_words(after.place)] if after.place else []
    return [*place, running_words(after.running), f"You can review this game tomorrow. {coming_words(after, game)}"]


def practice_words(running: RunningStreak) -> list[str]:
    """Write at the table of a game that was not the first try what it counts for."""
    return ["This was practice: the ranking counts only your first try.", running_words(running)]


def running_words(running: RunningStreak) -> str:
    """Write a streak and what makes it longer, in one sentence.

    >>> from app.features.daily.service.streaks import Streak
    >>> running_words(RunningStreak(Streak(8, 8), True)), running_words(RunningStreak(Streak(9, 9), False))
    ('Your streak is 8 days: a daily tomorrow makes it 9.', 'Your streak is 9 days: a daily today makes it 10.')
    """
    streak = running.streak
    if not streak.current:
        return streak_today(running)
    days = numbered(streak.current, "Your streak is 1 day", "Your streak is {count} days")
    return f"{days}: a daily {'tomorrow' if running.solved_today else 'today'} makes it {streak.current + 1}."


def coming_words(after: AfterDaily, game: Game) -> str:
    """Write what the daily of a game is tomorrow."""
    options = options_words(game, after.options)
    said = f"Tomorrow’s deal is a {after.band} one: {game.name}{f', {options}' if options else ''}."
    return f"{said} {after.gentle.name} has a gentle one." if after.gentle and after.band is not Band.GENTLE else said
