"""What reminders say, and when, in words."""

from app.core.words import numbered


def said_words(streak: int) -> str:
    """Write what a reminder says; it tells nothing of the deal.

    >>> said_words(0), said_words(12)
    ('Today’s daily waits.', 'Today’s daily waits. Your streak is 12 days.')
    """
    if not streak:
        return "Today’s daily waits."
    return f"Today’s daily waits. {numbered(streak, 'Your streak is 1 day.', 'Your streak is {count} days.')}"


def hour_words(hour: int) -> str:
    """Write an hour of the day.

    >>> hour_words(7)
    '07:00'
    """
    return f"{hour:02}:00"


def zone_words(zone: str) -> str:
    """Write a time zone.

    >>> zone_words("America/New_York")
    'America/New York'
    """
    return zone.replace("_", " ")
