"""Numbers, times and tabs in words, as the pages say them."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from markupsafe import Markup

_DOT = re.compile(r"\.(?=\S)")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Tab(NamedTuple):
    """One of several boards to choose from."""

    name: str
    link: str
    """Empty for the one that is shown."""


def number(count: int) -> str:
    """Write a small number in letters and a larger one in figures.

    >>> number(6), number(16)
    ('six', '16')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def numbered(count: int, one: str, several: str) -> str:
    """Return the wording for one thing or the wording for several, `{count}` being the count in figures.

    `{number}` is the count in letters. Write both wordings out in full, because not every language adds an "s".

    >>> numbered(1, "{count} step", "{count} steps"), numbered(1204, "{count} step", "{count} steps")
    ('1 step', '1,204 steps')
    >>> numbered(4, "Keep one cell.", "Keep {number} cells.")
    'Keep four cells.'
    """
    return (one if count == 1 else several).format(count=f"{count:,}", number=number(count))


def signed(change: float) -> str:
    """Write a change in whole numbers with its sign.

    >>> signed(11.8), signed(-78)
    ('+12', '−78')
    """
    return f"{change:+.0f}".replace("-", "−")


def steps_words(steps: int) -> str:
    """Write how many steps were made."""
    return numbered(steps, "{count} step", "{count} steps")


def ordinal(place: int) -> str:
    """Write a place in a row, counted from 0, as an ordinal.

    >>> ordinal(0)
    'first'
    """
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words into a list for a sentence; `last` stands before the last one.

    >>> listed(["first", "third", "fifth"]), listed(["won", "lost"], "or")
    ('first, third and fifth', 'won or lost')
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def sentence(words: str) -> str:
    """Return the words with a capital at the start.

    >>> sentence("a King")
    'A King'
    """
    return words[:1].upper() + words[1:]


def moment(milliseconds: int, attributes: str = "") -> Markup:
    """Write a time, given in milliseconds, as an element that shows it in UTC.

    >>> print(moment(0))
    <time datetime="1970-01-01T00:00:00Z">1 January 1970, 00:00 UTC</time>
    """
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return Markup(f'<time datetime="{at:%Y-%m-%dT%H:%M:%SZ}"{attributes}>{at.day} {at:%B %Y, %H:%M} UTC</time>')


def time_words(ms: int) -> str:
    """Write how long something took as hours, minutes and seconds.

    >>> time_words(65_000), time_words(3_725_000)
    ('1:05', '1:02:05')
    """
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def gap_words(first_ms: int, second_ms: int) -> str:
    """Write how far apart two times are, so that it agrees with both as `time_words` writes them.

    >>> time_words(69_900), time_words(77_100), gap_words(69_900, 77_100)
    ('1:09', '1:17', '0:08')
    """
    return time_words(1000 * (second_ms // 1000 - first_ms // 1000))


def ahead_words(first_ms: int, second_ms: int) -> str:
    """Write by how much the first of two times is the shorter one, as `gap_words` does.

    >>> ahead_words(69_900, 77_100), ahead_words(69_100, 69_900)
    ('0:08', 'a hair')
    """
    gap = gap_words(first_ms, second_ms)
    return "a hair" if gap == "0:00" else gap


def left_words(ms: int) -> str:
    """Write how long it is until an end: in whole hours that are left, or in the minutes of the last hour, rounded up.

    >>> left_words(90_000), left_words(7_200_000), left_words(10_000_000)
    ('2 min', '2 h', '2 h')
    """
    minutes = -(-ms // 60_000)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h"


def day_words(day: date) -> str:
    """Write a day.

    >>> day_words(date(2026, 11, 20))
    'Friday, 20 November 2026'
    """
    return f"{day:%A}, {day.day} {day:%B %Y}"


def short_day(day: date) -> str:
    """Write a day in short.

    >>> short_day(date(2026, 11, 20))
    '20 Nov 2026'
    """
    return f"{day.day} {day:%b %Y}"


def short_day_of(milliseconds: int) -> str:
    """Write the day of a time in milliseconds, in UTC and in short.

    >>> short_day_of(0)
    '1 Jan 1970'
    """
    return short_day(datetime.fromtimestamp(milliseconds / 1000, UTC).date())


def sent_name(name: str) -> str:
    """Return a name that somebody chose for a text that others will send on: no link, and whatever its direction.

    >>> sent_name("free.gifts.top")
    '\u2068free. gifts. top\u2069'
    """
    return f"\u2068{_DOT.sub('. ', name)}\u2069"
