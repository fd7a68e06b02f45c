"""Every rule that `docs/rules/` states is held by a test, and every test of a game names the rules that it holds."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from engine.games import GAMES

HERE = Path(__file__).parent
PAGES = Path(__file__).parents[3] / "docs" / "rules"
SLUGS = sorted(page.stem for page in PAGES.glob("[!R]*.md"))
SECTION = re.compile(r"^## (\d+)\. ", re.MULTILINE)
RULE = re.compile(r"^- \*\*(\d+)\.(\d+)\*\* ", re.MULTILINE)

games = pytest.mark.parametrize("slug", SLUGS)


def stated(slug: str) -> list[str]:
    """Return the numbers of a game's rules, in the order in which its page states them."""
    return [f"{section}.{number}" for section, number in RULE.findall(_page(slug))]


def citations(slug: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every test of a game with the numbers that it cites."""
    tests = import_module(f"tests.engine.games.test_{slug.replace('-', '_')}")
    for name, test in vars(tests).items():
        if name.startswith("test_"):
            marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "rule"]
            yield name, tuple(number for numbers in marks for number in numbers)


def _page(slug: str) -> str:
    return (PAGES / f"{slug}.md").read_text(encoding="utf-8")


def test_every_game_with_tests_of_its_rules_has_a_page_of_them() -> None:
    tested = {path.stem.removeprefix("test_").replace("_", "-") for path in HERE.glob("test_*.py")} - {"citations"}
    assert set(SLUGS) == tested
    assert tested <= set(GAMES)


@games
def test_sections_and_rules_are_numbered_without_a_gap(slug: str) -> None:
    sections = SECTION.findall(_page(slug))
    assert sections == [str(number) for number in range(1, len(sections) + 1)]
    for section in sections:
        numbers = [number for of, number in RULE.findall(_page(slug)) if of == section]
        assert numbers
        assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert stated(slug) == sorted(stated(slug), key=lambda number: tuple(map(int, number.split("."))))


@games
def test_every_rule_is_held_by_a_test(slug: str) -> None:
    cited = {number for _, numbers in citations(slug) for number in numbers}
    assert [number for number in stated(slug) if number not in cited] == []


@games
def test_every_test_cites_rules_that_are_stated(slug: str) -> None:
    known = set(stated(slug))
    for name, numbers in citations(slug):
        assert numbers, f"{name} cites no rule"
        assert set(numbers) <= known, f"{name} cites a rule that the page does not state"
