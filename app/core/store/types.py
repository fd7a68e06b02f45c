"""Types of columns that hold text and return values.

A text that stands for no value comes out as `Spoilt`: if the type raised, nobody could read the rows after it.
"""

from datetime import date

from sqlalchemy import Dialect, String, Text
from sqlalchemy.types import TypeDecorator

from engine.games import GAMES
from engine.rules import Game


class Spoilt:
    """A stored text that stands for no value of its column; whoever uses it as one gets a `ValueError`."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __getattr__(self, name: str) -> object:
        """Raise `ValueError`: a text that cannot be read has none of its type's attributes."""
        raise ValueError("A stored text cannot be read.")


class IsoDay(TypeDecorator["date | Spoilt"]):
    """A day, written like 2026-11-20."""

    impl = String(10)
    cache_ok = True

    def process_bind_param(self, value: date | Spoilt | None, _dialect: Dialect) -> str | None:
        """Return the text to store for a day."""
        return value.text if isinstance(value, Spoilt) else None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, _dialect: Dialect) -> date | Spoilt | None:
        """Return the day that a text stands for."""
        try:
            return None if value is None else date.fromisoformat(value)
        except ValueError:
            return Spoilt(value or "")


class Patience(TypeDecorator["Game | Spoilt"]):
    """A game, by its slug."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Game | Spoilt | None, _dialect: Dialect) -> str | None:
        """Return the text to store for a game."""
        return value.text if isinstance(value, Spoilt) else None if value is None else value.slug

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Game | Spoilt | None:
        """Return the game that a text stands for."""
        return None if value is None else GAMES.get(value) or Spoilt(value)


class PatienceOrAll(TypeDecorator["Game | Spoilt"]):
    """A game by its slug, or None for all games, stored as an empty text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Game | Spoilt | None, _dialect: Dialect) -> str:
        """Return the text to store for a game."""
        return value.text if isinstance(value, Spoilt) else value.slug if value else ""

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Game | Spoilt | None:
        """Return the game that a text stands for."""
        return GAMES.get(value) or Spoilt(value) if value else None
