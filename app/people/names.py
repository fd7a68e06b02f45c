"""Players' names: what one may look like, and when two are too much alike."""

from secrets import randbelow
from typing import NewType
from unicodedata import category, decimal, normalize

from app.core.refusals import Malformed
from engine.caching import cached
from engine.readable import has_many_marks, is_ignorable

Folded = NewType("Folded", str)
"""What `fold` returned: the only text by which an account is looked up, and tries at its password are counted."""

SHORTEST = 2
LONGEST = 24
"""In characters, after Unicode's compatibility normalization."""
BOT = " (bot)"
"""The end of every program's name. A chosen name cannot contain a bracket, so nobody else can have this."""
_BETWEEN = frozenset(" -_.'’")
"""The characters other than marks that may stand between letters and digits."""
_BY_NEIGHBOURS = {"d": "cl", "m": "rn", "w": "vv"}
"""Letters that look like two others side by side."""
_LIKE_DIGITS = "lo"
"""What skeletons have instead of 1 and 0."""
_DOTTED, _DOT = "ijl", "\u0307"
"""On a letter that already has a dot, nobody sees another one. This includes l, since it may be a capital i."""

EVENING_ARENA, WEEKEND_GAMES = "Evening arena", "All games at the weekend"
"""Names of events that open by themselves: how those of the evenings begin, and the one of the weekends."""
_HOUSE = (
    "Admin", "Administrator", "Administrators", "Admins", "Anonymous", "House", "Moderation", "Moderator", "Moderators",
    "Nobody", "Official Rampart", "Operator", "Operators", "Rampart", "Rampart admin", "Rampart moderator",
    "Rampart official", "Rampart operator", "Rampart staff", "Rampart support", "Rampart team", "Referee", "Somebody",
    "Staff", "Support", "System", "The server", WEEKEND_GAMES,
)  # fmt: skip
"""Names by which the pages speak of those who run the server, of the server itself, of players without a name, and of
an event that opens by itself."""
_NEUTRAL, _NEUTRAL_DIGITS = ("Player", "Group", "Guest"), 6
"""What the names begin with that moderators give instead of others and that guests get, and how many digits follow."""
_ARTICLE = "the"


def read_name(text: str) -> str:
    """Return a name that a visitor has chosen, as `well_formed` does.

    >>> read_name("  Ann   Lee ")
    'Ann Lee'

    Raises:
        Malformed: it does not have the right form, or looks like a name that only the server uses.
    """
    name = well_formed(text)
    if is_of_house(name):
        raise Malformed("This server uses that name itself, or one that looks like it; choose another.")
    return name


def is_of_house(name: str) -> bool:
    """Return whether a name looks like one that only the server uses.

    An article before it, a number after it and accents make no other name of it.

    >>> is_of_house("0perator"), is_of_house("The Operátor 2"), is_of_house("Player 123456"), is_of_house("Player 12")
    (True, True, True, False)
    """
    # A digit of any script is that digit.
    plain = "".join(str(decimal(char, char)) for char in normalize("NFD", name) if category(char)[0] != "M")
    looks = {skeleton(plain), skeleton(plain.rstrip("0123456789 -_.'’"))}
    looks |= {look.removeprefix(_ARTICLE) for look in looks}
    return not looks.isdisjoint(_house()) or any(map(_is_neutral, looks))


def _is_neutral(look: str) -> bool:
    """Return whether a skeleton is that of a name that moderators or the server itself give."""
    if look.startswith(skeleton(EVENING_ARENA)):
        return True
    begins = next((begun for begun in map(skeleton, _NEUTRAL) if look.startswith(begun)), None)
    number = look.removeprefix(begins or "")
    like_digits = all(category(char)[0] == "N" or char in _LIKE_DIGITS for char in number)
    return begins is not None and len(number) == _NEUTRAL_DIGITS and like_digits


def neutral_name(what: str = _NEUTRAL[0]) -> str:
    """Draw a name that says nothing but what it is the name of: a player or a group."""
    return f"{what} {10 ** (_NEUTRAL_DIGITS - 1) + randbelow(9 * 10 ** (_NEUTRAL_DIGITS - 1))}"


def guest_name() -> str:
    """Draw a name for a guest who has chosen none."""
    return neutral_name(_NEUTRAL[2])


def well_formed(text: str) -> str:
    """Return a name in the form in which we store and show it: normalized, with single spaces.

    Letters, digits and a few marks between them are safe on every page; control characters and those that turn the
    direction of writing are not among them. We refuse characters that may be invisible, even those that Unicode calls
    letters or accents.

    Raises:
        Malformed: it is too short or too long, or has a character that names cannot have.
    """
    name = in_form(text)
    if not SHORTEST <= len(name) <= LONGEST:
        raise Malformed(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not all(category(char)[0] in "LNM" or char in _BETWEEN for char in name):
        raise Malformed("A name can have letters, digits, single spaces and the marks - _ . and '.")
    if any(map(is_ignorable, name)):
        raise Malformed("A name can’t have invisible characters.")
    if not (_opens(name[0]) and category(name[-1])[0] in "LNM"):
        raise Malformed("A name must begin and end with a letter or a digit.")
    if has_many_marks(name):
        raise Malformed("A letter in a name can have at most two accents.")
    if not _has_fitting_marks(name):
        raise Malformed("A letter in a name can only have accents of its own script.")
    return name


def in_form(text: str) -> str:
    """Return a text in the one form that all names have, whether or not it could be a name."""
    # A compatibility form may hold a blank, so reduce blanks afterwards.
    return " ".join(normalize("NFKC", text).split())


def bot_name(name: str) -> str:
    """Return the name of a program as everybody sees it. No chosen name can end like that.

    >>> bot_name("Greedy"), bot_name("Greedy (bot)")
    ('Greedy (bot)', 'Greedy (bot)')
    """
    return chosen_name(name) + BOT


def chosen_name(name: str) -> str:
    """Return a name as its owner chose it, without the mark of a program."""
    return name.removesuffix(BOT)


def fold(typed: str) -> Folded:
    """Return the form of a name by which we find and count it, however somebody types it.

    It leaves out case, further blanks and the mark of a program. Unicode promises that this form never changes.

    >>> fold("Straße") == fold(" STRASSE ") == fold("strasse (bot)")
    True
    """
    return Folded(normalize("NFKC", chosen_name(in_form(typed)).casefold()))


def skeleton(name: str) -> str:
    """Return a text that all names share if they look alike, in small or capital letters and in any script.

    It leaves out blanks and the marks between letters, since nobody remembers where they stood.

    >>> skeleton("Bill") == skeleton("BI11"), skeleton("Dara") == skeleton("Clara"), skeleton("Ann") == skeleton("Anna")
    (True, True, False)
    """
    # First as shown, then without regard to case: a capital i looks like an l, but becomes a small i.
    seen = _as_seen(_as_seen(normalize("NFD", name)).casefold())
    for letter in _DOTTED:
        seen = seen.replace(letter + _DOT, letter)
    spelt_out = "".join(_BY_NEIGHBOURS.get(char, char) for char in seen if char not in _BETWEEN)
    return spelt_out.replace("i", "l")


@cached()
def _house() -> frozenset[str]:
    return frozenset(map(skeleton, _HOUSE))


def _opens(char: str) -> bool:
    return category(char)[0] in "LN"


def _has_fitting_marks(name: str) -> bool:
    """Return whether each mark belongs to the script of its letter, or to no script.

    Many scripts have joiners that are visible only between their own letters.
    """
    from confusable_homoglyphs.categories import alias

    script = ""
    for char in name:
        if category(char)[0] != "M":
            script = alias(char)
        elif alias(char) not in {"INHERITED", "COMMON", script}:
            return False
    return True


def _as_seen(text: str) -> str:
    return "".join(map(_prototype, text))


def _prototype(char: str) -> str:
    """Return the character, or the few, that stand for all characters that look like this one."""
    # Imported only now: the table is large, and most server processes never need it.
    from confusable_homoglyphs.confusables import confusables_data

    return _lead(char) if char in confusables_data else char


# Only for characters of the table: the results stay as few as those, whatever names people try.
@cached()
def _lead(char: str) -> str:
    from confusable_homoglyphs.confusables import is_confusable

    twins = _twins(is_confusable(char))
    if len(twins) != 1:
        # A character that several others look like stands for itself, as does one that no other looks like.
        return char
    twin = twins[0]
    # Of two that look only like each other, either would do.
    return twin if len(twin) > 1 or len(_twins(is_confusable(twin))) > 1 else min(char, twin)


def _twins(found: object) -> list[str]:
    return [twin["c"] for twin in found[0]["homoglyphs"]] if isinstance(found, list) else []
