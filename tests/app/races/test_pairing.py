"""Finding somebody to race: strangers are paired, and nobody waits alone."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update
from starlette.testclient import TestClient

from app.core.refusals import NotFound
from app.features.races.rows import waiting as queue
from app.features.races.service import house, pairing
from app.features.races.service.races import RaceEntrant
from app.features.races.service.rooms import KEPT_MS
from app.features.races.tables import racer, waiting
from app.features.races.values.pairing import ANYBODY_MS, GONE_MS, HERE_MS, NEAR, WaitingPlayer, nearest
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from app.people.rows import players
from app.play.tables.games import session, shared
from engine.deals import deck_code, shuffled
from engine.games import variant_of
from tests.app.plain import Browser
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, given
from tests.databases import ON_POSTGRES, plain_engine
from tests.factories import a_player

NOW = 1_800_000_000_000
VARIANT = variant_of("fortress", "")
ANN, BEN, CAT = "ann0000000000000", "ben0000000000000", "cat0000000000000"


def one_who_waits(player_id: str, rating: float | None = None) -> WaitingPlayer:
    """Return somebody who has come just now."""
    return WaitingPlayer(player_id, VARIANT, "", False, rating, NOW, NOW)


def seek(racer_at_home: RacerAtHome, **wanted: object) -> str | None:
    """Ask for somebody to race at Fortress; return the race if somebody is there."""
    code: str | None = given(racer_at_home.client.post("/api/v1/pairing", json={"game": "fortress", **wanted}))["race"]
    racer_at_home.code = code or ""
    return code


def still(racer_at_home: RacerAtHome) -> str | None:
    """Keep somebody waiting; return the race if there is one."""
    code: str | None = given(racer_at_home.client.get("/api/v1/pairing"))["race"]
    racer_at_home.code = code or ""
    return code


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        yield opened


def test_the_nearest_by_rating_is_chosen() -> None:
    mine = one_who_waits(ANN, 1500)
    others = [one_who_waits(BEN, 1400), one_who_waits(CAT, 1550)]
    assert nearest(mine, others, NOW) == others[1]


def test_whoever_is_far_away_is_chosen_only_after_a_while() -> None:
    mine, other = one_who_waits(ANN, 1500), one_who_waits(BEN, 1500 + NEAR + 1)
    assert nearest(mine, [other], NOW) is None
    assert nearest(mine, [replace(other, seen_at=NOW + 500)], NOW + 500)
    further = replace(one_who_waits(BEN, 3000), seen_at=NOW + ANYBODY_MS)
    assert nearest(mine, [further], NOW + ANYBODY_MS - 1) is None
    assert nearest(mine, [further], NOW + ANYBODY_MS) == further


@pytest.mark.parametrize(
    "changed",
    [
        {"player_id": ANN},
        {"bot": True},
        {"variant": variant_of("stronghold", "cell=one")},
        {"code": "BCDFGH"},
        {"seen_at": NOW - HERE_MS},
    ],
)
def test_nobody_is_paired_who_is_not_there_for_the_same_or_is_the_same(changed: dict[str, Any]) -> None:
    assert nearest(one_who_waits(ANN), [one_who_waits(BEN)], NOW)
    assert nearest(one_who_waits(ANN), [replace(one_who_waits(BEN), **changed)], NOW) is None


def test_two_strangers_are_in_one_race_and_both_ready(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    assert seek(ann, name="Ann") is None
    clock.pass_by(2_000)
    assert still(ann) is None
    code = seek(ben, name="Ben")
    assert code
    assert still(ann) == code == still(ben)
    race = ann.look()
    assert race["stage"] == "countdown"
    assert [(one["name"], one["ready"], one["host"]) for one in race["racers"]] == [
        ("Ann", True, True),
        ("Ben", True, False),
    ]


def test_two_who_type_the_same_name_are_paired_all_the_same(arrive: Arrive) -> None:
    ann, other = arrive(), arrive()
    seek(ann, name="Ann")
    assert seek(other, name="Ann")
    assert [one["name"] for one in other.look()["racers"]] == ["Ann", "Racer 1"]


def test_whoever_presses_twice_waits_once_and_is_not_paired_with_themselves(arrive: Arrive, database_url: str) -> None:
    ann = arrive()
    assert seek(ann) is None
    assert seek(ann) is None
    with plain_engine(database_url).connect() as connection:
        assert len(connection.execute(select(waiting)).all()) == 1


def test_whoever_closed_the_page_is_not_paired_and_waits_no_more(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    seek(ann)
    clock.pass_by(HERE_MS)
    assert seek(ben) is None
    clock.pass_by(GONE_MS + 1)
    assert ben.client.get("/api/v1/pairing").status_code == 404


def test_those_who_found_a_race_or_went_away_crowd_nobody_out(connection: Connection) -> None:
    for number in range(queue.MOST + 5):
        other = replace(one_who_waits(f"a{number:015}"), code="BCDFGH" if number % 2 else None, seen_at=NOW - HERE_MS)
        queue.add(connection, other)
    for number in range(queue.MOST):
        queue.add(connection, replace(one_who_waits(f"b{number:015}"), seen_at=NOW - HERE_MS))
    queue.add(connection, one_who_waits("zoe0000000000000"))
    assert pairing.still(connection, "zoe0000000000000", NOW).player_id == "zoe0000000000000"


def test_whoever_stops_is_not_paired(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    seek(ann)
    assert given(ann.client.post("/api/v1/pairing/stop", json={})) == {"waiting": False}
    assert seek(ben) is None
    assert ann.client.get("/api/v1/pairing").status_code == 404


def test_after_a_race_one_can_look_for_another(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    seek(ann)
    code = seek(ben)
    assert seek(ben) == code
    ben.do("leave")
    assert seek(ben) is None


@pytest.mark.parametrize("wanted", [{"game": "klondike"}, {"game": "stalactites"}, {"game": 5}, {}])
def test_what_nobody_can_race_is_refused_with_a_sentence(client: TestClient, wanted: dict[str, object]) -> None:
    answer = client.post("/api/v1/pairing", json=wanted)
    assert answer.status_code in {400, 404, 422}
    assert answer.json()["detail"].endswith(".")


def test_bots_race_bots(connection: Connection) -> None:
    for player_id in (ANN, BEN, CAT):
        pairing.seek(connection, RaceEntrant(player_id), VARIANT, NOW)
        pairing.stop(connection, player_id)
    players.become_bot(connection, ANN)
    players.become_bot(connection, CAT)
    assert pairing.seek(connection, RaceEntrant(ANN), VARIANT, NOW).code is None
    assert pairing.seek(connection, RaceEntrant(BEN), VARIANT, NOW).code is None
    assert pairing.seek(connection, RaceEntrant(CAT), VARIANT, NOW).code
    assert pairing.still(connection, BEN, NOW).code is None


def test_a_rating_decides_who_is_near(connection: Connection) -> None:
    for player_id, rating in ((ANN, 1500.0), (BEN, 2200.0), (CAT, 1520.0)):
        players.add(connection, a_player(player_id))
        strengths.lock(connection, [player_id], VARIANT.game, Rating())
        strengths.keep(connection, VARIANT.game, {player_id: Rating(rating, 60, attempts=9, changed_at=NOW)})
    assert pairing.seek(connection, RaceEntrant(BEN), VARIANT, NOW).code is None
    assert pairing.seek(connection, RaceEntrant(ANN), VARIANT, NOW + 100).code is None
    assert (
        pairing.seek(connection, RaceEntrant(CAT), VARIANT, NOW + 200).code == pairing.still(connection, ANN, NOW).code
    )
    with pytest.raises(NotFound):
        pairing.still(connection, "nobody0000000000", NOW)


@ON_POSTGRES
def test_of_many_who_press_at_once_on_several_servers_each_is_in_one_pair(url: str) -> None:
    ids = [f"player{number:010}" for number in range(24)]

    def press(player_id: str) -> None:
        with plain_engine(url).begin() as opened:
            pairing.seek(opened, RaceEntrant(player_id), VARIANT, NOW)

    def ask(player_id: str) -> None:
        with plain_engine(url).begin() as opened:
            pairing.still(opened, player_id, NOW + 1_000)

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(press, ids))
        list(threads.map(ask, ids))
    with plain_engine(url).connect() as opened:
        rooms = Counter(opened.execute(select(racer.c.code)).scalars())
        assert set(rooms.values()) == {2}
        assert len(rooms) == len(ids) // 2
        assert set(opened.execute(select(waiting.c.code)).scalars()) == set(rooms)


def test_a_page_that_waits_leads_to_the_race_also_without_scripts(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    form = {"game": "fortress?", "name": "Ann"}
    assert ann.client.post("/rooms/seek", data=form).headers["location"] == "/rooms/waiting"
    page = ann.client.get("/rooms/waiting").text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    room = ben.client.post("/rooms/seek", data={"game": "fortress?"}).headers["location"]
    assert room.startswith("/races/")
    assert ann.client.get("/rooms/waiting").headers["location"] == room
    assert arrive().client.get("/rooms/waiting").headers["location"] == "/rooms"


def test_a_stranger_alone_on_an_empty_server_races_the_house(client: TestClient) -> None:
    client.post("/rooms/seek", data={"game": "fortress?"})
    page = client.get("/rooms/waiting").text
    assert "a move every 4 seconds" in page
    assert "If somebody else is looking for this game, you meet within seconds." in page
    table = client.post("/rooms/house", data={"game": "fortress?"}).headers["location"]
    page = client.get(table).text
    assert "The house" in page
    course = re.search(r'id="ghost"[^>]*data-course="([^"]*)"', page)
    assert course
    assert course[1].startswith("0:0 ")
    assert course[1].endswith(":52")
    assert client.get("/rooms/waiting").headers["location"] == "/rooms"


def test_a_player_chooses_how_strong_the_house_is_and_races_it_again_as_strong(client: TestClient) -> None:
    client.post("/rooms/seek", data={"game": "fortress?"})
    assert client.get("/rooms/waiting").text.count('name="strength"') == 3
    seconds = {}
    for strength, pace_ms in house.PACES.items():
        sent = {"game": "fortress?", "strength": strength}
        table = client.post("/rooms/house", data=sent).headers["location"]
        last = re.search(r'id="ghost" class="strip" data-course="[^"]* (\d+):52"', client.get(table).text)
        assert last
        seconds[strength] = int(last[1]) * 1000 / pace_ms
        client.post(f"{table}/give-up", data={"seq": "0"})
        assert f'id="house-again" name="strength" value="{strength}"' in client.get(table).text
    # Its lines have about as many moves as there are cards, or twice that, whatever its pace.
    assert all(40 < moves < 200 for moves in seconds.values())
    assert client.post("/rooms/house", data={"game": "fortress?", "strength": "beyond"}).status_code == 400


def test_a_program_races_the_house_as_a_page_does(client: TestClient) -> None:
    client.post("/api/v1/pairing", json={"game": "fortress"})
    for strength, pace_ms in house.PACES.items():
        raced = client.post("/api/v1/rooms/house", json={"game": "fortress", "strength": strength})
        assert raced.status_code == 200, raced.text
        told = raced.json()
        assert (told["pace"], told["course"][0]) == (pace_ms / 1000, {"seconds": 0.0, "home": 0})
        assert told["course"][-1] == {"seconds": told["seconds"], "home": 52}
        assert 'id="ghost"' in client.get(f"/sessions/{told['session']['id']}").text
        assert client.get(f"/api/v1/sessions/{told['session']['id']}").json() == told["session"]
    usual = client.post("/api/v1/rooms/house", json={"game": "fortress"}).json()
    assert usual["pace"] == 4.0
    # Whoever races the house has stopped waiting.
    assert client.get("/api/v1/pairing").status_code == 404
    for body, status in (
        ({"game": "fortress", "strength": "beyond"}, 400),
        ({"game": "chess"}, 404),
        ({"game": "freecell"}, 404),
        ({"game": "stalactites"}, 422),
    ):
        assert client.post("/api/v1/rooms/house", json=body).status_code == status


def test_a_shared_win_of_somebody_near_is_offered_before_the_house_but_no_deal_that_was_begun(
    connection: Connection,
) -> None:
    [number, other, *_] = house.games()[VARIANT]
    for player_id, rating, its in ((BEN, 1900.0, number), (CAT, 1500.0, other)):
        begun = house.race(connection, player_id, VARIANT, 4_000, NOW)
        changed = {"deal": str(its), "deck": deck_code(shuffled(its)), "status": "won"}
        connection.execute(update(session).where(session.c.id == begun.id).values(**changed))
        connection.execute(
            insert(shared), {"session_id": begun.id, "game": "fortress", "deck": changed["deck"], "shared_at": NOW}
        )
        strengths.lock(connection, [player_id], VARIANT.game, Rating())
        strengths.keep(connection, VARIANT.game, {player_id: Rating(rating, 60, attempts=9, changed_at=NOW)})
    offered = pairing.offer(connection, VARIANT, ANN, NOW)
    assert offered
    assert offered.session
    assert offered.session.player_id == CAT
    connection.execute(update(session).where(session.c.player_id == CAT).values(sealed=True))
    offered = pairing.offer(connection, VARIANT, ANN, NOW)
    assert offered
    assert offered.session
    assert offered.session.player_id == BEN
    connection.execute(update(session).where(session.c.player_id == CAT).values(sealed=False))
    offered = pairing.offer(connection, VARIANT, CAT, NOW)
    assert offered
    assert offered.session
    assert offered.session.player_id == BEN


def rooms(client: TestClient) -> list[str]:
    """List the codes of the open rooms."""
    return [room["code"] for room in given(client.get("/api/v1/rooms"))["rooms"]]


def test_a_room_is_listed_only_if_its_host_wants_it_and_while_it_waits(arrive: Arrive, clock: Clock) -> None:
    ann, ben, looking = arrive(), arrive(), arrive().client
    ann.make(name="Ann")
    assert rooms(looking) == []
    clock.pass_by(2_000)
    code = ann.make(name="Ann", listed=True)["code"]
    assert rooms(looking) == [code]
    assert f'href="/races/{code}"' in looking.get("/rooms").text
    assert f'href="/races/{code}"' in looking.get("/").text
    ben.join(code, "Ben")
    ann.do("ready")
    ben.do("ready")
    clock.pass_by(2_000)
    assert rooms(looking) == []
    assert f'href="/races/{code}"' not in looking.get("/").text


def test_a_room_whose_host_is_away_is_not_listed(arrive: Arrive, clock: Clock) -> None:
    ann, looking = arrive(), arrive().client
    ann.make(name="Ann", listed=True)
    clock.pass_by(120_000)
    assert rooms(looking) == []


def test_the_button_of_a_game_says_how_many_people_wait_and_never_who(arrive: Arrive, clock: Clock) -> None:
    ann, other = arrive(), arrive()

    def seen() -> tuple[bool, bool]:
        clock.pass_by(KEPT_MS)
        rooms, races = (
            other.client.get(address, headers={"accept": "text/html"}).text for address in ("/rooms", "/races")
        )
        assert "Ann" not in rooms + races
        return "Race somebody: Fortress, 1 waiting" in rooms, "(1 waiting)" in races

    assert seen() == (False, False)
    seek(ann, name="Ann")
    assert seen() == (True, True)
    clock.pass_by(GONE_MS)
    assert seen() == (False, False)


def test_the_page_of_open_rooms_leads_to_a_race_against_the_house_without_scripts(arrive: Arrive) -> None:
    page = Browser(arrive().client, "/rooms")
    assert page.page.form("/rooms/house", ["game"]).fields["game"]
