from pathlib import Path

import pytest

from engine.games import GAMES
from tests.engine.playthroughs import FILES, read, written


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_as_it_is_written(path: Path) -> None:
    text = path.read_text()
    assert written(read(text)) == text, "see the words at the top of tests/engine/playthroughs.py"


def test_every_game_has_a_golden_game() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
