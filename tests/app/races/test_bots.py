"""Programs race among themselves, and with people who let them in."""

from starlette.testclient import TestClient

from tests.app.races.conftest import Arrive, RacerAtHome

PASSWORD = "a moat and a drawbridge"


def account(client: TestClient, name: str) -> None:
    assert client.post("/api/v1/players", json={"name": name, "password": PASSWORD}).status_code == 200


def a_bot(arrive: Arrive, name: str = "Greedy") -> RacerAtHome:
    racer = arrive()
    account(racer.client, name)
    assert racer.client.post("/api/v1/players/bot", json={"password": PASSWORD}).status_code == 200
    return racer


def test_a_race_of_people_lets_no_bot_in_unless_its_host_wants_that(arrive: Arrive) -> None:
    bot, ann = a_bot(arrive), arrive()
    closed, opened = ann.make(), ann.make(bots=True)
    refused = bot.client.post(f"/api/v1/races/{closed['code']}/join", json={})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "This race is for people only; its host did not let bots in."
    assert (closed["bots"], opened["bots"]) == (False, True)
    assert [racer["bot"] for racer in bot.join(opened["code"])["racers"]] == [False, True]


def test_a_bot_s_name_says_so_whatever_it_types(arrive: Arrive) -> None:
    bot, other, ann = a_bot(arrive), a_bot(arrive, "Lazy"), arrive()
    code = ann.make(bots=True, name="Ann")["code"]
    bot.join(code, "Ben")
    names = [racer["name"] for racer in other.join(code)["racers"]]
    assert names == ["Ann", "Ben (bot)", "Lazy (bot)"]
    ann.client.headers["accept"] = "text/html"
    page = ann.client.get(f"/races/{code}").text
    assert "Ben (bot)" in page
    assert "Bots may join." in page


def test_bots_race_among_themselves_and_people_may_join(arrive: Arrive) -> None:
    bot, other, ann = a_bot(arrive), a_bot(arrive, "Lazy"), arrive()
    race = bot.make()
    assert race["bots"] is True
    other.join(race["code"])
    assert len(ann.join(race["code"])["racers"]) == 3


def test_the_form_lets_bots_in(arrive: Arrive) -> None:
    bot, ann = a_bot(arrive), arrive()
    form = {"game": "fortress?", "bots": "on"}
    code = ann.client.post("/races", data=form).headers["location"].rpartition("/")[2]
    assert bot.join(code)["bots"] is True


def test_a_racer_does_not_become_a_bot(arrive: Arrive) -> None:
    ann = arrive()
    account(ann.client, "Ann")
    ann.make()
    answer = ann.client.post("/api/v1/players/bot", json={"password": PASSWORD})
    assert answer.status_code == 422
