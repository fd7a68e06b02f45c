"""Every test of a game with a rules text names a sentence of it, and every sentence with a rule in it has a test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.games.citations import HEADINGS, READINGS, WITHOUT_RULE

HERE = Path(__file__).parent
SENTENCES = re.compile(r"(?P<heading>[A-Z][A-Za-z &-]*?)(?P<numbers> \d+(?: and \d+|–\d+)?)")
READING = re.compile(r"reading,? (?P<subject>[a-z ]+)")


def docstrings_of(slug: str) -> Iterator[tuple[str, str]]:
    """Give the name and the citations of every test of a game."""
    tree = ast.parse((HERE / f"test_{slug.replace('-', '_')}.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, (ast.get_docstring(node) or "")


def cited(slug: str) -> Iterator[tuple[str, str, int]]:
    """Give what the tests of a game name: test, heading and number, or for a reading its subject and nought."""
    for name, docstring in docstrings_of(slug):
        first, *_ = docstring.splitlines() or [""]
        for part in first.removeprefix(f"{slug}, ").removesuffix(".").split("; "):
            if reading := READING.fullmatch(part):
                yield name, reading["subject"], 0
            elif sentences := SENTENCES.fullmatch(part):
                for number in _numbers(sentences["numbers"]):
                    yield name, sentences["heading"], number
            else:
                pytest.fail(f"{slug}: {name} names no sentence: “{part}”")


def _numbers(text: str) -> list[int]:
    first, *rest = map(int, re.findall(r"\d+", text))
    return list(range(first, rest[0] + 1)) if "–" in text else [first, *rest]


@pytest.mark.parametrize("slug", HEADINGS)
def test_every_sentence_named_exists(slug: str) -> None:
    for name, heading, number in cited(slug):
        if number:
            assert 1 <= number <= HEADINGS[slug].get(heading, 0), f"{name} names {heading} {number}"
        else:
            assert heading in READINGS[slug] | READINGS["every game"], f"{name} names the reading {heading}"


@pytest.mark.parametrize("slug", HEADINGS)
def test_every_sentence_with_a_rule_in_it_is_named(slug: str) -> None:
    named = {(heading, number) for _, heading, number in cited(slug)}
    unheld = [
        f"{heading} {number}"
        for heading, count in HEADINGS[slug].items()
        for number in range(1, count + 1)
        if (heading, number) not in named and number not in WITHOUT_RULE.get(slug, {}).get(heading, ())
    ]
    assert not unheld


@pytest.mark.parametrize("slug", HEADINGS)
def test_every_reading_that_concerns_a_game_is_named(slug: str) -> None:
    named = {heading for _, heading, number in cited(slug) if number == 0}
    assert READINGS[slug] <= named


def test_every_reading_that_concerns_all_games_is_named_in_one_of_them() -> None:
    named = {heading for slug in HEADINGS for _, heading, number in cited(slug) if number == 0}
    assert READINGS["every game"] <= named
