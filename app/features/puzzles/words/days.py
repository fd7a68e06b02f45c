"""Days in a row on which a player solved the puzzle of the day, in words."""

from app.core.words import left_words, numbered
from app.features.puzzles.service.days import DaysInRow


def row_words(row: DaysInRow) -> str:
    """Write how long a run of days is; empty without one.

    >>> row_words(DaysInRow(4, True, 0)), row_words(DaysInRow(1, False, 0)), row_words(DaysInRow(0, False, 0))
    ('Puzzles: 4 days in a row', 'Puzzles: 1 day', '')
    """
    return numbered(row.days, "Puzzles: 1 day", "Puzzles: {count} days in a row") if row.days else ""


def next_words(row: DaysInRow, now: int) -> str:
    """Write when the next puzzle comes.

    >>> next_words(DaysInRow(0, False, 18_000_000), 0)
    'The next puzzle of the day comes in 5 h'
    """
    return f"The next puzzle of the day comes in {left_words(row.next_at - now)}"


def days_words(row: DaysInRow, now: int) -> str:
    """Write how a run of days stands, what makes it longer, and when the next puzzle comes.

    >>> print(days_words(DaysInRow(4, True, 18_000_000), 0))
    Puzzles: 4 days in a row. The next puzzle of the day comes in 5 h and makes it 5.
    >>> print(days_words(DaysInRow(1, True, 18_000_000), 0))
    Puzzles: 1 day. The next puzzle of the day comes in 5 h and makes it 2 in a row.
    >>> print(days_words(DaysInRow(4, False, 18_000_000), 0))
    Puzzles: 4 days in a row. If you solve today’s, it will be 5. The next puzzle of the day comes in 5 h.
    >>> print(days_words(DaysInRow(0, False, 18_000_000), 0))
    You can solve it until the next puzzle comes in 5 h.
    """
    left, row_so_far, longer = left_words(row.next_at - now), row_words(row), f"{row.days + 1:,}"
    if row.solved_today:
        makes = f"makes it {longer}{' in a row' if row.days == 1 else ''}"
        return f"{row_so_far}. The next puzzle of the day comes in {left} and {makes}."
    if row.days:
        return f"{row_so_far}. If you solve today’s, it will be {longer}. {next_words(row, now)}."
    return f"You can solve it until the next puzzle comes in {left}."
