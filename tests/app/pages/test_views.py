"""Drawing a layout, writing a chance, and the examples in the docstrings."""

import doctest

import pytest

from app.core import words
from app.play.table.layout_picture import layout_picture
from app.play.words.summary import stones
from engine.games import GAMES
from engine.rules import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_layout_picture_shows_every_dealt_card_and_every_place(game: Game) -> None:
    kinds = [place.kind for place in layout_picture(game.rules).places]
    assert kinds.count("open") + kinds.count("back") + kinds.count("base") == 52
    assert kinds.count("back") == len(game.rules.face_down_rows) * len(game.rules.columns)
    assert kinds.count("cell") == game.rules.cells
    assert kinds.count("foundation") + kinds.count("base") == 4


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_layout_picture_holds_all_its_places(game: Game) -> None:
    picture = layout_picture(game.rules)
    assert all(0 <= place.x <= picture.width - picture.card_width for place in picture.places)
    assert all(0 <= place.y <= picture.height - picture.card_height for place in picture.places)


@pytest.mark.parametrize(("share", "laid"), [(0.000003, 0), (0.2029, 4), (0.51, 10), (0.9776, 19), (1, 20)])
def test_all_twenty_stones_stand_for_certainty_alone(share: float, laid: int) -> None:
    assert stones(share) == laid


def test_the_examples_hold() -> None:
    assert doctest.testmod(words).failed == 0
