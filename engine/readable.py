"""What text may hold that people write, wherever they write it: characters that readers see, in the order they stand.

Names, remarks, reasons and descriptions all keep to this; `app/people/names.py` asks more of names.
"""

import re
from unicodedata import category

MOST_MARKS = 2
"""Marks in a row: enough for every living script, too few to grow over other lines."""
IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""What Unicode calls Default_Ignorable_Code_Point, from the first to the last of each range: if a font has no picture
for one of these, readers see nothing. The property is in DerivedCoreProperties.txt; Python does not know it."""

_SELECTORS = (0xFE00, 0xFE0F)
"""These only choose how the character before them looks, as phones do with hearts. A line may have them, a name not."""
_UNSEEN = re.compile(f"[{''.join(f'{chr(first)}-{chr(last)}' for first, last in IGNORABLE if first != _SELECTORS[0])}]")


class UnreadableText(ValueError):
    """Raised for a text that not everybody reads alike; its sentence says of what sort the text is."""


def is_ignorable(char: str) -> bool:
    """Return whether a character may be invisible.

    >>> is_ignorable("\\N{HANGUL FILLER}"), is_ignorable("a")
    (True, False)
    """
    return any(first <= ord(char) <= last for first, last in IGNORABLE)


def has_many_marks(text: str) -> bool:
    """Return whether some letter has more accents than scripts need."""
    return not text.isascii() and "M" * (MOST_MARKS + 1) in "".join(category(char)[0] for char in text)


def read_line(text: str, longest: int, what: str) -> str:
    """Return a text as one line of at most `longest` characters, with single blanks; a refusal calls the text `what`.

    >>> read_line(" well \\n played ", 20, "A remark")
    'well played'

    Raises:
        Unreadable: it is too long, has characters that nobody sees or that turn the direction of writing, or letters
            with too many accents.
    """
    line = " ".join(text.split())
    if len(line) > longest:
        raise UnreadableText(f"{what} can have at most {longest} characters.")
    if not line.isprintable() or _UNSEEN.search(line):
        raise UnreadableText(f"{what} can’t have invisible characters.")
    if has_many_marks(line):
        raise UnreadableText(f"{what} can have at most two accents on a letter.")
    return line


def shown(text: str) -> str:
    """Return a text for others to see, in one line, with a sign in place of each character that nobody would see.

    >>> shown("no\\0 such\\nname")
    'no\\ufffd such name'
    """
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in line)
