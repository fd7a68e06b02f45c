"""Players' names: what one may look like, and when two are too much alike."""

from functools import cache
from unicodedata import category, normalize

from app.refusals import Malformed

SHORTEST = 2
LONGEST = 24
"""In characters, after Unicode's compatibility forms are made one."""
_MOST_MARKS = 2
"""In a row: enough for every living script, too few to grow over other lines."""
_BETWEEN = frozenset(" -_.'’")
"""What may stand between letters and digits, beside marks."""


def read_name(text: str) -> str:
    """Give a name as it is kept and shown: of one form, with single blanks.

    Letters, digits and a few marks between them are safe wherever a page shows them; control characters and those
    that turn the direction of writing are none of these.

    >>> read_name("  Ann   Lee ")
    'Ann Lee'

    Raises:
        Malformed: it is too short, too long, or has a character that names do not have.
    """
    # A compatibility form may hold a blank, so blanks are made one after it.
    name = " ".join(normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Malformed(f"A name has from {SHORTEST} to {LONGEST} characters.")
    if not all(category(char)[0] in "LNM" or char in _BETWEEN for char in name):
        raise Malformed("A name is made of letters, digits, single blanks and the marks - _ . and '.")
    if not (_opens(name[0]) and category(name[-1])[0] in "LNM"):
        raise Malformed("A name begins and ends with a letter or a digit.")
    if "M" * (_MOST_MARKS + 1) in "".join(category(char)[0] for char in name):
        raise Malformed("A name has at most two accents on one letter.")
    return name


def folded(name: str) -> str:
    """Give what a name is found by: the same without regard to case. Unicode promises that it never changes.

    >>> folded("Straße") == folded("STRASSE")
    True
    """
    return normalize("NFKC", name.casefold())


def skeleton(name: str) -> str:
    """Give what names have in common that look alike, small or capital, in whatever script they are written.

    >>> skeleton("Bill") == skeleton("BI11"), skeleton("Ann") == skeleton("Anna")
    (True, False)
    """
    # First as it is shown, then without regard to case, by which also a capital i, so like an l, is a small one.
    return _seen(_seen(name).casefold()).replace("i", "l")


def _opens(char: str) -> bool:
    return category(char)[0] in "LN"


def _seen(text: str) -> str:
    return "".join(map(_prototype, text))


@cache
def _prototype(char: str) -> str:
    """Give the character, or the few, that stand for all that look like this one."""
    # Read only now: the table is large, and most servers' processes never name anybody.
    from confusable_homoglyphs.confusables import is_confusable

    twins = _twins(is_confusable(char))
    if len(twins) != 1:
        # The one that many look like stands for itself, as does the one that none looks like.
        return char
    twin = twins[0]
    # Of two that only look like each other either would do.
    return twin if len(twin) > 1 or len(_twins(is_confusable(twin))) > 1 else min(char, twin)


def _twins(found: object) -> list[str]:
    return [twin["c"] for twin in found[0]["homoglyphs"]] if isinstance(found, list) else []
