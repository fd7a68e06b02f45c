"""Asking a friend to race: who may, who sees it and where, and what ends it."""

import re
from html import unescape

import pytest
from httpx2 import Response
from sqlalchemy import func, select, update

from app.features.races.service import requests
from app.features.races.tables import race, race_request
from app.features.races.values.race import COUNTDOWN_MS, GRACE_MS, LATE_MS
from tests.app.account.conftest import PASSWORD
from tests.app.daily.conftest import Arrive, Challenger, Host
from tests.app.friends.test_friends import befriend
from tests.app.plain import Browser
from tests.databases import transaction

WANTS = re.compile(r"<bdi>([^<]*)</bdi> wants to race you")


def asks(who: Challenger, friend: str, game: str = "fortress") -> Response:
    return who.client.post("/races", data={"game": f"{game}?", "friend": friend})


def room_of(answer: Response) -> str:
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def asking(who: Challenger, address: str = "/") -> list[str]:
    return [unescape(name) for name in WANTS.findall(who.client.get(address).text)]


def room_says(who: Challenger, room: str) -> str:
    return who.client.get(f"{room}/room").text


@pytest.fixture
def ada(arrive: Arrive) -> Challenger:
    return arrive("Ada")


@pytest.fixture
def rexo(arrive: Arrive, ada: Challenger) -> Challenger:
    rexo = arrive("Rexo")
    befriend(ada, rexo)
    return rexo


def test_race_beside_a_friend_asks_that_friend_in_one_select_and_one_tap_without_scripts(
    ada: Challenger, rexo: Challenger
) -> None:
    browser = Browser(ada.client, "/friends")
    assert '<option value="stronghold?cell=one">' in browser.answer.text
    browser.press(name="friend", value="Rexo")
    room = str(browser.answer.url.path)
    assert "<bdi>Rexo</bdi> has been asked" in browser.answer.text
    for address in ("/", "/friends"):
        assert asking(rexo, address) == ["Ada"]
    assert "Fortress" in WANTS.split(rexo.client.get("/").text)[2]
    assert "Ada wants to race you." in rexo.client.get("/me").text
    assert "Me (1)" in re.sub(r"<[^>]+>", "", rexo.client.get("/").text)
    joining = Browser(rexo.client, "/")
    joining.press(**{"aria-label": "Join: race Ada"})
    assert joining.answer.url.path == room
    assert "Rexo</b> (you)" in joining.answer.text
    assert (asking(rexo), "has been asked" in room_says(ada, room)) == ([], False)


@pytest.mark.usefixtures("rexo")
def test_nobody_but_the_host_learns_whom_the_host_has_asked(arrive: Arrive, ada: Challenger) -> None:
    room, other = room_of(asks(ada, "Rexo")), arrive("Ben")
    assert other.client.post(f"{room}/join").status_code == 303
    for who in (other, arrive("")):
        assert "Rexo" not in who.client.get(room).text + room_says(who, room)
    assert "Rexo" in room_says(ada, room)
    assert asking(other) == asking(ada) == []


def test_only_a_friend_can_be_asked_and_a_refusal_makes_no_room(
    arrive: Arrive, ada: Challenger, rexo: Challenger, database_url: str
) -> None:
    stranger, guest = arrive("Ben"), arrive("")
    for who, name in (
        (stranger, "Rexo"),
        (guest, "Rexo"),
        (ada, "Ben"),
        (ada, "Nobody"),
        (ada, "Ada"),
        (ada, "a\u200bb"),
    ):
        assert asks(who, name).status_code == 404
    with transaction(database_url) as connection:
        assert connection.execute(select(func.count()).select_from(race)).scalar_one() == 0
    assert asking(rexo) == []


def test_ten_thousand_requests_to_a_friend_are_one_and_of_many_who_ask_the_latest_are_shown(
    arrive: Arrive, host: Host, ada: Challenger, rexo: Challenger, database_url: str
) -> None:
    last = [room_of(asks(ada, "Rexo")) for _ in range(3)][-1]
    page = rexo.client.get("/").text
    assert (asking(rexo), page.count(f"{last}/join")) == (["Ada"], 1)
    for name in ("Ben", "Cid", "Dot"):
        other = arrive(name)
        befriend(other, rexo)
        host.clock.ms += 1
        asks(other, "Rexo")
    assert asking(rexo) == ["Dot", "Cid", "Ben"]
    assert "3 friends want to race you." in rexo.client.get("/me").text
    with transaction(database_url) as connection:
        assert connection.execute(select(func.count()).select_from(race_request)).scalar_one() == 4


@pytest.mark.parametrize("ending", ["leaving", "being away", "ending the friendship", "racing", "deleting the account"])
def test_a_request_ends_with_its_room_its_host_the_friendship_and_the_first_round(
    arrive: Arrive, host: Host, ada: Challenger, rexo: Challenger, ending: str
) -> None:
    room = room_of(asks(ada, "Rexo"))
    assert asking(rexo) == ["Ada"]
    match ending:
        case "leaving":
            # The room goes on with Ben as its host, whom Rexo does not know.
            assert arrive("Ben").client.post(f"{room}/join").status_code == 303
            assert ada.client.post(f"{room}/leave").status_code == 303
        case "being away":
            other = arrive("Ben")
            for _ in range(2 * GRACE_MS // LATE_MS + 1):
                assert other.client.post(f"{room}/join").status_code == 303
                host.clock.ms += LATE_MS // 2
            assert other.client.post(f"{room}/join").status_code == 303
        case "ending the friendship":
            assert rexo.client.post("/friends/end", data={"name": "Ada"}).status_code == 303
        case "racing":
            other = arrive("Ben")
            assert other.client.post(f"{room}/join").status_code == 303
            for who in (ada, other):
                assert who.client.post(f"{room}/ready").status_code == 303
            host.clock.ms += COUNTDOWN_MS
            assert ada.client.post(f"{room}/ready").status_code == 303
            assert ada.client.get(f"/api/v1{room}").json()["stage"] == "running"
        case _:
            assert ada.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert asking(rexo) == asking(rexo, "/friends") == []
    assert "has been asked" not in room_says(ada, room)


def test_a_request_shows_the_name_that_its_asker_has_now(ada: Challenger, rexo: Challenger) -> None:
    asks(ada, "Rexo")
    renamed = {"name": "Ada Lovelace", "password": PASSWORD}
    assert ada.client.post("/account/name", data=renamed).status_code == 303
    assert asking(rexo) == ["Ada Lovelace"]


def test_a_request_that_cannot_be_read_keeps_nobody_from_the_others(
    arrive: Arrive, ada: Challenger, rexo: Challenger, database_url: str
) -> None:
    other, broken = arrive("Ben"), room_of(asks(ada, "Rexo"))
    befriend(other, rexo)
    asks(other, "Rexo")
    with transaction(database_url) as connection:
        connection.execute(update(race).where(race.c.code == broken[-6:]).values(game="nonsense"))
    assert asking(rexo) == asking(rexo, "/friends") == ["Ben"]
    assert rexo.client.get("/me").status_code == 200


def test_both_download_a_request_and_a_deleted_account_leaves_none(
    ada: Challenger, rexo: Challenger, database_url: str
) -> None:
    code = room_of(asks(ada, "Rexo"))[-6:]
    for who in (ada, rexo):
        [kept] = who.client.get("/account/export").json()["race_requests"]
        assert (kept["code"], kept["asker"], kept["asked"]) == (code, "Ada", "Rexo")
    assert rexo.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    with transaction(database_url) as connection:
        assert connection.execute(select(race_request)).all() == []
    assert "has been asked" not in room_says(ada, f"/races/{code}")


def test_requests_of_yesterday_are_forgotten_a_few_at_a_time(
    host: Host, ada: Challenger, rexo: Challenger, database_url: str
) -> None:
    asks(ada, "Rexo")
    asks(rexo, "Ada")
    now = host.clock.ms
    with transaction(database_url) as connection:
        forgot = [requests.forget_old(connection, now + days * 24 * 3_600_000 + 1, 1) for days in (0, 1, 1, 1)]
    assert forgot == [False, True, True, False]
