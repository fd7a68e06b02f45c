"""What a player reads about a game stands beside the game: a page for each, naming its options."""

import re
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.rules import Game

RULES = Path(__file__).parent.parent / "templates" / "rules"
CHAPTERS = ("play", "options", "readings", "elsewhere", "hints")

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_every_game_has_a_rules_page_with_every_chapter(game: Game) -> None:
    assert re.findall(r'<section class="chapter" id="([a-z-]+)">', _page(game)) == list(CHAPTERS)


@games
def test_a_rules_page_names_every_value_of_every_option(game: Game) -> None:
    named = set(re.findall(r"<code>([a-z]+)=([a-z]+)</code>", _page(game)))
    assert named == {(option.name, value) for option in game.options for value in option.values}


def test_every_rules_page_belongs_to_a_game() -> None:
    assert {page.stem for page in RULES.glob("[!_]*.html")} == set(GAMES)


def _page(game: Game) -> str:
    return (RULES / f"{game.slug}.html").read_text(encoding="utf-8")
