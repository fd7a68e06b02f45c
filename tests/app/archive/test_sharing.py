"""What a link shows of itself elsewhere, and the shared games on a deal's page."""

import asyncio
import re
from functools import partial
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.core.bounds import WAITING_PICTURES
from app.core.refusals import TooMany
from app.play.table.table_picture import dealt_board, finished_wall, plain_board, standing_board
from app.web.gallery import MOST_KEPT, Gallery
from engine.cards import RANKS, TEXT
from engine.deals import deck_code, shuffled
from engine.games import GAMES
from engine.moves import apply
from engine.position import deal, layout
from tests.app.reader import Reader
from tests.app.won import Won
from tests.engine.verdicts import WINS

STONEWALL = GAMES["stonewall"]


def told(page: str) -> dict[str, str]:
    """Return the properties that a page gives to other programs."""
    return dict(re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', page))


def test_a_deal_link_shows_its_name_and_a_picture_of_the_deal(client: TestClient, read: Reader) -> None:
    shown = told(read("/stronghold/5?cell=one"))
    assert shown["title"] == "Stronghold, deal 5"
    assert shown["image"] == "http://testserver/pictures/stronghold/5.png?cell=one"
    picture = client.get(shown["image"])
    assert picture.headers["content-type"] == "image/png"
    assert _size(picture.content) == (1200, 630)


@pytest.mark.parametrize("slug", GAMES)
def test_a_hand_made_deal_is_not_spelt_in_the_address_of_its_picture(read: Reader, slug: str) -> None:
    code = deck_code(shuffled(5))
    page = read(f"/{slug}/custom/{code}")
    assert told(page)["image"] == f"http://testserver/pictures/{slug}.png"
    assert code not in page


def test_the_picture_of_a_deal_has_backs_where_cards_lie_face_down() -> None:
    drawn = dealt_board(STONEWALL.rules, shuffled(5)).drawn
    lying = re.findall(r'<use href="#([A-Za-z0-9]+)" x="[^"]*" y="[^"]*" width="20"', drawn)
    assert lying.count("back") == 18
    assert len(set(lying) & set(TEXT)) == 52 - 18


def test_the_picture_of_a_position_shows_each_card_that_a_player_sees_there() -> None:
    win = next(win for win in WINS if win.slug == "stronghold" and win.options == {"cell": "one"})
    position = deal(win.rules, win.deck)
    for move in win.line[: len(win.line) // 2]:
        position = apply(win.rules, position, move)
    table = layout(win.rules)
    shown = [TEXT[position.piles[at][-1]] for at in (*table.cells, *table.foundations) if position.piles[at]]
    shown += [TEXT[card] for at in table.columns for card in position.piles[at]]
    lying = re.findall(
        r'<use href="#([A-Za-z0-9]+)" x="[^"]*" y="[^"]*" width="20"', standing_board(win.rules, position).drawn
    )
    assert lying == shown
    assert len(lying) < 52


def test_the_link_to_an_analysis_shows_the_position_that_it_leads_to(client: TestClient, read: Reader) -> None:
    deck = deck_code(shuffled(5))
    shown = told(unescape(read(f"/analysis/stronghold?deck={deck}&cell=one&moves=t0-c0,t1-f3(t4-t2)&at=1")))
    assert shown["description"] == "The board after one move, and what every move from there leads to."
    assert shown["image"].startswith("http://testserver/analysis/stronghold/picture.png?")
    assert shown["image"].endswith("moves=t0-c0&at=1")
    assert _size(client.get(shown["image"]).content) == (1200, 630)


@pytest.mark.parametrize("slug", GAMES)
def test_a_plain_picture_shows_no_card(slug: str) -> None:
    game = GAMES[slug]
    drawn = plain_board(game.rules).drawn
    assert set(re.findall(r'<use href="#([A-Za-z0-9]+)" x="[^"]*" y="[^"]*" width="20"', drawn)) == {"back"}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/pictures/klondike.png", 404),
        ("/pictures/fortress/0.png", 404),
        ("/pictures/fortress/x.png", 404),
        ("/pictures/stronghold/5.png?cell=seven", 422),
        ("/analysis/stronghold/picture.png?deal=5&moves=t0-t0", 422),
        ("/analysis/stronghold/picture.png?deal=5&at=1", 404),
    ],
)
def test_there_is_no_picture_of_what_there_is_not(client: TestClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_a_shared_result_is_told_with_its_link(won: Won, stranger: TestClient) -> None:
    won.share()
    shown = told(unescape(stranger.get(won.replay).text))
    assert shown["title"] == "Stalactites, by twos, deal 4"
    assert shown["description"] == f"Stalactites, by twos, deal 4: solved, {len(won.line)} steps, no hints."
    assert shown["image"] == f"http://testserver{won.replay}/wide.png"
    assert shown["image:alt"] == f"Stalactites: solved, {len(won.line)} steps, no hints."
    for form, size in (("wide", (1200, 630)), ("square", (1080, 1080))):
        picture = stranger.get(f"{won.replay}/{form}.png")
        assert picture.headers["content-type"] == "image/png"
        assert _size(picture.content) == size


def test_a_game_that_is_not_shared_has_a_picture_for_its_player_alone(won: Won, stranger: TestClient) -> None:
    assert won.client.get(f"{won.replay}/square.png").status_code == 200
    assert stranger.get(f"{won.replay}/square.png").status_code == 404


def test_the_wall_of_a_win_shows_each_suit_from_its_ace_to_its_king() -> None:
    lying = re.findall(r'<use href="#([A-Z0-9]+)"', finished_wall().drawn)
    assert sorted(lying) == sorted(TEXT)
    assert [card[0] for card in lying] == [*RANKS * 4]


def test_a_deal_page_lists_the_games_that_were_shared_on_it(won: Won, stranger: TestClient) -> None:
    assert "Shared games" not in stranger.get("/stalactites/4").text
    won.share()
    page = stranger.get("/stalactites/4").text
    assert f'<a href="{won.replay}">Somebody</a>, solved in {len(won.line)} steps, by twos' in page
    assert "Shared games" not in stranger.get("/stalactites/5").text


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Draw nothing, and list what the server would have drawn."""
    asked: list[str] = []

    async def draw(svg: str) -> bytes:
        asked.append(svg)
        await asyncio.sleep(0)
        if svg == "broken":
            raise RuntimeError
        return svg.encode()

    monkeypatch.setattr("app.web.gallery.draw", draw)
    return asked


def test_pictures_are_drawn_once_and_the_oldest_makes_room(drawn: list[str]) -> None:
    gallery = Gallery()

    async def look() -> None:
        for name in ["first", "first", *(f"another {at}" for at in range(MOST_KEPT)), "first"]:
            assert await gallery.picture(name, partial(str, name)) == name.encode()

    asyncio.run(look())
    assert drawn.count("first") == 2
    assert len(drawn) == MOST_KEPT + 2


def test_who_asks_for_the_same_picture_waits_for_one_drawing_and_too_many_are_sent_away(drawn: list[str]) -> None:
    gallery = Gallery()

    async def look() -> list[bytes | BaseException]:
        asking = [gallery.picture("same", partial(str, "same")) for _ in range(WAITING_PICTURES + 2)]
        return await asyncio.gather(*asking, return_exceptions=True)

    answers = asyncio.run(look())
    assert answers.count(b"same") == WAITING_PICTURES
    assert [type(one) for one in answers if not isinstance(one, bytes)] == [TooMany, TooMany]
    assert drawn == ["same"]


def test_a_drawing_that_fails_keeps_nothing_and_stands_in_nobodys_way(drawn: list[str]) -> None:
    gallery = Gallery()

    async def look() -> bytes:
        for _ in range(WAITING_PICTURES + 1):
            with pytest.raises(RuntimeError):
                await gallery.picture("name", partial(str, "broken"))
        return await gallery.picture("name", partial(str, "whole"))

    assert asyncio.run(look()) == b"whole"
    assert drawn.count("broken") == WAITING_PICTURES + 1


def _size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
