"""Whole races by the JSON API."""

import json
import time
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from app.features.races.values.race import CHECK_MS, COUNTDOWN_MS, GRACE_MS
from app.features.races.words.race import NOT_PROVED
from app.play.words.beside import PROVED
from engine.cards import spell
from engine.deals import shuffled
from tests.app.races.conftest import PATIENCE_SECONDS, Arrive, Clock, Document, RacerAtHome, given
from tests.engine.verdicts import win


def until(racer: RacerAtHome, holds: Callable[[Document], bool]) -> Document:
    """Look at a race until a condition is true: the server carries out due work by itself."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds(race := racer.look()):
        assert time.monotonic() < deadline, race
        time.sleep(0.02)
    return race


def started(racers: list[RacerAtHome], clock: Clock) -> Document:
    """Make everybody ready and let the countdown pass; return the race with its heat."""
    for racer in racers:
        racer.do("ready")
    assert racers[0].look()["stage"] == "countdown"
    clock.pass_by(COUNTDOWN_MS)
    return until(racers[0], lambda race: race["stage"] == "running")


@pytest.fixture
def two(arrive: Arrive) -> list[RacerAtHome]:
    """Return a host, Ann, and a guest, Ben, in the room of a race."""
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann")["code"], "Ben")
    return [ann, ben]


@pytest.fixture
def deal_4(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every heat run on deal 4, where t1-f3 is legal."""
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: 4)


def places(race: Document) -> dict[str, tuple[int, str]]:
    """Return the place and the outcome of each racer in the last heat."""
    return {run["name"]: (run["place"], run["outcome"]) for run in race["heats"][-1]["runs"]}


def test_all_get_one_deal_at_one_moment_and_are_told_its_number_when_the_heat_is_over(
    two: list[RacerAtHome], clock: Clock
) -> None:
    race = started(two, clock)
    boards = [racer.play()["piles"] for racer in two]
    assert boards[0] == boards[1]
    assert [racer.play()["deal"] for racer in two] == [None, None]
    assert race["heats"][-1]["deal"] is None
    for racer in two:
        racer.give_up()
    race = two[0].look()
    assert race["stage"] == "gathering"
    deal = race["heats"][-1]["deal"]
    assert [racer.client.get(f"/fortress/{deal}").status_code for racer in two] == [200, 200]


@pytest.mark.usefixtures("deal_4")
def test_a_heat_that_nobody_finishes_is_won_by_more_cards_home(two: list[RacerAtHome], clock: Clock) -> None:
    ann, ben = two
    started(two, clock)
    ben.play("t1-f3")
    for racer in (ann, ben):
        racer.give_up()
    race = ann.look()
    assert places(race) == {"Ben": (1, "given-up"), "Ann": (2, "given-up")}
    assert race["champions"] == ["Ben"]


def test_equal_runs_tie(two: list[RacerAtHome], clock: Clock) -> None:
    started(two, clock)
    for racer in two:
        racer.give_up()
    race = two[0].look()
    assert places(race) == {"Ann": (1, "given-up"), "Ben": (1, "given-up")}
    assert sorted(race["champions"]) == ["Ann", "Ben"]


def test_who_leaves_forfeits_and_the_next_in_the_room_becomes_its_host(two: list[RacerAtHome], clock: Clock) -> None:
    started(two, clock)
    ann, ben = two
    ann.do("leave")
    race = ben.look()
    assert places(race) == {"Ben": (1, "stopped"), "Ann": (2, "forfeited")}
    assert [(racer["name"], racer["host"], racer["present"]) for racer in race["racers"]] == [
        ("Ann", False, False),
        ("Ben", True, True),
    ]


@pytest.mark.usefixtures("deal_4")
def test_who_is_away_for_too_long_forfeits(two: list[RacerAtHome], clock: Clock, database_url: str) -> None:
    started(two, clock)
    ann, ben = two
    clock.pass_watched(GRACE_MS - 1000, database_url)
    ben.any_move()
    clock.pass_watched(CHECK_MS, database_url)
    race = until(ben, lambda race: race["heats"][-1]["runs"][-1]["outcome"] == "forfeited")
    assert places(race) == {"Ben": (1, "stopped"), "Ann": (2, "forfeited")}
    assert ann.act("ready").status_code == 403


def test_whoever_is_left_alone_in_a_heat_has_won_it_at_once_and_leaving_then_changes_nothing(
    two: list[RacerAtHome], clock: Clock
) -> None:
    started(two, clock)
    two[0].do("leave")
    race = two[1].do("leave")
    assert places(race) == {"Ben": (1, "stopped"), "Ann": (2, "forfeited")}
    assert (race["stage"], race["champions"]) == ("gathering", ["Ben"])
    assert two[1].join(race["code"], "Ben")["racers"][1]["host"] is True


def test_where_a_proved_deal_was_asked_for_the_room_and_the_tables_say_that_it_is_one(
    arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.races.service.heats.stock.take_for_race", lambda *_: 4)
    ann, ben = arrive(), arrive()
    code = ben.join(ann.make(name="Ann", winnable=True)["code"], "Ben")["code"]
    race = started([ann, ben], clock)
    assert race["heats"][-1]["proved"]
    assert PROVED in ann.client.get(f"/races/{code}/room").text
    # Beside the board there is no room for a sentence: the head has a badge, and the sheet under “More” the words.
    assert 'id="proof"' in ann.client.get(f"/sessions/{race['session']}").text


def test_where_any_deal_was_asked_for_nothing_is_said_of_proof(two: list[RacerAtHome], clock: Clock) -> None:
    race = started(two, clock)
    places = (f"/races/{race['code']}/room", f"/sessions/{race['session']}")
    pages = [two[0].client.get(place).text for place in places]
    assert not any(words in page for page in pages for words in (PROVED, NOT_PROVED))


def test_a_rematch_is_another_deal_on_the_same_link(two: list[RacerAtHome], clock: Clock) -> None:
    started(two, clock)
    for racer in two:
        racer.give_up()
    first = two[0].look()["heats"][-1]["deal"]
    again = started(two, clock)
    assert [heat["number"] for heat in again["heats"]] == [2]
    for racer in two:
        racer.give_up()
    assert two[0].look()["heats"][-1]["deal"] != first


def test_a_rematch_may_have_more_or_fewer_racers_than_the_match_before(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock
) -> None:
    third = arrive()
    for racers in ([*two, third], two, [*two, third]):
        if third in racers:
            third.join(two[0].code, "Cam")
        race = started(racers, clock)
        assert len(race["heats"][-1]["runs"]) == len(racers)
        for racer in racers:
            racer.give_up()
        if third in racers:
            third.do("leave")
        assert two[0].look()["stage"] == "gathering"


def test_the_best_of_three_is_decided_by_two(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(best_of=3, name="Ann")["code"], "Ben")
    for heat in (1, 2):
        started([ann, ben], clock)
        ann.do("leave")
        race = ben.look()
        assert race["champions"] == (["Ben"] if heat == 2 else [])
        ann.join(race["code"], "Ann")
    assert [heat["number"] for heat in race["heats"]] == [1, 2]


def test_nothing_tells_the_deal_before_the_start(two: list[RacerAtHome], clock: Clock) -> None:
    for racer in two:
        racer.do("ready")
    race = two[0].look()
    assert (race["stage"], race["session"], race["heats"]) == ("countdown", None, [])
    code = race["code"]
    for address in (f"/races/{code}", f"/races/{code}/room", f"/races/{code}/strip", "/history", "/"):
        assert two[0].client.get(address).status_code == 200
    clock.pass_by(COUNTDOWN_MS - 1)
    assert two[1].look()["heats"] == []


@pytest.mark.usefixtures("deal_4")
def test_the_deal_of_an_open_heat_is_refused_everywhere(two: list[RacerAtHome], clock: Clock) -> None:
    started(two, clock)
    ann = two[0]
    assert ann.client.post("/fortress/4").status_code == 403
    with_suits_exchanged = [(card + 26) % 52 for card in shuffled(4)]
    for body in ({"deal": 4}, {"deck": spell(shuffled(4))}, {"deck": spell(with_suits_exchanged)}):
        assert ann.client.post("/api/v1/sessions", json={"game": "fortress", **body}).status_code == 403
    table = f"/sessions/{ann.look()['session']}"
    for address in (f"/api/v1{table}/restart", f"{table}/hints", f"{table}/branch", f"{table}/company/watch"):
        sent = {"json": {}} if "api" in address else {"data": {"seq": "0", "stop": "0"}}
        assert ann.client.post(address, **sent).status_code == 403, address  # type: ignore[arg-type]
    assert ann.client.get(f"/api/v1{table}/export").status_code == 403
    seen = [ann.client.get(address).text for address in (table, "/history", "/", f"/races/{ann.code}")]
    assert not any("deal 4" in page.lower() or "/fortress/4" in page for page in seen)
    for racer in two:
        racer.give_up()
    assert ann.client.post("/fortress/4").status_code == 303
    assert given(ann.client.get(f"/api/v1{table}/export"))["deal"] == "4"


def test_only_the_host_may_begin_without_the_others_or_end_a_heat(arrive: Arrive, clock: Clock) -> None:
    ann, ben, cid = arrive(), arrive(), arrive()
    code = ann.make(name="Ann")["code"]
    ben.join(code, "Ben")
    cid.join(code, "Cid")
    assert ann.act("begin").status_code == 422
    ann.do("ready")
    ben.do("ready")
    assert ben.act("begin").status_code == 403
    assert ann.do("begin")["stage"] == "countdown"
    clock.pass_by(COUNTDOWN_MS)
    race = until(ann, lambda race: race["stage"] == "running")
    assert sorted(run["name"] for run in race["heats"][-1]["runs"]) == ["Ann", "Ben"]
    assert cid.look()["session"] is None
    assert ann.act("stop").status_code == 422
    assert ben.act("stop").status_code == 403


@pytest.mark.parametrize("by_page", [False, True])
def test_a_host_removes_begins_and_ends_by_the_pages_and_by_the_interface(
    arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch, by_page: bool
) -> None:
    won = win("fortress", {}, "3")
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: int(won.deal))
    ann, ben, cid, dan, eve = (arrive() for _ in range(5))
    code = ann.make(name="Ann", winnable=True)["code"]
    for racer, name in ((ben, "Ben"), (cid, "Cid"), (dan, "Dan"), (eve, "Eve")):
        racer.join(code, name)

    def act(verb: str, **said: str) -> Document:
        """Let Ann do something, and return the race as it is then."""
        if not by_page:
            return given(ann.client.post(f"/api/v1/races/{code}/{verb}", json=said))
        answer = ann.client.post(f"/races/{code}/{verb}", data=said)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/races/{code}")
        return ann.look()

    assert [one["name"] for one in act("dismiss", racer="Dan")["racers"]] == ["Ann", "Ben", "Cid", "Eve"]
    assert act("ready")["racers"][0]["ready"]
    for racer in (ben, cid):
        racer.do("ready")
    assert act("begin")["stage"] == "countdown"
    clock.pass_by(COUNTDOWN_MS)
    until(ann, lambda race: race["stage"] == "seeking")
    assert act("deal-any")["stage"] == "running"
    ben.play(*map(str, won.line))
    over = act("stop")
    assert places(over) == {"Ben": (1, "won"), "Ann": (2, "stopped"), "Cid": (2, "stopped")}
    assert [one["name"] for one in act("leave")["racers"] if one["present"]] == ["Ben", "Cid", "Eve"]


@pytest.mark.usefixtures("deal_4")
def test_a_heat_with_a_limit_ends_with_it(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(limit=60, name="Ann")["code"], "Ben")
    started([ann, ben], clock)
    ben.play("t1-f3")
    clock.pass_by(60_000)
    race = until(ann, lambda race: race["stage"] == "gathering")
    assert places(race) == {"Ben": (1, "stopped"), "Ann": (2, "stopped")}


@pytest.mark.parametrize("name", ["Ann", "ann", "Аnn"])
def test_nobody_is_called_as_somebody_else_in_the_room(two: list[RacerAtHome], arrive: Arrive, name: str) -> None:
    answer = arrive().client.post(f"/api/v1/races/{two[0].code}/join", json={"name": name})
    assert answer.status_code == 422
    assert "that name" in json.loads(answer.text)["detail"]


def test_without_a_name_racers_are_numbered(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    race = ben.join(ann.make()["code"])
    assert [racer["name"] for racer in race["racers"]] == ["Racer 1", "Racer 2"]


def test_fifty_may_race_and_not_one_more(arrive: Arrive) -> None:
    code = arrive().make()["code"]
    for _ in range(49):
        arrive().join(code)
    refused = arrive().client.post(f"/api/v1/races/{code}/join", json={})
    assert (refused.status_code, refused.json()["detail"]) == (422, "This race is full: it has 50 racers.")


def test_a_code_is_read_in_small_letters_too_and_an_unknown_one_is_not_found(
    two: list[RacerAtHome], client: TestClient
) -> None:
    code = two[0].code
    assert client.get(f"/api/v1/races/{code.lower()}").json()["code"] == code
    assert (
        client.get("/races/find", params={"code": f" {code[:3]}-{code[3:].lower()}"}).headers["location"].endswith(code)
    )
    assert client.get("/api/v1/races/BBBBBB").status_code == 404
    again = client.get("/races/find", params={"code": "BBBBBB"})
    assert again.status_code == 404
    assert 'value="BBBBBB" required aria-invalid="true"' in again.text
    assert "There is no race with that code." in again.text
