"""The emblems of the games."""

import re
from dataclasses import replace

import pytest

from app.play.table.emblem import emblem, tint_by_day
from app.web.assets import shelf
from engine.games import GAMES

SPRITE = shelf().assets["emblems.svg"].body.decode()
THEME = shelf().assets["theme.css"].body.decode()


FACES = ("stonewall", "stronghold", "six-by-four", "fortress", "stalactites")


@pytest.mark.parametrize("slug", FACES)
def test_a_game_has_an_emblem_and_a_tint_of_its_own(slug: str) -> None:
    assert f'emblems.svg#{slug}"' in emblem(GAMES[slug])
    assert f'<symbol id="{slug}"' in SPRITE
    assert f'[data-game="{slug}"]' in THEME


def test_pictures_tint_each_game_as_its_pages_do() -> None:
    tints = [tint_by_day(GAMES[slug]) for slug in FACES]
    assert len(set(tints)) == len(FACES)
    assert all(f"--tint:light-dark({tint}" in THEME for tint in tints)


def test_a_game_without_an_emblem_gets_that_of_any_game() -> None:
    drawn = emblem(replace(GAMES["fortress"], slug="klondike"))
    assert 'emblems.svg#any"' in drawn
    assert 'data-game="klondike"' in drawn
    assert '<symbol id="any"' in SPRITE


def test_no_two_emblems_are_alike() -> None:
    drawings = re.findall(r"<symbol[^>]*>(.*?)</symbol>", SPRITE)
    assert len(set(drawings)) == len(drawings) == len(FACES) + 1
