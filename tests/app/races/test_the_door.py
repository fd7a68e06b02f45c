"""The door of a room: a private race takes nobody in after its first heat without its host."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from app.features.races.tables import race as race_table
from app.features.races.values import door, idling
from app.features.races.values import race as racing
from app.features.races.values.door import MOST_AT_THE_DOOR
from app.features.races.values.race import GRACE_MS, Race, Racer
from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, given
from tests.app.races.factories import race_terms
from tests.app.races.test_a_race import started
from tests.app.races.test_rules import NOW, room, run, running
from tests.databases import plain_engine

CID = Racer("Cid", "Cid", NOW, NOW)
RUNNING = running(run("Ann"), run("Ben"))
OVER = racing.stop(RUNNING, NOW)


@pytest.fixture
def pair(arrive: Arrive, clock: Clock) -> list[RacerAtHome]:
    """Return Ann, who is the host, and Ben, whose private race has had its first round."""
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann", winnable=False)["code"], "Ben")
    started([ann, ben], clock)
    return [ann, ben]


@pytest.fixture
def host(pair: list[RacerAtHome]) -> RacerAtHome:
    """Return Ann after that round."""
    for racer in pair:
        racer.give_up()
    return pair[0]


def named(race: Race) -> list[str]:
    """Return the names of those who are in a room."""
    return [racer.name for racer in race.present]


@pytest.mark.parametrize(
    ("race", "comes_in"),
    [
        (room("Ann", "Ben"), True),
        (RUNNING, False),
        (OVER, False),
        (replace(RUNNING, terms=race_terms(listed=True)), True),
        (replace(OVER, terms=race_terms(listed=True)), True),
    ],
)
def test_somebody_new_comes_into_a_listed_room_and_into_any_before_its_first_round(race: Race, comes_in: bool) -> None:
    entered = door.enter(race, CID, NOW)
    assert ("Cid" in named(entered)) is comes_in
    assert [one.name for one in door.at_the_door(entered, NOW)] == ([] if comes_in else ["Cid"])


def test_a_round_waits_for_nobody_at_the_door() -> None:
    waiting = door.enter(OVER, CID, NOW)
    ready = racing.settle(racing.be_ready(racing.be_ready(waiting, "Ann"), "Ben"), NOW)
    assert ready.starts_at == NOW + racing.COUNTDOWN_MS


def test_whoever_waits_stays_at_the_door_however_often_they_come_and_until_they_are_let_in() -> None:
    waiting = door.enter(door.enter(OVER, CID, NOW), replace(CID, seen_at=NOW + 5), NOW + 5)
    assert (named(waiting), len(waiting.racers)) == (["Ann", "Ben"], 3)
    assert "Cid" not in {racer.player_id for racer in racing.settle(racing.be_ready(waiting, "Cid"), NOW).ready}
    inside = door.let_in(waiting, "Cid", NOW + 6)
    assert named(inside) == ["Ann", "Ben", "Cid"]
    assert door.at_the_door(inside, NOW + 6) == ()
    # From then on, they are a racer like any other.
    back = door.enter(racing.leave(racing.run_heat(inside, inside.heats[0], (), NOW), "Ann", NOW), OVER.racers[0], NOW)
    assert "Ann" in named(back)


def test_whoever_has_gone_from_the_door_makes_room() -> None:
    waiting = door.enter(OVER, CID, NOW)
    later = NOW + GRACE_MS + 1
    assert door.at_the_door(waiting, NOW + GRACE_MS) == waiting.racers[2:]
    assert door.at_the_door(waiting, later) == ()
    dan = Racer("Dan", "Dan", later, later)
    assert [one.name for one in door.enter(waiting, dan, later).racers] == ["Ann", "Ben", "Dan"]


def test_only_whoever_leads_the_room_turns_somebody_at_the_door_away() -> None:
    waiting = door.enter(OVER, CID, NOW)
    assert idling.removable(waiting, "Ann", NOW) == {"Cid"}
    assert idling.removable(waiting, "Ben", NOW) == set()
    assert [one.name for one in racing.leave(waiting, "Cid", NOW).racers] == ["Ann", "Ben"]


def test_a_stranger_with_the_link_asks_and_the_host_lets_them_in(pair: list[RacerAtHome], arrive: Arrive) -> None:
    host, ben = pair
    cid, page = arrive(), f"/races/{host.code}"
    ending = f"{page}/ending?session={host.look()['session']}"
    for racer in pair:
        racer.give_up()
    assert 'id="join">Ask to join<' in cid.client.get(page).text
    waits = cid.join(host.code, "Cid")
    assert (waits["asking"], [racer["name"] for racer in waits["racers"]]) == (["Cid"], ["Ann", "Ben"])
    assert "You have asked to come in." in cid.client.get(page).text
    assert 'id="join"' not in cid.client.get(page).text
    for verb in ("ready", "leave", "begin"):
        assert cid.act(verb).status_code == 403
    assert cid.client.post(f"/api/v1/races/{host.code}/let-in", json={"racer": "Cid"}).status_code == 403
    for address in (page, ending):
        assert "<bdi>Cid</bdi></b> asks to come in." in host.client.get(address).text
        assert "asks to come in" not in ben.client.get(address).text
    let_in = given(host.client.post(f"/api/v1/races/{host.code}/let-in", json={"racer": "Cid"}))
    assert (let_in["asking"], [racer["name"] for racer in let_in["racers"]]) == ([], ["Ann", "Ben", "Cid"])
    cid.do("ready")
    assert host.client.post(f"{page}/let-in", data={"racer": "Cid"}).status_code == 404


def test_the_host_turns_somebody_away_for_good(host: RacerAtHome, arrive: Arrive) -> None:
    cid, page = arrive(), f"/races/{host.code}"
    cid.join(host.code, "Cid")
    assert host.client.post(f"{page}/dismiss", data={"racer": "Cid"}).status_code == 303
    assert host.look()["asking"] == []
    assert cid.client.post(f"/api/v1/races/{host.code}/join", json={}).status_code == 422


def test_so_many_wait_at_a_door_and_no_more(host: RacerAtHome, arrive: Arrive, clock: Clock) -> None:
    for number in range(MOST_AT_THE_DOOR):
        arrive().join(host.code, f"Guest {number}")
    late = arrive()
    refused = late.client.post(f"/api/v1/races/{host.code}/join", json={"name": "Late"})
    assert (refused.status_code, f"{MOST_AT_THE_DOOR} others already" in refused.text) == (422, True)
    clock.pass_by(GRACE_MS + 1)
    assert late.join(host.code, "Late")["asking"] == ["Late"]


def test_only_whoever_may_let_them_in_learns_who_asks(
    host: RacerAtHome, pair: list[RacerAtHome], arrive: Arrive
) -> None:
    cid, dan = arrive(), arrive()
    cid.join(host.code, "Cid")
    dan.join(host.code, "Dan")
    stranger = arrive().client.get(f"/api/v1/races/{host.code}").json()
    assert (stranger["asking"], pair[1].look()["asking"]) == ([], [])
    assert (cid.look()["asking"], dan.look()["asking"]) == (["Cid"], ["Dan"])
    assert host.look()["asking"] == ["Cid", "Dan"]


def test_nobody_waits_at_the_door_of_a_room_that_everybody_has_left(
    pair: list[RacerAtHome], host: RacerAtHome, arrive: Arrive
) -> None:
    cid, page = arrive(), f"/races/{host.code}"
    cid.join(host.code, "Cid")
    for racer in pair:
        racer.do("leave")
    assert "You have asked to come in." not in cid.client.get(page).text
    refused = arrive().client.post(f"/api/v1/races/{host.code}/join", json={"name": "Dan"})
    assert (refused.status_code, "Everybody has left this race" in refused.text) == (422, True)


def test_a_guest_who_signs_in_keeps_the_place_of_a_run_though_the_account_asked_to_come_in(
    pair: list[RacerAtHome], arrive: Arrive
) -> None:
    host, owner = pair[0], arrive()
    account = {"name": "Owner", "password": PASSWORD}
    assert owner.client.post("/api/v1/players", json=account).status_code == 200
    owner.join(host.code)
    assert host.client.post("/api/v1/login", json=account).status_code == 200
    seen = host.look()
    assert [(racer["host"], racer["you"], racer["present"]) for racer in seen["racers"]] == [
        (True, True, True),
        (False, False, True),
    ]
    assert (seen["asking"], seen["heats"][0]["over"]) == ([], False)


def test_a_race_that_was_set_aside_invites_nobody(host: RacerAtHome, arrive: Arrive, database_url: str) -> None:
    with plain_engine(database_url).begin() as connection:
        connection.execute(update(race_table).values(set_aside_at=1, due_at=None))
    assert "invites you" not in arrive().client.get(f"/races/{host.code}").text


def test_somebody_signed_in_is_asked_for_no_name_and_reads_what_they_stake(arrive: Arrive) -> None:
    ann, ben, guest = arrive(), arrive(), arrive()
    given(ben.client.post("/api/v1/players", json={"name": "Ben", "password": PASSWORD}))
    code = ann.make(game="six-by-four", options={"cells": "four"}, name="Ann", winnable=False)["code"]
    own, page = (one.client.get(f"/races/{code}").text for one in (ben, guest))
    assert 'id="name"' in page
    assert 'id="name"' not in own
    assert "You come in as <b><bdi>Ben</bdi></b>." in own
    assert "A guest stakes nothing." not in own
    assert "it is your first result at this game." in own
    assert "<bdi>Ann</bdi> invites you to a race of Six by Four, four cells</h1>" in own
    ben.client.post(f"/races/{code}/join", data={})
    assert [racer["name"] for racer in ben.client.get(f"/api/v1/races/{code}").json()["racers"]] == ["Ann", "Ben"]


def test_an_invitation_says_who_invites_to_what_how_long_it_is_and_what_is_at_stake(
    arrive: Arrive, host: RacerAtHome
) -> None:
    ann, guest = arrive(), arrive()
    for limit, said in ((600, "A deal takes at most 10 minutes."), (None, "There is no time limit.")):
        code = ann.make(name="Ann", winnable=False, best_of=3, limit=limit)["code"]
        page = guest.client.get(f"/races/{code}").text
        assert "<bdi>Ann</bdi> invites you to a race of Fortress</h1>" in page
        assert '<meta name="description" content="Ann invites you to a race of Fortress: ' in page
        assert "Best of three rounds" in page
        assert said in page
        assert "A guest stakes nothing." in page
        assert 'href="/fortress">How Fortress is played' in page
        assert "invites you" not in ann.client.get(f"/races/{code}").text
    # A door that is closed invites nobody, and a room that everybody has left has no door.
    assert "invites you" not in guest.client.get(f"/races/{host.code}").text


def test_a_private_race_that_everybody_left_leads_to_another(pair: list[RacerAtHome], arrive: Arrive) -> None:
    for racer in pair:
        racer.do("leave")
    page = arrive().client.get(f"/races/{pair[0].code}").text
    assert ("Everybody has left this race." in page, 'id="join"' in page) == (True, False)
