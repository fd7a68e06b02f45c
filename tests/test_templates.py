"""Every template compiles, and whatever it uses is there."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from tests.templates.checking import ROOT, Sources, complaints_of_mypy, site, written
from tests.templates.writing import Section

SITE = site()
TEMPLATES = SITE.templates.list_templates(extensions=["html"])
PAGES = """
from dataclasses import dataclass


@dataclass
class Card:
    name: str
    lies_on: "Card | None" = None


def render(template: str, **values: object) -> str:
    return ""


def show(cards: list[Card], top: Card | None) -> str:
    if top is None:
        return render("empty.html", words="", left_over=1)
    try:
        shown = {"cards": cards, "top": top, "sections": [("tallies/_tally.html", 1)]}
        return render("cards.html", **shown)
    except ValueError as refusal:
        return _again("empty.html", words=str(refusal))


def _again(template: str, **values: object) -> str:
    return render(template, **values)
"""
TALLIES = """
from typing import NamedTuple


class Tally(NamedTuple):
    won: int


def tallies() -> list[Tally]:
    return []
"""
SECTIONS = {"cards.html": [Section("tallies/_tally.html", "found", "shop.tallies", "tallies")]}
MARKUP = {
    "base.html": "{% block main %}{{ words }}{% endblock %}",
    "empty.html": '{% extends "base.html" %}{% block main %}{{ super() }}{% endblock %}',
    "cards.html": """{% extends "base.html" %}
{% macro line(card) %}{{ card.nam }}{% endmacro %}
{% block main %}
{% for card in cards %}
{% include "_card.html" %}
{% endfor %}
{% if top.lies_on %}{{ top.lies_on.name.uper() }}{% endif %}
{{ line(top) }}
{{ cards | map(attribute="nme") | join(", ") }}
{{ cards | length(2) }}
{{ tops }}
{% for template, found in sections %}
{% include template %}
{% endfor %}
{% endblock %}""",
    "_card.html": "{{ card.name }}\n{{ card.nmae }}\n{{ cards.colour if top.name else loop.indx }}",
    "tallies/_tally.html": "{% for one in found %}{{ one.won }}\n{{ one.wno }}{{ line(top) }}{{ lost }}{% endfor %}",
    "_lost.html": "Nobody includes this.",
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_compiles_and_its_filters_and_tests_are_there(name: str) -> None:
    source, _, _ = SITE.templates.loader.get_source(SITE.templates, name)  # type: ignore[union-attr]
    SITE.templates.compile(source, name)


def test_every_template_is_drawn_with_the_names_that_it_uses_and_no_others() -> None:
    found = written(SITE)
    assert len(found.modules) > 1
    assert not found.complaints


def test_whatever_is_misspelt_or_not_needed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = tmp_path / "shop"
    shop.mkdir()
    (shop / "pages.py").write_text(PAGES)
    (shop / "tallies.py").write_text(TALLIES)
    sources = Sources(tmp_path, "shop", Environment(loader=DictLoader(MARKUP), autoescape=True), {}, SECTIONS)
    found = written(sources)
    assert found.complaints == [
        "templates/_lost.html: nobody draws it",
        "templates/cards.html:11: shop/pages.py:20 gives no “tops”",
        "templates/empty.html: nothing uses “left_over”, which it is given",
        "templates/tallies/_tally.html:2: shop/pages.py:20 gives no “lost”",
    ]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    cache = ("--cache-dir", str(tmp_path / "cache"))
    complaints = complaints_of_mypy(sources, found, *cache, "--explicit-package-bases", "shop")
    assert [each.split(" error: ")[0] for each in complaints] == [
        "templates/_card.html:2:",
        "templates/_card.html:3:",
        "templates/_card.html:3:",
        "templates/cards.html:7:",
        "templates/cards.html:2:",
        "templates/cards.html:9:",
        "templates/cards.html:10:",
        "templates/tallies/_tally.html:2:",
    ]
    for misspelt in ("nmae", "indx", "colour", "uper", "nam", "nme", "wno"):
        assert any(f'has no attribute "{misspelt}"' in each for each in complaints), misspelt
