from pathlib import Path

import pytest

from tests.engine.playthroughs import FILES, read, written


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_as_it_is_written(path: Path) -> None:
    text = path.read_text()
    assert written(read(text)) == text, "see the words at the top of tests/engine/playthroughs.py"


def test_every_golden_game_is_found_by_its_slug() -> None:
    assert FILES
    assert {read(path.read_text()).game for path in FILES} == {path.stem for path in FILES}
