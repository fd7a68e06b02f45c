"""Columns that hold text and give values."""

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
        """Write a day."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, _dialect: Dialect) -> date | None:
        """Read a day."""
        return None if value is None else date.fromisoformat(value)


class Patience(TypeDecorator[Game]):
    """A game, by its slug."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Game | None, _dialect: Dialect) -> str | None:
        """Write a game."""
        return None if value is None else value.slug

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Game | None:
        """Read a game; raise `UnknownGame`."""
        return None if value is None else find(value)


class PatienceOrAll(TypeDecorator[Game]):
    """A game, or none for all of them, which is an empty text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Game | None, _dialect: Dialect) -> str:
        """Write a game."""
        return value.slug if value else ""

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Game | None:
        """Read a game; raise `UnknownGame`."""
        return find(value) if value else None
