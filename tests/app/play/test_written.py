"""Moves as people write them, and the verbs that may stand in their place."""

import pytest

from app.core.refusals import Impossible
from app.play.values.written import Written, meant, read_written
from engine.deals import Deal
from engine.games import GAMES
from engine.moves import InvalidMove, Move
from engine.position import Position, layout
from engine.rules import Rules
from tests.app.play.table import Table, notice


def _written(text: str, rules: Rules, position: Position) -> str:
    written = read_written(text)
    assert isinstance(written, Written)
    return str(meant(written, rules, position))
