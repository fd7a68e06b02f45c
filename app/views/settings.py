"""The player's settings, in groups and explained."""

from dataclasses import dataclass

from app.people.looks import Look
from engine.automatic import Automatic
from engine.cards import SUIT_NAMES, SUITS

_SUIT_NAME = dict(zip(SUITS, SUIT_NAMES, strict=True))


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One value of a setting."""

    value: str
    label: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Sample:
    """What stands beside each value of a setting that is best seen, drawn in the look of that value."""

    pictures: tuple[str, ...] = ()
    """Names in the sprite."""
    places: int = 0
    """How many places of a table are sketched."""

    @property
    def drawn(self) -> tuple[tuple[str, str], ...]:
        """Every picture with the suit whose colour it takes; a back has none."""
        return tuple((name, _SUIT_NAME.get(name[-1], "")) for name in self.pictures)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with all its values."""

    name: str
    legend: str
    choices: tuple[SettingChoice, ...]
    words: str = ""
    sample: Sample | None = None


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What settings.html shows."""

    groups: dict[str, tuple[Setting, ...]]
    """By their titles."""
    chosen: dict[str, str]
    """The value of each setting."""
    kept: bool
    """Whether the visitor has just saved them."""


_PAGES = (
    Setting(
        "theme",
        "Light",
        (
            SettingChoice("system", "As your device"),
            SettingChoice("light", "By day"),
            SettingChoice("dark", "By lamp"),
            SettingChoice("contrast", "Strong contrast"),
        ),
        sample=Sample(("QH", "7S")),
    ),
)
_CARDS = (
    Setting(
        "deck",
        "Colours of the suits",
        (
            SettingChoice("two", "Two"),
            SettingChoice("four", "Four"),
            SettingChoice("safe", "Four, far apart", "For every common kind of colour blindness"),
        ),
        sample=Sample(("7C", "7S", "7H", "7D")),
    ),
    Setting(
        "faces",
        "Faces",
        (
            SettingChoice("usual", "As printed", "Large where cards are narrow"),
            SettingChoice("large", "Always large", "One big rank and one big suit"),
        ),
        sample=Sample(("JS",)),
    ),
    Setting(
        "back",
        "Backs",
        (SettingChoice("wall", "Wall"), SettingChoice("weave", "Weave"), SettingChoice("garden", "Garden")),
        sample=Sample(("back",)),
    ),
)
_TABLE = (
    Setting(
        "surface",
        "Surface",
        (SettingChoice("stone", "Stone"), SettingChoice("slate", "Slate"), SettingChoice("moss", "Moss")),
        sample=Sample(("KC",)),
    ),
    Setting(
        "side",
        "Foundations and tools",
        (
            SettingChoice("right", "On the right"),
            SettingChoice("left", "On the left", "For left-handed players"),
        ),
        sample=Sample(places=14),
    ),
    Setting(
        "fortress",
        "Fortress on a wide screen",
        (
            SettingChoice("columns", "In columns"),
            SettingChoice("wings", "In two wings", "Rows left and right of the foundations"),
        ),
        sample=Sample(places=14),
    ),
)
_PLAY = (
    Setting(
        "tap",
        "A tap on a card that can go to several places",
        (
            SettingChoice("ask", "Shows them", "Your next tap chooses one."),
            SettingChoice("tableau", "Prefers the tableau", "The card builds on a column if it can."),
            SettingChoice("foundation", "Prefers the foundation", "The card goes home if it can."),
        ),
        "If a card can go to only one place, the first tap always moves it there.",
    ),
    Setting(
        "automatic",
        "Cards that go to the foundations by themselves",
        (
            SettingChoice(Automatic.OFF, "None", "You bring every card home yourself."),
            SettingChoice(
                Automatic.SAFE,
                "Only where it is safe",
                "A card goes home by itself when keeping it back could never help. We have proved this for each game.",
            ),
            SettingChoice(
                Automatic.ALL,
                "All that can",
                "Every card goes home as soon as it can. This can spoil a game if you wanted to build on that card.",
            ),
        ),
        "Each such card counts as a step, and one Undo takes it back together with your move.",
    ),
    Setting(
        "outlook",
        "How the game stands",
        (
            SettingChoice("off", "Say nothing"),
            SettingChoice("on", "Say it after each turn", "Winnable, not winnable, or not decided."),
        ),
        "A solver watches your game. It never watches an open daily or race.",
    ),
    Setting(
        "motion",
        "Motion",
        (
            SettingChoice("normal", "Unhurried"),
            SettingChoice("fast", "Quick"),
            SettingChoice("off", "None", "Always off if your device asks for reduced motion."),
        ),
    ),
    Setting(
        "letters",
        "Single letters as keys",
        (
            SettingChoice("on", "On", "U undoes, R redoes, S says the whole table, ? lists all keys."),
            SettingChoice("off", "Off", "Arrows, Space, Enter and Escape still work."),
        ),
    ),
)
_COUNTERS = (
    Setting("clock", "Time played", (SettingChoice("shown", "Shown"), SettingChoice("hidden", "Hidden"))),
    Setting("steps", "Steps made", (SettingChoice("shown", "Shown"), SettingChoice("hidden", "Hidden"))),
)
_GROUPS = {"Pages": _PAGES, "Cards": _CARDS, "Table": _TABLE, "Playing": _PLAY, "Counters": _COUNTERS}


def settings_page(look: Look, automatic: Automatic, *, kept: bool) -> SettingsPage:
    """Show the settings as they are."""
    return SettingsPage(_GROUPS, look.choices() | {"automatic": automatic}, kept)
