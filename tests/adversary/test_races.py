"""Races that somebody means to hold up, to break or to win by a program."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select

from app.core.bounds import MOST_EVER_IN_A_RACE
from app.core.due import MOST_TRIES
from app.core.refusals import Impossible
from app.core.store.ids import new_id
from app.features.races.rows import races as store
from app.features.races.service import heats, moderating, races, rounds
from app.features.races.service.races import SET_ASIDE, RaceEntrant
from app.features.races.tables import race as race_table
from app.features.races.tables import racer, run
from app.features.races.values.idling import IDLE_MS, STILL_MS
from app.features.races.values.race import COUNTDOWN_MS, GRACE_MS, LONGEST_PAUSE_MS, REST_MS, WAIT_MS, Race, Racer
from app.features.races.words.race import NOT_PROVED
from app.people.tables import player
from app.play.values.shelf import Shelf
from engine.games import variant_of
from tests.app.conftest import client, database_url
from tests.app.races.conftest import PATIENCE_SECONDS, Arrive, Clock, RacerAtHome, arrive, clock
from tests.app.races.factories import race_terms
from tests.app.races.test_a_race import started, two, until
from tests.databases import plain_engine
from tests.engine.verdicts import win

__all__ = ["arrive", "client", "clock", "database_url", "two"]

WIN = win("fortress", {}, "3")
ANY_DEALS = race_terms()
PROVED_DEALS = replace(ANY_DEALS, winnable=True)


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the deals kept ready for races, none at first."""
    kept: list[int] = []
    monkeypatch.setattr("app.features.races.service.heats.stock.take_for_race", lambda *_: kept.pop() if kept else None)
    monkeypatch.setattr(
        "app.features.races.service.rounds.stock.counts_for_races",
        lambda _: {Shelf.for_races(variant_of("fortress", "")): len(kept)},
    )
    return kept


@pytest.fixture
def seeking(arrive: Arrive, clock: Clock, proved: list[int]) -> list[RacerAtHome]:
    """Return a host and a guest in a race that looks for a proved deal."""
    assert not proved
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann", winnable=True)["code"], "Ben")
    for one in (ann, ben):
        one.do("ready")
    clock.pass_by(COUNTDOWN_MS)
    until(ann, lambda race: race["stage"] == "seeking")
    return [ann, ben]


def let_pass(clock: Clock, database_url: str, ms: int, code: str, *present: str) -> None:
    """Let so much time pass, while the racers of these names give a sign every half minute."""
    seen = racer.update().where(racer.c.code == code, racer.c.name.in_(present))
    while ms > 0:
        step = min(ms, REST_MS // 2)
        clock.pass_watched(step, database_url)
        with plain_engine(database_url).begin() as connection:
            connection.execute(seen.values(seen_at=clock.ms))
        ms -= step


def wait_for(database_url: str, code: str, holds: Callable[[Any], Any]) -> None:
    """Wait until something holds of the row of a race."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with plain_engine(database_url).connect() as connection:
        while not holds(connection.execute(select(race_table).where(race_table.c.code == code)).one()):
            assert time.monotonic() < deadline
            time.sleep(0.02)


def added_player(connection: Connection, now: int) -> str:
    """Add somebody new."""
    player_id = new_id(now)
    connection.execute(insert(player).values(id=player_id, made_at=now))
    return player_id


@contextmanager
def counted(connection: Connection) -> Iterator[list[int]]:
    """Collect, for each statement, how many times it is carried out."""
    executed: list[int] = []

    def note(*told: Any) -> None:
        _, _, _, parameters, _, many = told
        executed.append(len(parameters) if many else 1)

    event.listen(connection, "before_cursor_execute", note)
    try:
        yield executed
    finally:
        event.remove(connection, "before_cursor_execute", note)


# A race that wants a proved deal waits until there is one.


def test_a_race_without_a_proved_deal_waits_and_says_so_and_goes_on_when_one_is_found(
    seeking: list[RacerAtHome], clock: Clock, proved: list[int]
) -> None:
    ann, ben = seeking
    assert "Looking for a deal that is proved winnable" in ann.look()["notice"]
    assert "Looking for a deal" in ben.client.get(f"/races/{ann.code}").text
    assert ann.client.post("/fortress/5").status_code == 303
    clock.pass_by(LONGEST_PAUSE_MS)
    assert ann.look()["heats"] == []
    clock.pass_by(60_000)
    assert "For 1 minute no deal" in ann.look()["notice"]
    proved.append(1 << 62)
    clock.pass_by(LONGEST_PAUSE_MS)
    race = until(ann, lambda race: race["stage"] == "running")
    assert race["heats"][0]["proved"]


def test_the_host_can_choose_any_deal_while_one_is_looked_for_and_nobody_else_can(seeking: list[RacerAtHome]) -> None:
    ann, ben = seeking
    assert ben.act("deal-any").status_code == 403
    assert 'id="deal-any"' in ann.client.get(f"/races/{ann.code}/room").text
    assert 'id="deal-any"' not in ben.client.get(f"/races/{ann.code}/room").text
    race = ann.do("deal-any")
    assert (race["stage"], race["heats"][0]["proved"]) == ("running", False)
    assert NOT_PROVED in ben.client.get(f"/races/{ann.code}/room").text
    assert ann.act("deal-any").status_code == 422


def test_anybody_can_leave_a_race_that_looks_for_a_deal(seeking: list[RacerAtHome]) -> None:
    ann, ben = seeking
    assert ann.do("leave")["stage"] == "gathering"
    assert [(one["name"], one["host"]) for one in ben.look()["racers"]] == [("Ben", True)]


@pytest.mark.long
def test_whoever_is_away_while_a_deal_is_looked_for_is_let_go(
    seeking: list[RacerAtHome], clock: Clock, database_url: str
) -> None:
    code = seeking[0].code
    for _ in range((GRACE_MS + REST_MS) // LONGEST_PAUSE_MS):
        clock.pass_by(LONGEST_PAUSE_MS)
        wait_for(database_url, code, lambda row: row.due_at is None or row.due_at > clock.ms)
    wait_for(database_url, code, lambda row: (row.seeking_since, row.due_at) == (None, None))


def test_races_that_look_for_a_deal_cost_one_small_statement_each_time(url: str) -> None:
    costs = []
    for count in (5, 15):
        with plain_engine(url).begin() as connection:
            now = count * 1_000_000
            for _ in range(count):
                made = races.make(connection, RaceEntrant(added_player(connection, now)), PROVED_DEALS, now)
                store.change(connection, made, replace(made, seeking_since=now, due_at=now + 1000))
            with counted(connection) as executed:
                page = rounds.page(connection, now + 1000)
                store.put_off(connection, page.waiting)
            assert (len(page.waiting), page.due) == (count, ())
            costs.append(sum(executed))
            connection.execute(race_table.update().values(due_at=None))
    assert costs[1] - costs[0] <= 10


def test_the_deals_of_races_come_from_more_numbers_than_can_be_tried(two: list[RacerAtHome], clock: Clock) -> None:
    deals = []
    for _ in range(2):
        started(two, clock)
        for one in two:
            one.give_up()
        deals.append(int(two[0].look()["heats"][-1]["deal"]))
    assert min(deals) > 10**12
    assert deals[0] != deals[1]


# The server tries a broken race again, then sets it aside, and nothing else waits for it.


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the codes of races whose heats cannot begin."""
    codes: set[str] = set()
    run_heat = heats.run

    def failing(connection: Connection, race: Race, *rest: Any) -> Race:
        if race.code in codes:
            raise ZeroDivisionError
        return run_heat(connection, race, *rest)

    monkeypatch.setattr("app.features.races.service.heats.run", failing)
    return codes


def ready_pair(arrive: Arrive) -> list[RacerAtHome]:
    """Make two racers ready in a race of their own."""
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann")["code"], "Ben")
    for one in (ann, ben):
        one.do("ready")
    return [ann, ben]


def fail_to_the_end(clock: Clock, database_url: str, code: str) -> None:
    """Run a failing race as often as the server tries it again."""
    for _ in range(MOST_TRIES):
        clock.pass_by(REST_MS // 2)
        wait_for(database_url, code, lambda row: row.set_aside_at or row.due_at > clock.ms)
    wait_for(database_url, code, lambda row: row.set_aside_at)


def test_a_race_that_fails_stops_no_other_and_is_set_aside_after_some_tries(
    arrive: Arrive, clock: Clock, database_url: str, broken: set[str], caplog: pytest.LogCaptureFixture
) -> None:
    (ann, ben), others = ready_pair(arrive), ready_pair(arrive)
    broken.add(ann.code)
    clock.pass_by(COUNTDOWN_MS)
    until(others[0], lambda race: race["stage"] == "running")
    until(ann, lambda race: (race["notice"] or "").endswith("will try again in a moment."))
    assert ann.act("ready").status_code == 422
    fail_to_the_end(clock, database_url, ann.code)
    race = ann.look()
    assert (race["stage"], race["notice"]) == ("set-aside", SET_ASIDE)
    assert SET_ASIDE in ben.client.get(f"/races/{ann.code}").text
    refused = arrive().client.post(f"/api/v1/races/{ann.code}/join", json={})
    assert (refused.status_code, refused.json()["detail"]) == (422, SET_ASIDE)
    assert [one["name"] for one in ben.do("leave")["racers"]] == ["Ann"]
    told = [record for record in caplog.records if record.exc_info and record.exc_info[0] is ZeroDivisionError]
    assert len(told) == MOST_TRIES


def test_a_race_that_fails_once_goes_on(arrive: Arrive, clock: Clock, database_url: str, broken: set[str]) -> None:
    ann, _ = ready_pair(arrive)
    broken.add(ann.code)
    clock.pass_by(COUNTDOWN_MS)
    wait_for(database_url, ann.code, lambda row: row.failures == 1)
    broken.clear()
    clock.pass_by(REST_MS // 2)
    assert until(ann, lambda race: race["stage"] == "running")["session"]
    wait_for(database_url, ann.code, lambda row: row.failures == 0)


def test_games_of_a_race_that_was_set_aside_can_be_finished(
    two: list[RacerAtHome], clock: Clock, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(two, clock)
    address = f"/api/v1/sessions/{two[0].look()['session']}"

    def failing(*_: object) -> Race:
        raise ZeroDivisionError

    monkeypatch.setattr("app.features.races.service.races.racing.settle", failing)
    fail_to_the_end(clock, database_url, two[0].code)
    session = two[0].client.get(address).json()
    assert session["deal"]
    over = two[0].client.post(f"{address}/give-up", json={"seq": session["seq"]})
    assert (over.status_code, over.json()["status"]) == (200, "given-up")
    assert two[0].look()["notice"] == SET_ASIDE


# Nobody holds up a room.


def test_the_host_can_let_an_idle_racer_go_and_nobody_else(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock, database_url: str
) -> None:
    ann, ben = two
    cid = arrive()
    cid.join(ann.code, "Cid")
    started([ann, ben, cid], clock)
    address = f"/api/v1/races/{ann.code}/dismiss"
    assert ann.client.post(address, json={"racer": "Ben"}).status_code == 422
    let_pass(clock, database_url, IDLE_MS, ann.code, "Ann", "Cid")
    assert [one["idle"] is None for one in ann.look()["racers"]] == [True, False, True]
    assert "idle for 1 minute" in cid.client.get(f"/races/{ann.code}").text
    assert cid.client.post(address, json={"racer": "Ben"}).status_code == 403
    assert ann.client.post(address, json={"racer": "Nobody"}).status_code == 404
    assert ann.client.post(address, json={"racer": "Cid"}).status_code == 422
    assert 'value="Ben"' in ann.client.get(f"/races/{ann.code}").text
    assert ann.client.post(f"/races/{ann.code}/dismiss", data={"racer": "Ben"}).status_code == 303
    race = ann.look()
    assert [one["present"] for one in race["racers"]] == [True, False, True]
    assert {one["name"]: one["outcome"] for one in race["heats"][-1]["runs"]}["Ben"] == "forfeited"


@pytest.mark.long
def test_an_open_tab_in_which_nothing_is_done_holds_up_nobody_for_ever(
    two: list[RacerAtHome], clock: Clock, database_url: str
) -> None:
    ann, _ = two
    started(two, clock)
    ann.give_up()
    refused = ann.act("ready")
    assert refused.status_code == 422
    assert "by itself" in refused.json()["detail"]
    assert "in 5 minutes if nobody still racing makes a move" in ann.look()["notice"]
    let_pass(clock, database_url, WAIT_MS, ann.code, "Ann", "Ben")
    until(ann, lambda race: race["stage"] == "gathering")
    assert {one["name"]: one["outcome"] for one in ann.look()["heats"][-1]["runs"]}["Ben"] == "stopped"


def test_while_the_host_does_nothing_another_can_begin(
    two: list[RacerAtHome], arrive: Arrive, clock: Clock, database_url: str
) -> None:
    ann, ben = two
    cid = arrive()
    cid.join(ann.code, "Cid")
    ben.do("ready")
    cid.do("ready")
    assert ben.act("begin").status_code == 403
    let_pass(clock, database_url, STILL_MS, ann.code, "Ann", "Ben", "Cid")
    assert ben.do("begin")["stage"] == "countdown"


# What people can make grow has a bound.


def test_many_who_join_and_leave_leave_nothing_and_cost_the_same_each(url: str) -> None:
    costs = []
    with plain_engine(url).begin() as connection:
        host = added_player(connection, 1)
        code = races.make(connection, RaceEntrant(host), ANY_DEALS, 1).code
        for _ in range(60):
            with counted(connection) as executed:
                guest = new_id(1)
                races.join(connection, code, RaceEntrant(guest), 1)
                races.leave(connection, code, guest, 1)
            costs.append(sum(executed))
        assert connection.execute(select(racer.c.player_id)).scalars().all() == [host]
    assert len(set(costs)) == 1


def test_only_so_many_people_may_ever_race_in_a_room(url: str) -> None:
    with plain_engine(url).begin() as connection:
        code = races.make(connection, RaceEntrant(added_player(connection, 1)), ANY_DEALS, 1).code
        old = races.look(connection, code)
        gone = tuple(
            Racer(added_player(connection, 1), f"Gone {number}", 1, 1, left=True, raced=True)
            for number in range(1, MOST_EVER_IN_A_RACE)
        )
        store.change(connection, old, replace(old, racers=old.racers + gone))
        with pytest.raises(Impossible, match="takes no more"):
            races.join(connection, code, RaceEntrant(new_id(1)), 1)
        assert len(races.join(connection, code, RaceEntrant(gone[0].player_id), 1).present) == 2


# Wins in races get the same look as those in dailies.


@pytest.mark.parametrize("pauses", [[0], [900, 2100, 1400, 3300, 700]], ids=["program", "person"])
def test_a_win_at_a_programs_pace_is_marked_for_the_operator_and_shown_to_nobody_else(
    two: list[RacerAtHome], clock: Clock, database_url: str, monkeypatch: pytest.MonkeyPatch, pauses: list[int]
) -> None:
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: int(WIN.deal))
    ann, ben = two
    started(two, clock)
    address = f"/api/v1/sessions/{ann.look()['session']}"
    seq = 0
    for number, move in enumerate(WIN.line):
        clock.pass_by(pauses[number % len(pauses)])
        seq = ann.client.post(f"{address}/moves", json={"seq": seq, "move": str(move)}).json()["seq"]
    race = ben.look()
    assert [one["outcome"] for one in race["heats"][-1]["runs"]] == ["won", "stopped"]
    with plain_engine(database_url).connect() as connection:
        found = moderating.doubtful_runs(connection, clock.ms)
        kept = connection.execute(select(run.c.doubts).where(run.c.outcome == "won")).scalar_one()
    assert [one.name for one in found] == (["Ann"] if pauses == [0] else [])
    assert bool(kept) is (pauses == [0])
    assert "under 80 ms" not in ben.client.get(f"/races/{ann.code}").text + str(race)
