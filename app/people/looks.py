"""How a player wants the pages to look and the table to feel, stored in a cookie and with the player."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Self

from app.core.refusals import Malformed

COOKIE = "look"
_FORMER = {"fortress": "shape"}
"""Former names of choices, which old cookies and rows still use."""


def _one_of(*values: str) -> str:
    """Declare a choice; the first value is the usual one."""
    return field(default=values[0], metadata={"values": values})


@dataclass(frozen=True, slots=True)
class Look:
    """Every choice with its value."""

    theme: str = _one_of("system", "light", "dark", "contrast")
    text: str = _one_of("normal", "large", "larger")
    """How large the text of every page is, beside what the browser says."""
    deck: str = _one_of("two", "four", "safe")
    """How many colours the suits have; `safe` keeps four apart for every common kind of colour blindness."""
    faces: str = _one_of("usual", "large")
    """`large` shows one large rank and one large suit, as narrow cards always do."""
    back: str = _one_of("wall", "weave", "garden")
    surface: str = _one_of("stone", "slate", "moss")
    side: str = _one_of("right", "left")
    """The hand that plays; for the left hand, the table is mirrored."""
    shape: str = _one_of("wings", "columns")
    """The layout of a wide table that has room for two wings."""
    tap: str = _one_of("ask", "tableau", "foundation")
    """Where a tap sends a card that may go to several places."""
    motion: str = _one_of("normal", "fast", "off")
    letters: str = _one_of("on", "off")
    """Whether single letters work as shortcuts."""
    outlook: str = _one_of("off", "on")
    """Whether a solver says after each turn how the game stands."""
    sound: str = _one_of("off", "on")
    """Whether cards and a win make a sound."""
    vibration: str = _one_of("system", "on", "off")
    """Whether a phone ticks for a card that goes home; by default, not where there is no motion."""
    clock: str = _one_of("shown", "hidden")
    steps: str = _one_of("shown", "hidden")
    scores: str = _one_of("shown", "hidden")
    """Whether a page shows figures unasked: time, steps, streaks, and what is special about a win."""
    goals: str = _one_of("shown", "hidden")
    """Whether there are goals for the week."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `str` wrote, and skip anything unknown or broken.

        >>> Look.read("theme:dark.deck:seven.gloves:on") == Look(theme="dark")
        True
        >>> Look.read("fortress:columns") == Look(shape="columns")
        True
        """
        pairs = (part.partition(":") for part in text.split("."))
        named = ((_FORMER.get(name, name), value) for name, _, value in pairs)
        return cls(**{name: value for name, value in named if value in CHOICES.get(name, ())})

    def with_choices(self, chosen: Mapping[str, str]) -> Self:
        """Return the look with some choices changed; skip names that are not choices.

        Raises:
            Malformed: a choice has no such value.
        """
        made = {name: value for name, value in chosen.items() if name in CHOICES}
        for name, value in made.items():
            if value not in CHOICES[name]:
                *others, last = CHOICES[name]
                raise Malformed(f"For “{name}”, choose {', '.join(others)} or {last}.")
        return replace(self, **made)

    def choices(self) -> dict[str, str]:
        """Return the value of every choice, by name."""
        return asdict(self)

    def marks(self) -> Iterator[tuple[str, str]]:
        """Yield the choices that differ from the usual, with their values."""
        return ((name, value) for name, value in self.choices().items() if value != CHOICES[name][0])

    def __str__(self) -> str:
        """Write what differs from the usual, in characters that need no quoting in a cookie."""
        return ".".join(f"{name}:{value}" for name, value in self.marks())


CHOICES: dict[str, tuple[str, ...]] = {each.name: each.metadata["values"] for each in fields(Look)}
"""The values of every choice, the usual one first."""
