"""Numbers and times in words, as the pages say them."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Moment:
    """A time for a `<time>` element."""

    iso: str
    words: str


def number(count: int) -> str:
    """Write a small number in letters, a larger one in figures.

    >>> number(6), number(16)
    ('six', '16')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """Write how many of something there are.

    >>> counted(1, "column"), counted(0, "cell"), counted(4, "cell")
    ('one column', 'no cells', 'four cells')
    """
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def figured(count: int, noun: str) -> str:
    """Write how many of something there are, in figures.

    >>> figured(1, "step"), figured(1204, "step")
    ('1 step', '1,204 steps')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def ordinal(place: int) -> str:
    """Write which one of a row something is, counted from 0.

    >>> ordinal(0)
    'first'
    """
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


def listed(words: list[str]) -> str:
    """Join words as a sentence does.

    >>> listed(["first", "third", "fifth"])
    'first, third and fifth'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def sentence(words: str) -> str:
    """Begin with a capital and leave the rest as it is.

    >>> sentence("a King")
    'A King'
    """
    return words[:1].upper() + words[1:]


def moment(milliseconds: int) -> Moment:
    """Write a time in UTC.

    >>> moment(0).words
    '1 January 1970, 00:00 UTC'
    """
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return Moment(at.strftime("%Y-%m-%dT%H:%M:%SZ"), f"{at.day} {at.strftime('%B %Y, %H:%M')} UTC")


def day_words(day: date) -> str:
    """Write a day.

    >>> day_words(date(2026, 11, 20))
    'Friday, 20 November 2026'
    """
    return f"{day:%A}, {day.day} {day:%B %Y}"
