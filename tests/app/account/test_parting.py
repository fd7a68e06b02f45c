"""Whoever deletes an account, or stops being a guest, first leaves what they are in, so nobody waits for nobody."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient

from app.core.refusals import Impossible, SignedOut
from app.features.account.service import parting
from app.features.puzzles.service import puzzle_runs
from app.features.puzzles.values.puzzle import RunKind
from app.features.races.service import pairing, races
from app.features.races.service.races import RaceEntrant
from app.features.races.values.pairing import ANYBODY_MS
from app.features.races.values.race import COUNTDOWN_MS
from app.features.ratings.tables import rating_change
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournaments
from app.features.tournaments.service.tournaments import JoinRequest
from app.people.rows import accounts as accounts_rows
from app.people.service import accounts
from app.people.visitors import Visit
from app.play.rows import sessions
from engine.record import Status
from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, arrive, clock, given
from tests.app.races.factories import race_terms
from tests.app.races.test_a_race import places, started
from tests.app.races.test_pairing import seek, still
from tests.app.tournaments.conftest import ground
from tests.app.tournaments.ground import Ground
from tests.databases import ON_POSTGRES, plain_engine
from tests.factories import an_account
from tests.rows import PLAYER, begin

__all__ = ["arrive", "clock", "ground"]

ANN = "ann0000000000000"
NOW = 1_800_000_000_000
WAYS_IN = ("/account/sign-in", "/api/v1/login")
ANY_DEALS = race_terms()


def claim(racer: RacerAtHome, name: str) -> None:
    """Make an account."""
    given(racer.client.post("/api/v1/players", json={"name": name, "password": PASSWORD}))


def enter(client: TestClient, address: str) -> None:
    """Sign in as Ann, by the page or by the API."""
    sent = {"name": "Ann", "password": PASSWORD}
    answer = client.post(address, json=sent) if address.startswith("/api") else client.post(address, data=sent)
    assert answer.status_code in {200, 303}


def delete(client: TestClient) -> None:
    """Delete the account."""
    assert client.post("/account/delete", data={"password": PASSWORD}).headers["location"] == "/"


@pytest.fixture
def two(arrive: Arrive) -> list[RacerAtHome]:
    """Return two racers with accounts."""
    ann, ben = arrive(), arrive()
    claim(ann, "Ann")
    claim(ben, "Ben")
    return [ann, ben]


def test_whoever_deletes_the_account_in_mid_heat_has_lost_it_and_the_rival_has_won_at_once(
    two: list[RacerAtHome], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: 4)
    ann, ben = two
    ben.join(ann.make()["code"])
    started(two, clock)
    ben.any_move()
    delete(ann.client)
    race = ben.look()
    assert (race["stage"], race["champions"]) == ("gathering", ["Ben"])
    assert places(race) == {"Ben": (1, "stopped"), "Somebody": (2, "forfeited")}
    assert [(racer["name"], racer["present"], racer["host"]) for racer in race["racers"]] == [
        ("Somebody", False, False),
        ("Ben", True, True),
    ]
    assert given(ben.client.get("/api/v1/ratings/fortress"))["me"]["rating"] > 1500


def test_the_room_and_its_streams_are_told_that_somebody_is_gone(
    client: TestClient, two: list[RacerAtHome], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = two
    ben.join(ann.make()["code"])
    race, told = started(two, clock), list[tuple[str, str]]()

    async def publish(topic: str, kind: str, _data: str) -> None:
        told.append((topic.partition(" ")[0], kind))

    monkeypatch.setattr(client.app.state.server.live, "publish", publish)  # type: ignore[attr-defined]
    delete(ann.client)
    assert ben.look()["stage"] != race["stage"]
    assert told[0] == ("race", "room")
    assert ("events", "race") in told
    assert told[-1][0] == "player"


@pytest.mark.parametrize("address", ["/account/sign-out", "/account/sign-out-everywhere", "/api/v1/logout"])
def test_nobody_is_paired_with_somebody_who_has_signed_out(two: list[RacerAtHome], clock: Clock, address: str) -> None:
    ann, ben = two
    assert seek(ann) is None
    assert ann.client.post(address, json={}).status_code in {200, 303}
    clock.pass_by(ANYBODY_MS)
    assert seek(ben) is None


@pytest.mark.parametrize("address", WAYS_IN)
def test_nobody_is_paired_with_an_account_whose_browser_has_signed_in_to_another(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock, address: str
) -> None:
    cat = arrive()
    claim(cat, "Cat")
    assert seek(cat) is None
    enter(cat.client, address)
    clock.pass_by(ANYBODY_MS)
    assert seek(two[1]) is None


def test_nobody_is_paired_with_somebody_whom_a_new_password_has_signed_out(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock
) -> None:
    ann, ben = two
    home = arrive().client
    enter(home, "/account/sign-in")
    assert seek(ann) is None
    changed = home.post("/account/password", data={"old": PASSWORD, "new": "another password"})
    assert changed.headers["location"] == "/account?done=password"
    clock.pass_by(ANYBODY_MS)
    assert seek(ben) is None


def test_nobody_is_paired_with_an_account_that_is_gone(two: list[RacerAtHome], arrive: Arrive, clock: Clock) -> None:
    ann, ben = two
    assert seek(ann) is None
    delete(ann.client)
    clock.pass_by(ANYBODY_MS)
    assert seek(ben) is None
    clock.pass_by(ANYBODY_MS)
    assert still(ben) is None
    cat = arrive()
    assert seek(cat) == still(ben) is not None


@pytest.mark.parametrize("address", WAYS_IN)
def test_a_guest_who_signs_in_to_an_account_that_races_here_too_leaves_the_race(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock, address: str
) -> None:
    ann, ben = two
    guest = arrive()
    code = ann.make()["code"]
    ben.join(code)
    guest.join(code, "Guest")
    started([*two, guest], clock)
    enter(guest.client, address)
    race = ben.look()
    assert {racer["name"]: racer["present"] for racer in race["racers"]} == {"Ann": True, "Ben": True, "Guest": False}
    assert guest.look()["session"] == ann.look()["session"]


@pytest.mark.parametrize("address", WAYS_IN)
def test_a_guest_who_signs_in_waits_for_nobody_any_more(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock, address: str
) -> None:
    ann, ben = two
    guest = arrive()
    assert seek(guest) is None
    enter(guest.client, address)
    clock.pass_by(ANYBODY_MS)
    assert seek(ben) is None
    assert ann.client.get("/account").status_code == 200


def test_tournaments_are_left_and_games_given_up_before_an_account_goes(ground: Ground) -> None:
    ground.stock(6)
    connection, begun, waiting = ground.connection, ground.make().code, ground.make().code
    visit = accounts.claim(connection, Visit(ANN), "Ann", "x", ["d"], ground.now)
    for code in (begun, waiting):
        tournaments.join(connection, code, visit, tournaments.JoinRequest(), ground.now)
    session = ground.next(begun, ANN)
    account = accounts.own(connection, visit)
    with pytest.raises(Impossible, match="a race, a tournament or a daily again"):
        parting.remove_account(connection, account, ground.now)
    assert parting.leave_next(connection, ANN, ground.now)
    assert entrants.find(connection, waiting, ANN) is None
    assert parting.leave_next(connection, ANN, ground.now)
    left = sessions.find(connection, session.id)
    assert left
    assert left.status is Status.GIVEN_UP
    assert parting.leave_next(connection, ANN, ground.now) is None
    parting.remove_account(connection, account, ground.now)
    assert accounts.is_guest(connection, ANN)


def delete_on_a_server_of_its_own(url: str, visit: Visit) -> None:
    """Delete an account as a server does, step by step."""
    engine, goes_on = plain_engine(url), True
    while goes_on:
        with engine.begin() as opened:
            goes_on = parting.leave_next(opened, visit.player_id, NOW + COUNTDOWN_MS) is not None
    with engine.begin() as opened:
        parting.remove_account(opened, accounts.own(opened, visit), NOW + COUNTDOWN_MS)


@ON_POSTGRES
def test_of_three_who_leave_a_heat_at_once_on_several_servers_one_has_won_it(url: str) -> None:
    for time in range(3):
        with plain_engine(url).begin() as opened:
            ids = [f"p{time}-{number:013}" for number in range(3)]
            visits = [accounts.claim(opened, Visit(one), one, "x", ["d"], NOW) for one in ids]
            code = races.make(opened, RaceEntrant(ids[0]), ANY_DEALS, NOW).code
            for one in ids[1:]:
                races.join(opened, code, RaceEntrant(one), NOW)
            for one in ids:
                races.be_ready(opened, code, one, NOW)
            assert races.settle(opened, code, NOW + COUNTDOWN_MS).heat
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(partial(delete_on_a_server_of_its_own, url), visits))
        with plain_engine(url).begin() as opened:
            race = races.look(opened, code)
            outcomes = sorted(run.outcome or "" for run in race.heats[-1].runs)
            assert (race.heat, race.present, outcomes) == (None, (), ["forfeited", "forfeited", "stopped"])
            assert opened.execute(select(rating_change.c.player_id)).all() == []


def begin_heat(url: str, code: str) -> None:
    """Let the countdown of a race end, on a server of its own."""
    with plain_engine(url).begin() as opened:
        races.settle(opened, code, NOW + COUNTDOWN_MS)


def sign_in(url: str, visit: Visit, guest_id: str) -> None:
    """Sign in to an account as a guest, on a server of its own."""
    with plain_engine(url).begin() as opened:
        accounts.enter(opened, accounts.own(opened, visit), Visit(guest_id))


@ON_POSTGRES
def test_whoever_signs_in_while_another_server_begins_the_heat_races_in_it(url: str) -> None:
    for time in range(5):
        guest, mine, other = (f"{time}{name:0>15}" for name in ("guest", "mine", "other"))
        with plain_engine(url).begin() as opened:
            visit = accounts.claim(opened, Visit(mine), mine, "x", ["d"], NOW)
            code = races.make(opened, RaceEntrant(guest), ANY_DEALS, NOW).code
            races.join(opened, code, RaceEntrant(other), NOW)
            for one in (guest, other):
                races.be_ready(opened, code, one, NOW)
        with ThreadPoolExecutor(2) as threads:
            works = [threads.submit(begin_heat, url, code), threads.submit(sign_in, url, visit, guest)]
            for work in works:
                work.result()
        with plain_engine(url).begin() as opened:
            race = races.look(opened, code)
            assert race.heat
            assert {run.player_id for run in race.heat.runs} == {mine, other}
            assert {racer.player_id for racer in race.racers if racer.raced} == {mine, other}


Entering = Callable[[Connection, str, str], object]


@pytest.mark.parametrize(
    "enter",
    [
        lambda connection, room, _: races.join(connection, room, RaceEntrant(ANN), NOW),
        lambda connection, *_: races.make(connection, RaceEntrant(ANN), ANY_DEALS, NOW),
        lambda connection, *_: pairing.seek(connection, RaceEntrant(ANN), ANY_DEALS.variant, NOW),
        lambda connection, _, code: tournaments.join(connection, code, Visit(ANN, 2), JoinRequest(), NOW),
        lambda connection, *_: puzzle_runs.begin(connection, puzzle_runs.plan(ANN, RunKind.STREAK, None, NOW)),
    ],
    ids=["room", "own room", "queue", "tournament", "run"],
)
def test_whoever_deletes_the_account_while_entering_something_is_not_in_it(ground: Ground, enter: Entering) -> None:
    # On PostgreSQL, the request has checked its visit and then waits until the deletion has ended.
    connection = ground.connection
    visit = accounts.claim(connection, Visit(ANN), "Ann", "x", ["d"], NOW)
    room = races.make(connection, RaceEntrant("host000000000000"), ANY_DEALS, NOW).code
    code = ground.make().code
    parting.remove_account(connection, accounts.own(connection, visit), NOW)
    with pytest.raises(SignedOut):
        enter(connection, room, code)


def forget(client: TestClient) -> None:
    """Delete what a guest has played."""
    assert client.post("/account/forget").headers["location"] == "/"


def test_a_guest_deletes_what_is_kept_without_a_script_and_the_browser_forgets_them(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    table = ann.client.post("/fortress/4").headers["location"]
    assert ben.client.get(table).status_code == 403
    assert 'href="/account/forget"' in ann.client.get("/account").text
    assert 'action="/account/forget"' in ann.client.get("/account/forget").text
    kept = dict(ann.client.cookies)
    forget(ann.client)
    assert "rampart" not in ann.client.cookies
    assert ann.client.get(table).status_code in {401, 403}
    assert "keeps nothing about you" in ann.client.get("/account/forget").text
    # Another tab whose request was on its way, or somebody who has kept the cookie.
    for name, value in kept.items():
        ann.client.cookies.set(name, value)
    for answer in (ann.client.post("/account/forget"), ann.client.post("/api/v1/sessions", json={"game": "fortress"})):
        assert answer.status_code == 401


def test_two_tabs_of_a_guest_that_delete_at_once_delete_once(arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = arrive()
    ann.client.post("/fortress/4")
    cookies, leave = dict(ann.client.cookies), parting.leave_next
    told = list[int]()

    def meanwhile(connection: Connection, player_id: str, now: int) -> object:
        # The first tab is about to delete, and now the second one does.
        if not told:
            told.append(0)
            accounts.remove_guest(connection, Visit(player_id), now)
        return leave(connection, player_id, now)

    monkeypatch.setattr(parting, "leave_next", meanwhile)
    assert ann.client.post("/account/forget").status_code == 401
    monkeypatch.undo()
    for name, value in cookies.items():
        ann.client.cookies.set(name, value)
    assert ann.client.get("/account/forget").status_code == 401


def test_a_guest_who_deletes_in_mid_heat_has_lost_it_and_the_rival_has_won_at_once(
    arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: 4)
    ann, ben = arrive(), arrive()
    claim(ben, "Ben")
    ben.join(ann.make()["code"])
    started([ann, ben], clock)
    ben.any_move()
    forget(ann.client)
    race = ben.look()
    assert places(race) == {"Ben": (1, "stopped"), "Somebody": (2, "forfeited")}


def test_an_account_is_not_deleted_as_a_guest_and_whoever_never_played_has_nothing_to_delete(
    two: list[RacerAtHome], arrive: Arrive
) -> None:
    nobody = arrive()
    nobody.client.cookies.clear()
    for client in (two[0].client, nobody.client):
        assert 'action="/account/forget"' not in client.get("/account/forget").text
        assert client.post("/account/forget").status_code == 404
    assert two[0].client.get("/account/forget", follow_redirects=False).headers["location"] == "/account"
    assert "Ann" in two[0].client.get("/account").text


def test_a_guest_who_has_a_cookie_but_did_nothing_yet_deletes_it(arrive: Arrive) -> None:
    ann = arrive()
    # The server gives a cookie, and then refuses.
    assert ann.client.post("/api/v1/sessions", json={"game": "fortress", "deal": 0}).status_code == 404
    forget(ann.client)
    assert "rampart" not in ann.client.cookies


def test_a_guest_who_made_an_account_meanwhile_is_not_deleted(connection: Connection) -> None:
    begin(connection)
    accounts_rows.add(connection, an_account(PLAYER.id, "Ann"))
    with pytest.raises(Impossible, match="You have an account"):
        parting.remove_guest(connection, Visit(PLAYER.id), NOW)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_deletes_no_guest(arrive: Arrive, site: str) -> None:
    ann = arrive()
    ann.client.post("/fortress/4")
    assert ann.client.post("/account/forget", headers={"sec-fetch-site": site}).status_code == 403
    assert ann.client.get("/account/forget").status_code == 200
