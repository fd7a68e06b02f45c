"""Types of columns that hold text and return values."""

from datetime import date

from sqlalchemy import Dialect, String, Text
from sqlalchemy.types import TypeDecorator

from engine.games import find
from engine.rules import Game


class IsoDay(TypeDecorator[date]):
    """A day, written like 2026-11-20."""

    impl = String(10)
    cache_ok = True

    def process_bind_param(self, value: date | None, _dialect: Dialect) -> str | None:
        """Return the text to store for a day."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, _dialect: Dialect) -> date | None:
        """Return the day that a text stands for."""
        return None if value is None else date.fromisoformat(value)


class Patience(TypeDecorator[Game]):
    """A game, by its slug."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Game | None, _dialect: Dialect) -> str | None:
        """Return the text to store for a game."""
        return None if value is None else value.slug

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Game | None:
        """Return the game that a text stands for; raise `UnknownGame`."""
        return None if value is None else find(value)


class PatienceOrAll(TypeDecorator[Game]):
    """A game by its slug, or None for all games, stored as an empty text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Game | None, _dialect: Dialect) -> str:
        """Return the text to store for a game."""
        return value.slug if value else ""

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Game | None:
        """Return the game that a text stands for; raise `UnknownGame`."""
        return find(value) if value else None
