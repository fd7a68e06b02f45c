"""One person with many guests takes neither the list of open rooms nor the places in a room or a tournament."""

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, func, select, update
from starlette.testclient import TestClient

from app.core.bounds import LISTED_RACERS_OF_AN_ADDRESS, LISTED_ROOMS_OF_AN_ADDRESS
from app.core.refusals import Impossible, NotYours
from app.features.races.service import races, rooms
from app.features.races.service.races import RaceEntrant
from app.features.races.service.rooms import MOST_ROOMS, ORDER_MS
from app.features.races.tables import race, racer
from app.features.races.values import door
from app.features.races.values.door import AT_THE_DOOR_OF_AN_ADDRESS
from app.features.races.values.idling import IDLE_MS
from app.features.races.values.race import COUNTDOWN_MS, MOST
from app.site.service import operating
from tests.app.races.factories import race_terms
from tests.databases import plain_engine

NOW = 1_800_000_000_000
TERMS = race_terms(listed=True)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        yield opened


def make(connection: Connection, number: int, whence: str, now: int = NOW) -> str:
    return races.make(connection, RaceEntrant(f"p{number:015}", whence=whence), TERMS, now).code


def listed(connection: Connection, now: int = NOW) -> list[str]:
    return [one.race.code for one in rooms.list_rooms(connection, b"secret", now).open]


def test_a_room_is_listed_until_its_round_is_about_to_begin(connection: Connection) -> None:
    code = make(connection, 1, "somewhere")
    for starts_at, is_listed in ((NOW + COUNTDOWN_MS + 1, True), (NOW + COUNTDOWN_MS, False)):
        connection.execute(update(race).where(race.c.code == code).values(starts_at=starts_at))
        assert (code in listed(connection)) is is_listed


def test_one_who_makes_many_rooms_has_one_on_the_list(connection: Connection) -> None:
    other = make(connection, 1, "")
    last = [make(connection, 2, "", NOW + number) for number in range(MOST_ROOMS)][-1]
    assert sorted(listed(connection, NOW + MOST_ROOMS)) == sorted([other, last])


def test_one_address_with_many_guests_has_a_few_rooms_on_the_list_behind_the_first_of_each(
    connection: Connection,
) -> None:
    many = [make(connection, number, "attacker", NOW + number) for number in range(MOST_ROOMS * 2)]
    others = [make(connection, 100 + number, f"home {number}", NOW) for number in range(5)]
    shown = listed(connection, NOW + 100)
    assert set(shown) == {*others, *many[:LISTED_ROOMS_OF_AN_ADDRESS]}
    assert many[0] in shown[: len(others) + 1]
    assert shown[len(others) + 1 :] == many[1:LISTED_ROOMS_OF_AN_ADDRESS]


def test_rooms_without_hosts_push_nobody_off_the_list(connection: Connection) -> None:
    for number in range(MOST_ROOMS):
        make(connection, number, f"gone {number}", NOW + number)
    here = make(connection, 100, "home", NOW - 1)
    races.leave(connection, make(connection, 101, "left"), f"p{101:015}", NOW)
    connection.execute(update(racer).where(racer.c.code != here).values(seen_at=NOW + MOST_ROOMS - IDLE_MS))
    assert listed(connection, NOW + MOST_ROOMS) == [here]


def test_the_order_of_the_rooms_is_the_same_for_a_while_and_changes_then(connection: Connection) -> None:
    for number in range(MOST_ROOMS + 10):
        make(connection, number, f"home {number}", NOW + number)
    began = NOW - NOW % ORDER_MS
    first, same = listed(connection, began), listed(connection, began + IDLE_MS - 1_000)
    assert first == same
    assert len(first) == MOST_ROOMS
    newest, firsts = max(first, key=lambda code: races.look(connection, code).made_at), set[str]()
    # Once in a while the newest may come first by chance.
    for later in range(began + ORDER_MS, began + 6 * ORDER_MS, ORDER_MS):
        connection.execute(update(racer).values(seen_at=later))
        found = listed(connection, later)
        assert found != first
        firsts.add(found[0])
    assert firsts != {newest}


def test_one_address_shuts_no_door_to_others(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    code = races.make(connection, RaceEntrant(f"p{0:015}"), race_terms(), NOW).code
    monkeypatch.setattr(door, "is_open", lambda _: False)
    for number in range(1, 1 + AT_THE_DOOR_OF_AN_ADDRESS):
        races.join(connection, code, RaceEntrant(f"p{number:015}", whence="attacker"), NOW)
    with pytest.raises(Impossible, match="your network"):
        races.join(connection, code, RaceEntrant("another", whence="attacker"), NOW)
    waiting = races.join(connection, code, RaceEntrant("another", whence="elsewhere"), NOW)
    assert len(door.at_the_door(waiting, NOW)) == AT_THE_DOOR_OF_AN_ADDRESS + 1


def test_one_address_fills_no_listed_race(connection: Connection) -> None:
    code = make(connection, 0, "home")
    for number in range(1, LISTED_RACERS_OF_AN_ADDRESS + 1):
        races.join(connection, code, RaceEntrant(f"p{number:015}", whence="attacker"), NOW)
    with pytest.raises(Impossible, match="your network"):
        races.join(connection, code, RaceEntrant("another", whence="attacker"), NOW)
    assert races.join(connection, code, RaceEntrant("another", whence="elsewhere"), NOW).racer("another")


def test_in_a_full_listed_race_one_who_is_not_ready_gives_way(connection: Connection) -> None:
    code = make(connection, 0, "home")
    for number in range(1, MOST):
        races.join(connection, code, RaceEntrant(f"p{number:015}", whence=f"network {number // 5}"), NOW + number)
        if number != MOST - 7:
            races.be_ready(connection, code, f"p{number:015}", NOW + number)
    race = races.join(connection, code, RaceEntrant("ann"), NOW + MOST)
    assert race.racer("ann")
    assert race.racer(f"p{MOST - 7:015}") is None
    races.be_ready(connection, code, "ann", NOW + MOST)
    with pytest.raises(Impossible, match="full"):
        races.join(connection, code, RaceEntrant("ben"), NOW + MOST)


def test_where_racers_came_from_is_forgotten_after_a_day(connection: Connection) -> None:
    make(connection, 0, "home")
    make(connection, 1, "there", NOW + 24 * 3_600_000)
    while operating.forget_people(connection, NOW + 24 * 3_600_000 + 1):
        pass
    marked = select(func.count()).select_from(racer).where(racer.c.whence != "")
    assert connection.execute(marked).scalar_one() == 1


def test_the_host_removes_a_newcomer_who_cannot_come_back(connection: Connection) -> None:
    code = make(connection, 0, "")
    for player_id in ("ann", "ben"):
        races.join(connection, code, RaceEntrant(player_id, player_id.title()), NOW)
    races.be_ready(connection, code, "ben", NOW)
    with pytest.raises(NotYours):
        races.dismiss(connection, code, "ann", "Ben", NOW)
    race = races.dismiss(connection, code, f"p{0:015}", "Ben", NOW)
    assert race.racer("ben") is None
    with pytest.raises(Impossible, match="removed you"):
        races.join(connection, code, RaceEntrant("ben"), NOW)
    races.join(connection, make(connection, 0, ""), RaceEntrant("ben"), NOW)


def test_the_host_does_not_remove_those_who_have_raced_unless_they_are_idle(connection: Connection) -> None:
    host, code = f"p{0:015}", make(connection, 0, "")
    races.join(connection, code, RaceEntrant("ann", "Ann"), NOW)
    for player_id in (host, "ann"):
        races.be_ready(connection, code, player_id, NOW)
    races.settle(connection, code, NOW + COUNTDOWN_MS)
    with pytest.raises(Impossible, match="not raced here yet"):
        races.dismiss(connection, code, host, "Ann", NOW + COUNTDOWN_MS)
    later = NOW + COUNTDOWN_MS + IDLE_MS
    races.settle(connection, code, later - IDLE_MS // 2)
    connection.execute(update(racer).where(racer.c.player_id == host).values(seen_at=later))
    race = races.dismiss(connection, code, host, "Ann", later)
    assert (ann := race.racer("ann"))
    assert ann.left
    assert races.join(connection, code, RaceEntrant("ann"), later).racer("ann")


def test_a_request_brings_the_mark_of_its_network_and_counts_as_a_place_taken(
    client: TestClient, database_url: str
) -> None:
    def make(address: str) -> str:
        guest = TestClient(client.app, client=(address, 5_000))
        guest.portal = client.portal
        answer = guest.post("/api/v1/races", json={"game": "fortress", "listed": True})
        assert answer.status_code == 201
        assert address.startswith("127.") or '"joining";q=600;w=3600' in answer.headers["ratelimit-policy"]
        whence = select(racer.c.whence).where(racer.c.code == answer.json()["code"])
        with plain_engine(database_url).connect() as opened:
            return str(opened.execute(whence).scalar_one())

    here, same, there, mapped = map(make, ("192.0.2.7", "192.0.2.7", "192.0.2.8", "::ffff:192.0.2.7"))
    assert here == same == mapped != there
    assert re.fullmatch("[0-9a-f]{16}", here)
    assert make("127.0.0.1") == ""
