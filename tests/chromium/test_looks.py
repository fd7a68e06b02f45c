"""What each choice of a look changes; cards and places stay easy to tell apart in every one."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from app.people.looks import CHOICES
from engine.cards import SUIT_NAMES
from engine.moves import Move
from tests.chromium.conftest import Visit
from tests.chromium.places import address, choose_look
from tests.chromium.tables import drag
from tests.chromium.visitors import DESKTOP, PHONE, Visitor, Window
from tests.lengths import a_few

pytestmark = pytest.mark.browser

# How a choice shows: a computed property of the first element that a selector finds.
SHOWN_BY = {
    "theme": (".table-head", "background-color"),
    "faces": ("#board .card", "--face-large"),
    "back": ("#board .card.back", "background-color"),
    "surface": ("#board", "background-color"),
    "motion": ("#board .card", "transition-duration"),
    "clock": (".tally .clock", "display"),
    "steps": (".tally .steps", "display"),
}
FACES = ("stonewall", "stronghold", "six-by-four", "fortress", "stalactites")
THEMES_AND_SCHEMES = list(product(["system", "contrast"], ["light", "dark"]))
_COMPUTED = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
# The colour of a token on an element.
_COLOUR = """(element, token) => {
    const before = element.style.color;
    element.style.color = `var(${token})`;
    const colour = getComputedStyle(element).color;
    element.style.color = before;
    return colour;
}"""


def _table(visit: Visit, look: str, slug: str = "stonewall", **traits: object) -> Page:
    visitor: Visitor = visit(**traits)
    choose_look(visitor, look)
    return visitor.open(address(visitor, f"table-{slug}"))


def _colour(page: Page, selector: str, token: str) -> tuple[float, float, float]:
    red, green, blue = page.locator(selector).first.evaluate(_COLOUR, token).removeprefix("rgb(").rstrip(")").split(",")
    return float(red), float(green), float(blue)


def _corner(page: Page, selector: str) -> tuple[float, float]:
    x, y = page.locator(selector).evaluate(
        "element => [element.getBoundingClientRect().x, element.getBoundingClientRect().y]"
    )
    return float(x), float(y)


def _luminance(colour: tuple[float, float, float]) -> float:
    parts = (part / 255 for part in colour)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the contrast ratio of WCAG, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", a_few(SHOWN_BY))
def test_every_value_of_a_choice_looks_different(visit: Visit, name: str) -> None:
    selector, shown = SHOWN_BY[name]
    page = _table(visit, "", scheme="dark")
    page.emulate_media(reduced_motion="no-preference")
    seen = set()
    for value in CHOICES[name]:
        page.evaluate("([name, value]) => document.documentElement.dataset[name] = value", [name, value])
        if (name, value) != ("theme", "system"):
            seen.add(page.locator(selector).first.evaluate(_COMPUTED, shown))
    assert len(seen) == len(CHOICES[name]) - (name == "theme")


@pytest.mark.parametrize("scheme", a_few(["light", "dark"], 1))
def test_the_usual_theme_is_the_devices(visit: Visit, scheme: str) -> None:
    usual, chosen = (_table(visit, look, scheme=scheme) for look in ("", f"theme:{scheme}"))
    assert _colour(usual, ".table-head", "--stone-1") == _colour(chosen, ".table-head", "--stone-1")


@pytest.mark.parametrize(("deck", "colours"), a_few([("two", 2), ("four", 4), ("safe", 4)], 1))
def test_a_deck_has_the_colours_it_says(visit: Visit, deck: str, colours: int) -> None:
    page = _table(visit, f"deck:{deck}")
    assert len({_colour(page, f"#board .card.{suit}", "--suit") for suit in SUIT_NAMES}) == colours


@pytest.mark.parametrize(("theme", "scheme"), a_few(THEMES_AND_SCHEMES, 1))
def test_suits_stand_out_from_their_cards_in_every_deck(visit: Visit, theme: str, scheme: str) -> None:
    page = _table(visit, f"theme:{theme}", scheme=scheme)
    for deck in CHOICES["deck"]:
        page.evaluate("deck => document.documentElement.dataset.deck = deck", deck)
        for suit in SUIT_NAMES:
            card = f"#board .card.{suit}"
            assert _contrast(_colour(page, card, "--suit"), _colour(page, card, "--card-face")) >= 4.5, (deck, suit)


@pytest.mark.parametrize(("theme", "scheme"), a_few(THEMES_AND_SCHEMES, 1))
def test_places_targets_and_cards_stand_out_from_every_surface(visit: Visit, theme: str, scheme: str) -> None:
    page = _table(visit, f"theme:{theme}", scheme=scheme)
    for surface in CHOICES["surface"]:
        page.evaluate("surface => document.documentElement.dataset.surface = surface", surface)
        table = _colour(page, "#board", "--table")
        for token in ("--slot", "--accent", "--ink"):
            assert _contrast(_colour(page, "#board", token), table) >= 3, (surface, token)
        edge = max(_contrast(_colour(page, "#board", token), table) for token in ("--card-edge", "--card-face"))
        assert edge >= 3, surface


@pytest.mark.parametrize(("theme", "scheme"), a_few(THEMES_AND_SCHEMES, 2))
def test_the_tint_of_a_game_stands_out_from_pages_and_tables_and_from_other_tints(
    visit: Visit, theme: str, scheme: str
) -> None:
    visitor: Visitor = visit(scheme=scheme)
    choose_look(visitor, f"theme:{theme}")
    page = visitor.open("/")
    tints = {slug: _colour(page, f'.emblem[data-game="{slug}"]', "--tint") for slug in FACES}
    for slug, tint in tints.items():
        for token in ("--stone-0", "--stone-1", "--stone-2", "--table"):
            assert _contrast(tint, _colour(page, "main", token)) >= 3, (slug, token)
    assert len(set(tints.values())) == len(FACES)


def test_narrow_cards_have_large_faces_and_wide_ones_where_that_is_chosen(visit: Visit) -> None:
    shown = {
        look: [
            _table(visit, look, "stronghold", **window)
            .locator("#board .card")
            .first.evaluate(_COMPUTED, "--face-large")
            for window in ({}, {"window": PHONE})
        ]
        for look in ("", "faces:large")
    }
    assert shown == {"": ["none", "inline"], "faces:large": ["inline", "inline"]}


@pytest.mark.parametrize("window", [Window(390, 664), DESKTOP], ids=str)
def test_larger_text_is_larger_on_every_page_and_a_table_still_fits_its_window(visit: Visit, window: Window) -> None:
    visitor = visit(window=window)
    size = "Number.parseFloat(getComputedStyle(document.documentElement).fontSize)"
    usual = visitor.open("/settings").evaluate(size)
    page = visitor.open("/settings/pages")
    page.locator("input[name=text][value=large]").check()
    assert page.evaluate(size) == 1.25 * usual
    with page.expect_response("**/settings/pages"):
        page.locator("input[name=text][value=larger]").check()
    for table in ("table-fortress", "table-stonewall", "table-six-by-four"):
        page.goto(address(visitor, table))
        assert page.evaluate(size) == 1.5 * usual
        for text in ("150%", "200%"):
            page.evaluate("size => document.documentElement.style.fontSize = size", text)
            whole = page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
            assert whole == [window.width, window.height], (table, text)
            notes = page.locator(".words > :not(:empty, [hidden])")
            assert (
                min(notes.evaluate_all("notes => notes.map(note => note.getBoundingClientRect().top)"), default=0) >= 0
            )


@pytest.mark.parametrize("slug", a_few(["stonewall", "stronghold", "six-by-four"], 1))
def test_for_the_left_hand_foundations_and_tools_change_sides(visit: Visit, slug: str) -> None:
    places = {
        side: [
            _corner(_table(visit, f"side:{side}", slug), part)[0] < DESKTOP.width / 2
            for part in (".foundations", "#undo")
        ]
        for side in CHOICES["side"]
    }
    assert places == {"right": [False, True], "left": [True, False]}


def test_fortress_in_wings_lies_in_rows_left_and_right_of_its_foundations(visit: Visit) -> None:
    page = _table(visit, "", "fortress")
    left, tower, right = (
        {_corner(page, f"#pile-{pile}")[0] for pile in piles} for piles in (("t0", "t4"), ("f0", "f3"), ("t5", "t9"))
    )
    assert [len(left), len(tower), len(right)] == [1, 1, 1]
    assert max(left) < max(tower) < max(right)
    assert len({_corner(page, f"#pile-t1 .card:nth-child({row})")[1] for row in (1, 2, 3)}) == 1


def test_in_a_wing_a_card_is_laid_on_the_row_where_it_is_dropped(visit: Visit) -> None:
    visitor: Visitor = visit()
    # The top card of the ninth column may go on the first and on the third.
    table = visitor.begin("fortress", {}, "14")
    drag(visitor.open(table), Move.read("t8-t2"), row=-1, seq=1)
    assert visitor.moves_recorded(table) == ["t8-t2"]


def test_a_choice_is_seen_at_once_and_kept_without_a_button(visit: Visit) -> None:
    page = visit().open("/settings/table")
    page.get_by_label("Slate").check()
    expect(page.get_by_role("status")).to_have_text("Your settings are saved.")
    assert page.locator("html").get_attribute("data-surface") == "slate"
    page.goto("/")
    assert page.locator("html").get_attribute("data-surface") == "slate"


def test_the_deck_gets_four_colours_at_the_table_and_keeps_them(visit: Visit) -> None:
    page = _table(visit, "")
    page.locator("#more").click()
    page.get_by_text("Everything else").click()
    with page.expect_response("**/settings"):
        page.get_by_role("button", name="Four colours").click()
    for _ in range(2):
        assert len({_colour(page, f".board .card.{suit}", "--suit") for suit in SUIT_NAMES}) == 4
        page.goto("/stonewall/5")


def test_without_javascript_the_settings_are_kept_by_their_button(visit: Visit) -> None:
    page = visit(javascript=False).open("/settings/pages")
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Your settings are saved.")
    assert page.locator("html").get_attribute("data-theme") == "dark"
