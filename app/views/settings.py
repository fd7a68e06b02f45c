"""The player's settings."""

from dataclasses import dataclass

from engine.automatic import Automatic


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One value of a setting, explained."""

    value: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What settings.html shows."""

    automatic: tuple[SettingChoice, ...]
    chosen: str
    kept: bool
    """Whether they have just been kept."""


_AUTOMATIC = (
    SettingChoice(Automatic.OFF, "None", "You bring every card home yourself. This is how it is unless you choose."),
    SettingChoice(
        Automatic.SAFE,
        "Only where it is safe",
        "A card goes home by itself where keeping it back could never help, as can be shown for each game.",
    ),
    SettingChoice(
        Automatic.ALL,
        "All that can",
        "Every card goes home as soon as it can. That can spoil a game in which you would have built on it.",
    ),
)


def settings_page(chosen: Automatic, *, kept: bool) -> SettingsPage:
    """Show the settings as they are."""
    return SettingsPage(_AUTOMATIC, chosen, kept)
