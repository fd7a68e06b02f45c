"""Programs as players: how an account becomes one, and that nothing about people counts what they play."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import Connection, text

from app.core.refusals import Impossible
from app.core.settings import Admission
from app.features.daily.service import daily, holding
from app.features.races.service import pairing
from app.features.races.service.races import RaceEntrant
from app.people.rows import accounts, players
from app.people.service import accounts as accounting
from app.people.visitors import Visit
from engine.games import find, variant_of
from tests.app.account.conftest import PASSWORD, Guest, refused
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    FORTRESS,
    OPENING,
    STONEWALL,
    Arrive,
    Challenger,
    Host,
    insert_daily,
)
from tests.app.plain import Browser
from tests.databases import ON_POSTGRES, plain_engine, transaction
from tests.factories import a_player, an_account
from tests.rows import PLAYER

ACCOUNT = an_account(PLAYER.id, "Greedy")


def become(one: Challenger) -> Response:
    return one.client.post("/api/v1/players/bot", json={"password": PASSWORD})


def a_bot(arrive: Arrive, name: str = "Greedy") -> Challenger:
    bot = arrive(name)
    assert become(bot).json() == {"name": f"{name} (bot)", "bot": True}
    return bot


def detail(answer: Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    sentence: str = answer.json()["detail"]
    return sentence


def names(board: Any) -> list[str]:
    return [row["name"] for row in board["rows"]]


def test_results_of_bots_stand_on_a_board_of_their_own_and_on_no_other(arrive: Arrive, host: Host) -> None:
    bot, ann = a_bot(arrive), arrive("Ann")
    bot.win(FORTRESS)
    ann.win(FORTRESS, detours=1)
    assert names(bot.board("bots")) == ["Greedy (bot)"]
    for board in ("first-try", "solved", "first-try-unassisted", "solved-unassisted"):
        assert names(ann.board(board)) == ["Ann"], board
        assert ann.board(board)["size"] == 1
    assert bot.board("first-try")["me"] is None
    host.clock.ms = CLOSING
    host.close()
    assert names(ann.board("bots")) == ["Greedy (bot)"]
    for one in (ann, bot):
        for query, name, points in (("", "Ann", 4), ("?board=bots", "Greedy (bot)", 5)):
            for period, game in (("all", ""), ("2026-W47", "game=fortress"), ("2026-11", "")):
                table = one.client.get(f"/api/v1/standings/{period}{query}{'&' if query else '?'}{game}").json()
                row = {"rank": 1, "name": name, "points": points, "solved": 1}
                assert (table["rows"], table["near"], table["size"]) == ([row], [], 1)
                assert table["me"] == (row if (one is bot) == bool(query) else None)


def test_the_standings_of_bots_count_first_attempts_and_have_a_page(arrive: Arrive, host: Host) -> None:
    first, second = a_bot(arrive), a_bot(arrive, "Lazy")
    first.win(FORTRESS)
    second.give_up(second.start())
    second.win(FORTRESS)
    ann = arrive("Ann")
    ann.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    table = ann.client.get("/api/v1/standings/all?board=bots&among=friends").json()
    assert [(row["name"], row["points"], row["solved"]) for row in table["rows"]] == [
        ("Greedy (bot)", 5, 1),
        ("Lazy (bot)", 0, 0),
    ]
    refusal = ann.client.get("/api/v1/standings/all?board=robots")
    assert detail(refusal, 422) == "“board” can only be “people” or “bots”."
    browser = Browser(ann.client, "/standings/all?game=fortress")
    assert "Greedy" not in browser.answer.text
    browser.follow("?board=bots&game=fortress")
    assert "Greedy (bot)" in browser.answer.text
    assert ">Ann<" not in browser.answer.text
    browser.follow(f"/standings/{DAY:%Y-%m}?board=bots&game=fortress")
    assert "Greedy (bot)" in browser.answer.text
    browser.follow("?among=everybody&game=fortress")
    assert ">Ann<" in browser.answer.text


def test_a_hidden_result_of_a_bot_goes_from_its_standings(arrive: Arrive, host: Host, database_url: str) -> None:
    bot = a_bot(arrive)
    won = bot.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    with transaction(database_url) as connection:
        holding.hide(connection, won["id"])
    assert bot.client.get("/api/v1/standings/all?board=bots").json()["rows"] == []


def test_the_page_of_a_daily_has_the_board_of_bots_and_counts_people(arrive: Arrive) -> None:
    bot, ann = a_bot(arrive), arrive("Ann")
    bot.win(FORTRESS)
    ann.win(FORTRESS)
    page = ann.client.get(f"/daily/{DAY}/fortress/leaderboard?board=bots").text
    assert "Greedy (bot)" in page
    assert ">Ann<" not in page
    assert "Results of bots stand on" in bot.client.get(f"/daily/{DAY}/fortress/leaderboard").text


def test_the_field_of_a_stonewall_is_that_of_people(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    bot, ann = a_bot(arrive), arrive("Ann")
    bot.win(STONEWALL)
    ann.win(STONEWALL, detours=2)
    host.clock.ms = CLOSING
    host.close()
    (mine,) = ann.board("first-try", "stonewall")["rows"]
    assert (mine["name"], mine["tier"]) == ("Ann", 0)
    assert ann.client.get(f"/daily/{DAY}/stonewall").text.count("Greedy") == 0


def test_a_stonewall_that_only_bots_have_solved_closes(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    bot = a_bot(arrive)
    bot.win(STONEWALL)
    host.clock.ms = CLOSING
    assert host.close() == 2
    (mine,) = bot.board("bots", "stonewall")["rows"]
    assert (mine["name"], mine["tier"]) == ("Greedy (bot)", 3)


def test_an_account_that_was_ranked_among_people_stays_a_person(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.start()
    assert "make a new account" in detail(become(ann), 422)
    assert ann.client.get("/api/v1/players/me").json() == {"name": "Ann", "bot": False}


@pytest.mark.parametrize(
    ("address", "form"),
    [("/races", {"game": "fortress?"}), ("/puzzles/runs", {"game": "fortress", "kind": "streak"})],
)
def test_so_does_one_that_has_been_in_a_race_or_a_run_of_puzzles(
    arrive: Arrive, address: str, form: dict[str, str]
) -> None:
    ann = arrive("Ann")
    assert ann.client.post(address, data=form).status_code == 303
    assert "make a new account" in detail(become(ann), 422)


def test_so_does_one_that_has_moved_in_a_puzzle(arrive: Arrive) -> None:
    ann = arrive("Ann")
    puzzle = ann.client.get("/api/v1/puzzles/next?game=fortress").json()
    table = ann.client.post(f"/puzzles/{puzzle['id']}/start").headers["location"]
    session = ann.client.get(f"/api/v1{table}").json()
    ann.play(session, [_first(ann, session["id"])])
    assert "make a new account" in detail(become(ann), 422)


def test_an_account_becomes_a_bot_once_and_with_its_password(arrive: Arrive) -> None:
    ann = arrive("Ann")
    assert detail(ann.client.post("/api/v1/players/bot", json={"password": "wrong"}), 401)
    assert become(ann).status_code == 200
    assert detail(become(ann), 422) == "This account is a bot already."
    guest = arrive("")
    assert detail(become(guest), 404)


def test_the_page_asks_first(arrive: Arrive) -> None:
    ann = Guest(arrive("Ann").client)
    ann.client.headers["accept"] = "text/html"
    assert "one for good" in ann.page("/account/bot")
    assert refused(ann.submit("/bot", password="wrong"), 401)
    assert ann.name == "Ann"
    assert ann.submit("/bot", password=PASSWORD).headers["location"] == "/account?done=bot"
    assert ann.name == "Ann (bot)"
    assert "This account is a bot." in ann.page()
    assert 'name="name" value="Ann"' in ann.page()


def test_a_bot_cannot_shed_its_mark_and_nobody_else_can_have_it(arrive: Arrive) -> None:
    bot = Guest(a_bot(arrive).client)
    bot.submit("/name", name="Ben")
    assert bot.name == "Ben (bot)"
    bot.submit("/name", name="Ben (bot)")
    assert bot.name == "Ben (bot)"
    ann = Guest(arrive("Ann").client)
    assert ann.submit("/name", name="Eve (b0t)").status_code == 400
    ann.submit("/name", name="Eve (bot)")
    assert ann.name == "Eve"


def test_a_bot_signs_in_by_either_name_and_brings_no_games_of_a_person(arrive: Arrive) -> None:
    a_bot(arrive)
    for name in ("Greedy", "greedy (bot)"):
        guest = arrive("")
        session = guest.start()
        guest.sign_in(name)
        assert guest.client.get("/api/v1/players/me").json() == {"name": "Greedy (bot)", "bot": True}
        assert guest.client.get(f"/api/v1/sessions/{session['id']}").status_code == 403


def test_a_deleted_bot_leaves_its_results_among_those_of_bots(arrive: Arrive) -> None:
    bot, other = a_bot(arrive), a_bot(arrive, "Lazy")
    bot.win(FORTRESS)
    other.win(FORTRESS)
    assert bot.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert names(other.board("bots")) == [None, "Lazy (bot)"]
    assert names(other.board("solved")) == []


def test_a_deal_s_page_counts_bots_apart(arrive: Arrive) -> None:
    bot, ann = a_bot(arrive), arrive("Ann")
    session = bot.client.post("/api/v1/sessions", json={"game": "fortress", "deal": "77"}).json()
    bot.client.post(f"/api/v1/sessions/{session['id']}/moves", json={"seq": 0, "move": _first(bot, session["id"])})
    page = ann.client.get("/fortress/77").text
    assert "1 bot has played it." in page
    assert "0 players have played it" in page


def _first(one: Challenger, session_id: str) -> str:
    move: str = one.client.get(f"/api/v1/sessions/{session_id}/moves").json()["moves"][0]
    return move


@ON_POSTGRES
@pytest.mark.parametrize("first", ["the daily", "the bot"])
def test_of_two_requests_at_once_the_daily_counts_among_people_or_the_bot_is_one(url: str, first: str) -> None:
    outcomes = dict[str, object]()

    def start(connection: Connection) -> object:
        at = OPENING + 1
        return daily.start(connection, DAY, find("fortress"), {}, PLAYER.id, Admission.EVERYBODY, at)

    def bot(connection: Connection) -> object:
        return accounting.become_bot(connection, ACCOUNT)

    works: dict[str, Callable[[Connection], object]] = {"the daily": start, "the bot": bot}
    second = next(name for name in works if name != first)
    with transaction(url) as connection:
        players.add(connection, PLAYER)
        accounts.add(connection, ACCOUNT)
        insert_daily(connection, FORTRESS)

    def run(name: str) -> None:
        try:
            with plain_engine(url).begin() as other:
                outcomes[name] = works[name](other)
        except Impossible as refusal:
            outcomes[name] = refusal

    with plain_engine(url).connect() as connection:
        outcomes[first] = works[first](connection)
        waiting = threading.Thread(target=run, args=(second,))
        waiting.start()
        _wait_for_a_lock(url)
        connection.commit()
        waiting.join(20)
    with transaction(url) as connection:
        (attempt,) = connection.execute(text("SELECT ranked, bot FROM attempt")).all()
        is_bot = players.is_bot(connection, PLAYER.id)
    assert tuple(attempt) == ((True, False) if first == "the daily" else (False, True))
    assert is_bot is (first == "the bot")
    assert isinstance(outcomes["the bot"], Impossible) is (first == "the daily")


@ON_POSTGRES
@pytest.mark.parametrize("other", ["waits for a race", "signs in as a guest"])
def test_nothing_of_a_person_reaches_an_account_that_becomes_a_bot_at_the_same_moment(url: str, other: str) -> None:
    guest = "guest00000000000"
    with transaction(url) as connection:
        players.add(connection, PLAYER)
        players.add(connection, a_player(guest))
        accounts.add(connection, ACCOUNT)
        insert_daily(connection, FORTRESS)
        daily.start(connection, DAY, find("fortress"), {}, guest, Admission.EVERYBODY, OPENING + 1)

    def act() -> None:
        with plain_engine(url).begin() as second:
            if other == "waits for a race":
                pairing.seek(second, RaceEntrant(PLAYER.id), variant_of("fortress", ""), OPENING + 2)
            else:
                accounting.enter(second, ACCOUNT, Visit(guest))

    with plain_engine(url).connect() as connection:
        accounting.become_bot(connection, ACCOUNT)
        waiting = threading.Thread(target=act)
        waiting.start()
        _wait_for_a_lock(url)
        connection.commit()
        waiting.join(20)
    with transaction(url) as connection:
        assert players.is_bot(connection, PLAYER.id)
        assert connection.execute(text("SELECT bot FROM waiting")).scalars().all() in ([True], [])
        assert connection.execute(text("SELECT player_id FROM attempt")).scalars().all() == [guest]


def _wait_for_a_lock(url: str) -> None:
    blocked = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    end = time.monotonic() + 20
    with plain_engine(url).connect() as watch:
        while not watch.execute(blocked).scalar_one():
            assert time.monotonic() < end, "nobody waits for a lock"
            watch.rollback()
