"""Lessons: their pages, a lesson played at its table, and what is remembered of it."""

import re
from html import unescape

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient

from app.core.clock import now_ms, today
from app.features.daily.rows import dailies
from app.features.puzzles.pages import tasks
from app.features.puzzles.tables import lesson as kept
from engine.games import GAMES
from engine.lessons import as_puzzle, lesson, lessons
from engine.moves import Move
from engine.rules import Game
from tests.app.daily.factories import a_daily
from tests.app.play.desk import Desk
from tests.app.play.table import BY_SCRIPT
from tests.app.puzzles.conftest import Place
from tests.databases import plain_engine

FORTRESS, STONEWALL = GAMES["fortress"], GAMES["stonewall"]
SPACE, TRAP = 2, 4
"""Lessons of Fortress: one of whose space any card may take, and one whose first moves include one that loses."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "NEWS_SECONDS", 0)
    monkeypatch.setattr("app.features.puzzles.companion.JUDGED_SECONDS", 0)


@pytest.fixture
def seat(client: TestClient, desk: Desk) -> "Seat":
    """Return what begins lessons."""
    client.post("/settings", data={"automatic": "off"})
    return Seat(client, desk)


class Seat:
    """Begins lessons."""

    def __init__(self, client: TestClient, desk: Desk) -> None:
        self._client, self._desk = client, desk

    def __call__(self, game: Game, number: int) -> Place:
        """Begin a lesson."""
        return Place(self._client, self._desk, self._client.post(f"/learn/{game.slug}/{number}/start"))


def marks(client: TestClient, game: Game) -> int:
    """Return how many lessons of a game are marked as done on its page."""
    return client.get(f"/learn/{game.slug}").text.count('class="done"')


@pytest.mark.parametrize("game", [game for game in GAMES.values() if lessons(game)], ids=lambda game: game.slug)
def test_every_lesson_has_its_place_and_its_page(client: TestClient, game: Game) -> None:
    listed = unescape(client.get(f"/learn/{game.slug}").text)
    for number, told in enumerate(lessons(game), start=1):
        assert told.title in listed
        page = client.get(f"/learn/{game.slug}/{number}")
        assert page.status_code == 200
        assert told.says in unescape(page.text)
        assert told.task in unescape(page.text)
        assert 'data-card="??"' not in page.text
    assert game.name in client.get("/learn").text
    assert 'href="/learn"' in client.get("/").text
    assert f'href="/learn/{game.slug}"' in client.get(f"/{game.slug}").text


@pytest.mark.parametrize("number", ["0", "-1", "7", "99", "100", "01", "x", "１", "1.0"])
def test_there_is_no_other_lesson(client: TestClient, number: str) -> None:
    assert client.get(f"/learn/fortress/{number}").status_code == 404
    assert client.post(f"/learn/fortress/{number}/start").status_code == 404
    assert client.get("/learn/klondike").status_code == 404
    assert client.post("/learn/klondike/1/start").status_code == 404


def test_looking_at_lessons_makes_no_player_and_keeps_nothing(client: TestClient) -> None:
    for address in ("/learn", "/learn/fortress", "/learn/fortress/1"):
        assert "set-cookie" not in client.get(address).headers


@pytest.mark.parametrize(("game", "number"), [(FORTRESS, 1), (FORTRESS, TRAP), (STONEWALL, 2)], ids=str)
def test_a_lesson_is_done_by_its_way_and_says_why_that_helps(
    seat: Seat, client: TestClient, game: Game, number: int
) -> None:
    told, place = lesson(game, number), seat(game, number)
    assert told
    assert marks(client, game) == 0
    place.move(*as_puzzle(game, number).way)
    said = place.panel()
    assert 'class="task solved"' in said
    assert told.why in said
    assert f"/learn/{game.slug}/{number + 1}/start" in said
    assert marks(client, game) == 1


def test_the_rule_stands_on_the_table_and_its_piles_are_lit_until_a_move_is_made(seat: Seat) -> None:
    told, place = lesson(FORTRESS, 1), seat(FORTRESS, 1)
    assert told
    said = place.panel()
    assert f'<p class="rule">{told.rule}</p>' in said
    assert f'data-lit="{told.lit}"' in said
    place.move(*as_puzzle(FORTRESS, 1).way)
    said = place.panel()
    assert f'<p class="rule">{told.rule}</p>' in said
    assert "data-lit" not in said


def test_the_way_of_a_lesson_is_shown_move_by_move_and_ends_no_try(seat: Seat, client: TestClient) -> None:
    place, puzzle = seat(FORTRESS, 3), as_puzzle(FORTRESS, 3)
    address = f"/learn/fortress/3/way?table={place.id}"
    assert f'<a href="{address}">Show me</a>' in client.get(place.address).text
    first, last = client.get(address).text, client.get(f"{address}&step={len(puzzle.way)}").text
    assert f"Step <b>0</b> of {len(puzzle.way)}." in first
    assert f'href="{place.address}">Back to the table' in first
    assert f"Step <b>{len(puzzle.way)}</b> of {len(puzzle.way)}." in last
    assert place.tone() == "going"
    assert 'href="/learn/fortress/3">Back to the lesson' in client.get("/learn/fortress/3/way").text
    for wrong in ("table=there", "step=-1"):
        assert client.get(f"/learn/fortress/3/way?{wrong}").status_code == 400


def test_a_move_that_only_does_not_help_is_told_why_and_right_ones_follow(seat: Seat, client: TestClient) -> None:
    told, place = lesson(FORTRESS, 1), seat(FORTRESS, 1)
    assert told
    place.move("t7-t9")
    said = place.panel()
    assert 'class="task going"' in said
    assert "data-lit" not in said
    assert told.remarks["t7-t9"] in said
    place.do("undo")
    place.move("t9-t8")
    assert place.tone() == "solved", "the other way to lay the card is as right as the stored one"
    assert marks(client, FORTRESS) == 1


def test_what_a_lesson_warns_of_is_answered_and_does_not_do_it_even_where_it_keeps_the_win(
    seat: Seat, client: TestClient
) -> None:
    told, place = lesson(FORTRESS, SPACE), seat(FORTRESS, SPACE)
    assert told
    said = told.wary["-t2"]
    place.move("t8-t2")
    assert said in place.panel()
    place.do("undo")
    assert said not in place.panel()
    place.move("t8-t2", "t2-t6")
    assert said not in place.panel()
    place.move("t8-t2", "t8-f3")
    shown = place.panel()
    assert "Nearly: try it once more" in shown
    assert "You reached the goal, but not as the lesson means it." in shown
    assert said in shown
    assert told.why not in shown
    assert '<button class="button" id="again">' in shown
    assert marks(client, FORTRESS) == 0
    again = seat(FORTRESS, SPACE)
    again.move(*as_puzzle(FORTRESS, SPACE).way)
    assert told.why in again.panel()
    assert marks(client, FORTRESS) == 1


def test_a_losing_move_ends_a_lesson_with_why_and_nothing_is_marked(seat: Seat, client: TestClient) -> None:
    told, place = lesson(FORTRESS, TRAP), seat(FORTRESS, TRAP)
    assert told
    place.move("t3-t9")
    said = place.panel()
    assert 'class="task lost"' in said
    assert told.remarks["t3-t9"] in said
    assert "It is proved that nobody can win" in said
    assert f"/learn/fortress/{TRAP}/start" in said
    assert marks(client, FORTRESS) == 0


def test_an_illegal_move_is_refused_with_the_sentence_of_the_table(seat: Seat) -> None:
    refused = seat(GAMES["six-by-four"], 3).do("moves", move="t4-t5:2")
    assert refused.status_code == 422
    assert "Only a King may fill a space." in unescape(refused.text)


def test_the_front_page_offers_the_next_lesson_until_all_are_done_or_put_away(seat: Seat, client: TestClient) -> None:
    assert "Next lesson" not in client.get("/").text
    count = len(lessons(FORTRESS))
    for number in range(1, count + 1):
        place = seat(FORTRESS, number)
        place.move(*as_puzzle(FORTRESS, number).way)
        assert place.tone() == "solved"
        following = f'action="/learn/fortress/{number + 1}/start"'
        assert (following in client.get("/").text) is (number < count)
        assert (f'class="button" href="/learn/fortress/{number + 1}"' in client.get("/learn").text) is (number < count)
    place = seat(STONEWALL, 1)
    place.move(*as_puzzle(STONEWALL, 1).way)
    assert place.tone() == "solved"
    assert 'action="/learn/stonewall/2/start"' in client.get("/").text
    client.post("/learn/stonewall/put-away")
    assert "Next lesson" not in client.get("/").text


def test_a_lesson_counts_once_however_often_it_is_done(seat: Seat, client: TestClient, database_url: str) -> None:
    for _ in range(3):
        place = seat(FORTRESS, 1)
        place.move("t9-t7")
        assert place.tone() == "solved"
    with plain_engine(database_url).begin() as connection:
        assert connection.execute(select(func.count()).select_from(kept)).scalar_one() == 1
    assert marks(client, FORTRESS) == 1


def test_a_lesson_counts_in_no_statistics_and_waits_in_no_list(seat: Seat, client: TestClient) -> None:
    place = seat(FORTRESS, 5)
    place.move(*as_puzzle(FORTRESS, 5).way[:2])
    assert place.address not in client.get("/").text
    place.move(*as_puzzle(FORTRESS, 5).way[2:])
    assert place.tone() == "solved"
    assert "Fortress" not in re.sub(r"(?s)<nav.*?</nav>", "", client.get("/statistics").text)


def test_undo_stops_where_the_lesson_begins(seat: Seat) -> None:
    place = seat(FORTRESS, 2)
    assert place.do("undo").status_code == 422


def test_a_lesson_of_stonewall_shows_every_card_before_a_move_and_after(seat: Seat, client: TestClient) -> None:
    place = seat(STONEWALL, 1)
    position = as_puzzle(STONEWALL, 1).position
    assert any(position.face_down)
    assert 'data-card="??"' not in client.get(place.address).text
    turned = place.do("moves", move="t3-f2")
    assert turned.status_code == 200
    assert 'data-card="??"' not in turned.text
    assert "??" not in {card for pile in place.session["piles"].values() for card in pile}
    assert "face-down" in unescape(place.do("moves", move="t0-t1:6").text), "by the rules they still lie face down"


def test_a_first_table_offers_the_lessons_until_something_is_done(client: TestClient) -> None:
    first = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "1"}).json()
    table = f"/sessions/{first['id']}"
    assert 'id="offer"' in client.get(table).text
    assert 'id="offer"' in client.get(table).text, "who comes back before the first move may still want it"
    client.post(f"/api/v1{table}/moves", json={"seq": 0, "move": _legal(client, table)})
    assert 'id="offer"' not in client.get(table).text
    second = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "2"}).json()
    assert 'id="offer"' not in client.get(f"/sessions/{second['id']}").text
    other = client.post("/api/v1/sessions", json={"game": "stonewall", "deal": "2"}).json()
    assert 'id="offer"' in client.get(f"/sessions/{other['id']}").text, "every game has a first table of its own"


@pytest.mark.parametrize("by_script", [{}, BY_SCRIPT], ids=["a form", "a script"])
def test_the_offer_can_be_put_away_for_good(client: TestClient, by_script: dict[str, str]) -> None:
    session = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "1"}).json()
    put_away = "/learn/fortress/put-away"
    answer = client.post(put_away, data={"session": session["id"]}, headers=by_script)
    assert answer.status_code == (200 if by_script else 303)
    assert 'id="offer"' not in client.get(f"/sessions/{session['id']}").text
    at_the_front = client.post(put_away)
    assert (at_the_front.status_code, at_the_front.headers["location"]) == (303, "/")
    for wrong in ("", "//elsewhere.example", "../..", "x" * 16 + "/", "A" * 16):
        assert client.post(put_away, data={"session": wrong}).status_code == 400


def test_moves_along_the_way_of_a_lesson_need_no_solver(seat: Seat) -> None:
    way = as_puzzle(FORTRESS, 3).way
    place = seat(FORTRESS, 3)
    for move in way:
        place.move(move)
        assert f'class="task {"solved" if move is way[-1] else "going"}"' in place.do("task").text


def test_whoever_has_done_a_lesson_is_offered_none(seat: Seat, client: TestClient) -> None:
    place = seat(FORTRESS, 1)
    table = client.get(place.address).text
    assert "New to Fortress?" not in table
    place.move("t9-t7")
    place.panel()
    session = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "1"}).json()
    assert 'id="offer"' not in client.get(f"/sessions/{session['id']}").text


def test_an_account_takes_the_guest_s_lessons_along_and_loses_them_when_it_is_deleted(
    seat: Seat, client: TestClient, database_url: str
) -> None:
    place = seat(FORTRESS, 1)
    place.move("t9-t7")
    place.panel()
    credentials = {"name": "Learner", "password": "a long enough password"}
    assert client.post("/api/v1/players", json=credentials).status_code in {200, 201}
    client.post("/api/v1/logout")
    client.cookies.clear()
    for number in (1, 3):
        again = seat(FORTRESS, number)
        again.move(*as_puzzle(FORTRESS, number).way)
        assert again.tone() == "solved"
    assert client.post("/api/v1/login", json=credentials).status_code == 200
    assert marks(client, FORTRESS) == 2
    told = client.get("/account/data").text if client.get("/account/data").status_code == 200 else ""
    assert client.post("/account/delete", data={"password": credentials["password"]}).status_code in {200, 303}, told
    with plain_engine(database_url).begin() as connection:
        owners = connection.execute(select(kept.c.number).order_by(kept.c.number)).scalars().all()
    assert owners == [1], "what the guest had done twice stays with nobody's guest"


@pytest.mark.parametrize("verb", ["get", "post"])
def test_a_lesson_on_the_deal_of_an_open_event_is_withheld(client: TestClient, database_url: str, verb: str) -> None:
    deck = as_puzzle(FORTRESS, 1).deck
    daily = a_daily(today(now_ms()), FORTRESS, deck=deck)
    with plain_engine(database_url).begin() as connection:
        dailies.add(connection, daily)
    address = {"get": "/learn/fortress/1", "post": "/learn/fortress/1/start"}[verb]
    assert getattr(client, verb)(address).status_code == 403


def _legal(client: TestClient, table: str) -> str:
    moves: list[str] = client.get(f"/api/v1{table}/moves").json()["moves"]
    return str(Move.read(moves[0]))
