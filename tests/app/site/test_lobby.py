"""The lobby."""

import re

import pytest
from starlette.testclient import TestClient

from app.play.service.stock import shelves, shipped_deals
from app.play.table.emblem import emblem
from app.play.table.miniature import miniature_of_deal, miniature_of_layout
from app.play.values.shelf import Band, Shelf
from app.play.words.deals import variant_to_show
from engine.cards import spell
from engine.games import GAMES
from engine.measured import beginner_share, starting_game
from engine.rules import Game
from tests.app.reader import Reader
from tests.engine.verdicts import WINS, Verdict

OTHERS = "Other open games"


def to_do(page: str) -> str:
    """Return the part of the lobby that says what to do now."""
    return page.partition('class="to-do"')[2].partition("</section>")[0]


def main_action(page: str) -> str:
    """Return the link or the button that is the one thing to do now."""
    (found,) = re.findall(r'<[^<]*id="main-action"[^<]*', page)
    return str(found)


def test_the_lobby_shows_every_game_with_its_face_its_character_and_a_play_button(read: Reader) -> None:
    rows = read("/").partition('class="faces"')[2].partition("</section>")[0].split("<li")[1:]
    assert len(rows) == len(GAMES)
    for game in GAMES.values():
        (row,) = [row for row in rows if f'data-game="{game.slug}">' in row]
        assert emblem(game) in row
        assert f'href="/{game.slug}"' in row
        assert game.character in row
        assert f'action="/{game.slug}/new"' in row


def test_a_newcomer_is_led_to_the_game_that_beginners_win_most_and_to_its_first_lesson(
    client: TestClient, read: Reader
) -> None:
    first = starting_game()
    assert beginner_share(first) == max(beginner_share(game) or 0 for game in GAMES.values())
    welcome = to_do(read("/"))
    assert f'action="/{first.slug}/new"><input type="hidden" name="deals" value="gentle">' in welcome
    assert f"Play {first.name}" in main_action(welcome)
    assert f'action="/learn/{first.slug}/1/start"' in welcome
    table = client.post(f"/{first.slug}/new", data={"deals": "gentle"}).headers["location"]
    assert f'href="/learn/{first.slug}' in client.get(table).text
    assert client.post(f"/learn/{first.slug}/1/start").headers["location"].startswith("/sessions/")
    assert "Solitaire for the patient" not in to_do(read("/")), "whoever has played is no newcomer"


def test_a_first_visitor_is_not_asked_to_continue_anything(read: Reader) -> None:
    page = read("/")
    assert "Continue" not in to_do(page)
    assert OTHERS not in page


def test_the_game_changed_last_is_the_one_thing_to_do_and_the_others_stand_below(
    client: TestClient, read: Reader
) -> None:
    tables = [client.post(f"/{slug}/17").headers["location"] for slug in ("fortress", "stronghold", "stonewall")]
    page = read("/")
    assert f'href="{tables[2]}"' in main_action(page)
    assert ">Continue" in main_action(page)
    others = page.partition(OTHERS)[2].partition("</section>")[0]
    assert re.findall(r'href="(/sessions/[^"]+)"', others) == tables[1::-1]


def test_whoever_has_finished_every_game_plays_the_last_one_again_under_the_same_options_and_as_hard(
    client: TestClient, read: Reader
) -> None:
    table = client.post("/stronghold/new", data={"cell": "one", "deals": "any"}).headers["location"]
    client.post(f"{table}/give-up", data={"seq": "0"})
    win_again(client, next(known for known in WINS if known.options == {"cell": "one"}))
    shown = to_do(read("/"))
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)">', shown)
    assert 'action="/stronghold/new"' in shown
    assert dict(fields) == {"cell": "one", "deals": "any"}
    assert "one cell" in shown
    assert "winnable or not" in shown
    assert ">Play" in main_action(shown)


def win_again(client: TestClient, known: Verdict) -> None:
    """Win a deal by its line."""
    client.post("/settings", data={"automatic": "off"})
    begun = client.post(
        "/api/v1/sessions", json={"game": known.slug, "options": known.options, "deck": spell(known.deck)}
    ).json()
    for seq, move in enumerate(known.line):
        answer = client.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": seq, "move": str(move)}).json()
        if answer["status"] == "won":
            return
    raise AssertionError("It is not won.")


def test_after_a_game_given_up_the_last_one_won_is_proposed_or_else_the_first_one_for_newcomers(
    client: TestClient, read: Reader
) -> None:
    def give_one_up() -> None:
        table = client.post("/stronghold/17").headers["location"]
        client.post(f"{table}/give-up", data={"seq": "0"})

    give_one_up()
    assert f'action="/{starting_game().slug}/new"' in to_do(read("/"))
    won = next(known for known in WINS if known.slug == "stalactites")
    win_again(client, won)
    give_one_up()
    assert 'action="/stalactites/new"' in to_do(read("/"))


def test_the_board_of_an_unfinished_game_is_drawn_with_its_hidden_cards_from_behind(
    client: TestClient, read: Reader
) -> None:
    client.post("/stonewall/17")
    shown = to_do(read("/"))
    hidden = len(GAMES["stonewall"].rules.face_down_rows) * len(GAMES["stonewall"].rules.columns)
    assert shown.count('.svg#back"') == hidden
    assert len(re.findall(r'\.svg#[A-K2-9TJQK][CSHD]"', shown)) == 52 - hidden


def test_the_lobby_shows_six_other_unfinished_games_and_leads_to_the_rest(client: TestClient, read: Reader) -> None:
    for number in range(1, 9):
        client.post(f"/fortress/{number}")
    page = read("/")
    assert page.partition(OTHERS)[2].partition("</section>")[0].count('class="tile"') == 6
    assert "All your games" in page


def test_the_puzzle_of_the_day_begins_with_one_button(client: TestClient, read: Reader) -> None:
    (start,) = re.findall(r'action="(/puzzles/\w+/start)"', read("/"))
    table = client.post(start).headers["location"]
    assert client.get(table).status_code == 200


def _leads_to(game: Game) -> str:
    """Return where Play leads: a game that ships no proved deal has its players wait for one."""
    if not any(shipped_deals()[Shelf.of(variant_to_show(game, {}))].values()):
        return rf"/{game.slug}/wait\?deals=winnable"
    in_view_of_the_deal = any(option.default is None for option in game.options)
    return rf"/{game.slug}/[1-9][0-9]{{0,8}}" if in_view_of_the_deal else r"/sessions/[0-9a-z]+"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_play_button_leads_to_a_table_or_to_the_choice_in_view_of_the_deal_or_to_where_one_is_waited_for(
    client: TestClient, game: Game
) -> None:
    answer = client.post(f"/{game.slug}/new")
    assert answer.status_code == 303
    assert re.fullmatch(_leads_to(game), answer.headers["location"])


@pytest.mark.parametrize("slug", ["fortress", "stalactites"])
def test_a_game_that_ships_no_deal_lets_its_players_wait_or_play_any_deal(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr(
        "app.play.service.stock.shipped_deals", lambda: dict.fromkeys(shelves(), dict.fromkeys(Band, ()))
    )
    waiting = client.post(f"/{slug}/new").headers["location"]
    assert waiting == f"/{slug}/wait?deals=gentle"
    page = client.get(waiting).text
    assert "No gentle deal is ready" in page
    assert "Any deal, winnable or not" in page
    assert client.post(f"/{slug}/new", data={"deals": "any"}).headers["location"] != waiting


def test_a_newcomer_sees_the_very_deal_that_play_deals_and_others_no_card_of_one_not_drawn_yet(
    client: TestClient,
) -> None:
    page = client.get("/").text
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', to_do(page)))
    assert miniature_of_deal(starting_game().rules, int(fields["deal"])) in to_do(page)
    address = f"/{starting_game().slug}/new"
    for begun in ("the very deal", "another one, for that is known"):
        table = client.post(address, data=fields).headers["location"]
        document = client.get(f"/api/v1{table}").json()
        assert (document["deal"] == fields["deal"]) is (begun == "the very deal"), begun
        client.post(f"/api/v1{table}/give-up", json={"seq": 0})
    later = client.get("/").text
    assert miniature_of_layout(starting_game().rules) in later
    assert 'name="deal"' not in later


@pytest.mark.parametrize("deal", ["1", "0", "x", "9" * 30])
def test_no_other_deal_is_begun_for_having_been_shown(client: TestClient, deal: str) -> None:
    table = client.post("/fortress/new", data={"deals": "gentle", "deal": deal}).headers["location"]
    assert client.get(f"/api/v1{table}").json()["deal"] != deal
