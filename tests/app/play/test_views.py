"""Drawing a layout, and writing a chance."""

import re
from itertools import pairwise

import pytest

from app.play.table.framed_picture import SHAPES, Caption, PictureForm, frame
from app.play.table.layout_picture import layout_picture
from app.play.table.table_picture import dealt_board, finished_wall, plain_board
from app.play.words.summary import stones
from engine.cards import RANKS, SUITS
from engine.games import GAMES
from engine.rules import Game
from tests.factories import DECK


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_layout_picture_fits_its_places_which_stand_in_straight_rows_of_one_step(game: Game) -> None:
    rules, picture = game.rules, layout_picture(game.rules)
    xs, ys = [place.x for place in picture.places], [place.y for place in picture.places]
    wide, high = picture.card_width, picture.card_height
    assert (min(xs), min(ys)) == (0.5, 0.5)
    assert (max(xs) + wide, max(ys) + high) == (picture.width - 0.5, picture.height - 0.5)
    top = [place.x for place in picture.places if place.y == 0.5]
    cells, homes = top[: rules.cells], top[rules.cells :]
    columns = picture.places[len(top) + rules.reserve :]
    of_columns = sorted({place.x for place in columns})
    assert len(of_columns) == len(rules.columns)
    [step] = {round(right - left, 2) for row in (cells, homes, of_columns) for left, right in pairwise(row)}
    assert wide < step < 1.5 * wide
    assert homes[-1] + wide == picture.width - 0.5
    assert cells == [0.5 + at * step for at in range(rules.cells)]
    assert of_columns[0] + of_columns[-1] + wide == picture.width
    aside = picture.places[len(top) : len(top) + rules.reserve]
    gap = (aside or columns)[0].y - 0.5 - high
    assert 0 < gap < high / 2
    assert columns[0].y == 0.5 + (high + gap) * (2 if aside else 1)
    if aside:
        assert {place.y for place in aside} == {0.5 + high + gap}
        assert aside[0].x == 0.5
        assert aside[-1].x == pytest.approx(min(0.5 + step * (len(aside) - 1), picture.width - 0.5 - wide), abs=0.1)
    strips = {(above.kind, below.y - above.y) for above, below in pairwise(columns) if above.x == below.x}
    assert len(strips) == len({kind for kind, _ in strips})
    assert all(0 < strip < high for _, strip in strips)


def test_a_picture_of_a_deal_shows_less_of_a_card_from_behind_than_of_an_open_one_below_another() -> None:
    rules = GAMES["stonewall"].rules
    drawn = dealt_board(rules, DECK).drawn
    ys = [float(y) for y in re.findall(r'<use href="#[^"]*" x="[^"]*" y="([^"]*)" width="20"', drawn)]
    strips = [round(below - above, 2) for above, below in pairwise(ys) if below > above][-10:]
    expected = layout_picture(rules).places
    assert strips == [round(below.y - above.y, 2) for above, below in pairwise(expected) if below.y > above.y][-10:]
    assert len({*strips}) == 2


def test_the_wall_of_a_win_has_a_course_for_each_suit_and_the_same_margin_all_around() -> None:
    wall = finished_wall()
    cards = re.findall(r'<use href="#(..)" x="([^"]*)" y="([^"]*)" width="20" height="28"', wall.drawn)
    assert [card for card, _, _ in cards] == [rank + suit for suit in SUITS for rank in RANKS]
    xs, ys = [float(x) for _, x, _ in cards], [float(y) for _, _, y in cards]
    assert xs[:: len(RANKS)] == pytest.approx([0.5, 5.1, 0.5, 5.1])
    assert ys[:: len(RANKS)] == pytest.approx([0.5, 22.34, 44.18, 66.02])
    assert wall.width == pytest.approx(max(xs) + 20.5)
    assert wall.height == pytest.approx(max(ys) + 28.5)


@pytest.mark.parametrize("form", PictureForm)
def test_each_course_of_the_stones_of_a_table_lies_half_a_stone_off_the_one_above(form: PictureForm) -> None:
    game, left = GAMES["stonewall"], int(SHAPES[form].table.x)
    drawn = frame(plain_board(game.rules), Caption(game, "", "", ""), form)
    (joints,) = re.findall(rf'd="(M{left} {int(SHAPES[form].table.y)}H[^"]*M[^"]*)"', drawn)
    courses = joints.split(f"M{left} ")[1:]
    firsts = [int(re.findall(r"M(\d+) ", course)[0]) for course in courses]
    assert len(courses) > 8
    assert [first - left for first in firsts] == ([100, 200] * 5)[: len(firsts)]
    assert all(f"M{first + 200} " in course for first, course in zip(firsts, courses, strict=True))


@pytest.mark.parametrize(("share", "laid"), [(0.000003, 0), (0.2029, 4), (0.51, 10), (0.9776, 19), (1, 20)])
def test_all_twenty_stones_stand_for_certainty_alone(share: float, laid: int) -> None:
    assert stones(share) == laid
