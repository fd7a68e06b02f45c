"""A deal's page, by number and by hand."""

import re

import pytest
from starlette.testclient import TestClient

from engine.boards import board_text
from engine.cards import NAME, TEXT, spell
from engine.deals import deck_code, shuffled
from engine.games import GAMES
from engine.position import deal, face_down_rows
from engine.rules import arrange
from tests.app.reader import Reader

STONEWALL = GAMES["stonewall"].rules


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("number", ["1", "99999999999999999999"])
def test_a_deal_page_shows_every_open_card_of_the_deal(read: Reader, slug: str, number: str) -> None:
    shown = re.findall(r"cards\.svg[^#]*#([A-Za-z0-9]+)", read(f"/{slug}/{number}"))
    hidden = _hidden(int(number)) if slug == "stonewall" else set()
    faces = {TEXT[card] for card in range(52) if card not in hidden}
    assert set(shown) - {"back"} == faces
    assert shown.count("back") == len(hidden)


@pytest.mark.parametrize("address", ["/stonewall/5", f"/stonewall/custom/{deck_code(shuffled(5))}"])
def test_a_deal_page_says_nothing_about_face_down_cards(read: Reader, address: str) -> None:
    page = read(address)
    assert not [NAME[card] for card in _hidden(5) if NAME[card] in page.lower()]
    assert not [TEXT[card] for card in _hidden(5) if f"#{TEXT[card]}" in page]
    assert deck_code(shuffled(5)) not in page


def test_a_deal_page_is_kept_out_of_search_engines(read: Reader) -> None:
    assert '<meta name="robots" content="noindex">' in read("/fortress/5")


def test_crawlers_are_kept_from_numbered_deals_alone(read: Reader) -> None:
    lines = set(read("/robots.txt").splitlines())
    assert {f"Disallow: /*/{digit}" for digit in range(1, 10)} < lines
    assert {"Allow: /static/", "Allow: /daily/"} < lines


def test_play_begins_a_session_on_the_deal(client: TestClient, read: Reader) -> None:
    answer = client.post("/fortress/483920")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sessions/")
    assert 'href="/fortress/483920"' in read("/history")


def test_looking_at_a_deal_begins_nothing(client: TestClient, read: Reader) -> None:
    read("/fortress/483920")
    assert "set-cookie" not in client.get("/fortress/483920").headers
    assert "You haven’t begun a game" in read("/history")


@pytest.mark.parametrize("query", ["", "?by=twos"])
def test_stalactites_is_offered_by_ones_and_by_twos_in_view_of_the_deal(read: Reader, query: str) -> None:
    page = read(f"/stalactites/7{query}")
    assert 'name="by" value="ones"' in page
    assert 'name="by" value="twos"' in page


def test_the_button_pressed_outweighs_the_preset_of_the_link(client: TestClient, read: Reader) -> None:
    client.post("/stalactites/7?by=ones", data={"by": "twos"})
    assert "by twos" in read("/history")


def test_the_same_deal_is_offered_under_the_other_options(read: Reader) -> None:
    assert 'href="?cell=none"' in read("/stronghold/5?cell=one")


@pytest.mark.parametrize(
    ("address", "following"),
    [
        ("/stronghold/5?cell=one", "/stronghold/6?cell=one"),
        ("/stronghold/5?cell=none&colour=red", "/stronghold/6"),
        ("/stalactites/7", "/stalactites/8"),
        ("/stalactites/7?by=twos", "/stalactites/8?by=twos"),
    ],
)
def test_the_next_number_is_offered_under_the_same_options(read: Reader, address: str, following: str) -> None:
    assert f'href="{following}"' in read(address)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/fortress/0", 404),
        ("/fortress/123456789012345678901", 404),
        ("/fortress/five", 404),
        ("/klondike/5", 404),
        ("/fortress/custom/ACAC", 404),
        ("/stronghold/5?cell=two", 422),
        ("/stalactites/5?by=threes", 422),
        ("/stronghold/5?colour=red", 200),
        ("/stronghold/5?rules=1", 200),
        ("/stronghold/5?rules=2", 422),
        (f"/stronghold/custom/{deck_code(shuffled(5))}?rules=0", 422),
    ],
)
def test_a_link_that_leads_nowhere_says_so(client: TestClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


@pytest.mark.parametrize("slug", GAMES)
def test_a_typed_deal_leads_to_its_link_as_a_pack_and_as_a_board(client: TestClient, slug: str) -> None:
    rules, deck = GAMES[slug].rules, shuffled(5)
    link = f"/{slug}/custom/{deck_code(arrange(rules.dealing, deck))}"
    for text in (spell(deck), spell(deck).lower(), board_text(rules, deal(rules, deck))):
        answer = client.post(f"/{slug}/custom", data={"text": text})
        assert (answer.status_code, answer.headers["location"]) == (303, link)


@pytest.mark.parametrize("slug", GAMES)
def test_the_examples_on_the_page_for_typed_deals_can_be_typed(client: TestClient, read: Reader, slug: str) -> None:
    examples = re.findall(r"<pre[^>]*>(.*?)</pre>", read(f"/{slug}/custom"), re.DOTALL)
    assert len({client.post(f"/{slug}/custom", data={"text": text}).headers["location"] for text in examples}) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Type or paste the 52 cards first."),
        ("AC 2D 1Z", "“1Z” is not a card"),
        ("AC AC", "The ace of clubs (AC) appears twice."),
        ("AC 2C", "A deck has 52 cards; this one has 2,"),
        ("Foundations: H-3\nAC", "A deck has 52 cards; this one has 4,"),
    ],
)
def test_a_typed_deal_that_cannot_be_read_comes_back_with_its_own_sentence(
    client: TestClient, text: str, sentence: str
) -> None:
    answer = client.post("/fortress/custom", data={"text": text})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f">\n{text}</textarea>" in answer.text


def test_a_hand_made_deal_is_played_without_a_number(client: TestClient, read: Reader) -> None:
    client.post(f"/fortress/custom/{deck_code(shuffled(5))}")
    assert "hand-made deal" in read("/history")


def _hidden(number: int) -> set[int]:
    position = deal(STONEWALL, shuffled(number))
    columns = range(len(STONEWALL.columns))
    return {position.piles[at][row] for at in columns for row in face_down_rows(STONEWALL, position, at)}


def test_an_address_too_long_to_scan_has_no_qr_code(client: TestClient) -> None:
    assert 'class="qr"' in client.get("/fortress/5").text
    long = client.get("/fortress/5", headers={"host": "a" * 3000})
    assert long.status_code == 200
    assert "qr-code" not in long.text
