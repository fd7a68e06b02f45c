"""The machine's clock is set by an hour or a day while people play."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.core import clock as times
from app.core.clock import BOOT, DOUBT_MS, TimeReport, due_ms, now_ms
from app.core.live.calm import Calm
from app.core.store.opening import open_database
from app.core.timekeeping import Timekeeper
from app.features.daily.service import closing
from app.features.races.values.pairing import GONE_MS
from app.features.races.values.race import COUNTDOWN_MS
from tests.app.conftest import client, database_url
from tests.app.daily.conftest import CLOSING, FORTRESS, Challenger, Document, Host, _only_the_test_closes_days, host
from tests.app.daily.conftest import Arrive as Begin
from tests.app.daily.conftest import arrive as begin
from tests.app.races.conftest import Arrive, Clock, RacerAtHome, arrive, clock
from tests.app.races.test_a_race import deal_4, started, two, until
from tests.app.races.test_pairing import seek
from tests.clocks import clocks
from tests.closing import close_days
from tests.databases import transaction
from tests.faults.steadfast import FORTRESS as PLANNED
from tests.faults.steadfast import expect_sound, plan
from tests.lengths import a_few

__all__ = ["_only_the_test_closes_days", "arrive", "begin", "client", "clock", "database_url", "deal_4", "host", "two"]

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
NOW = 1_800_000_000_000


@pytest.mark.parametrize("leap", a_few([-HOUR_MS, HOUR_MS], 1), ids=["back", "forward"])
@pytest.mark.parametrize("doubt", [1000, DOUBT_MS], ids=["at once", "believed"])
def test_a_game_goes_on_and_its_times_never_go_backwards(
    client: TestClient, clock: Clock, database_url: str, leap: int, doubt: int
) -> None:
    session = client.post("/api/v1/sessions", json={"game": "fortress", "deal": PLANNED.deal}).json()["id"]
    planned = plan(PLANNED)
    for seq, request in enumerate(planned):
        clock.leap = leap if seq >= len(planned) // 2 else 0
        clock.pass_by(doubt if seq == len(planned) // 2 + 1 else 1000)
        body = {"seq": seq} | ({"move": request.move} if request.move else {})
        assert client.post(f"/api/v1/sessions/{session}/{request.verb}", json=body).status_code == 200
    kept = client.get(f"/api/v1/sessions/{session}/export").json()
    taken = [entry["at"] for entry in kept["entries"]]
    assert (len(taken), taken, kept["status"]) == (len(planned), sorted(taken), "won")
    expect_sound(database_url)


def leap_believed(clock: Clock, leap: int) -> None:
    """Set the machine's clock, and let somebody look at it until it is believed."""
    now = clock.ms
    clock.leap += leap
    now_ms()
    clock.ms += DOUBT_MS
    assert abs(now_ms() - now - leap - DOUBT_MS) < 1000


@pytest.mark.usefixtures("deal_4")
@pytest.mark.parametrize("leap", a_few([HOUR_MS, -HOUR_MS], 1), ids=["forward", "back"])
def test_a_race_goes_on_and_nobody_forfeits(two: list[RacerAtHome], clock: Clock, database_url: str, leap: int) -> None:
    started(two, clock)
    clock.leap = leap
    for racer in two:
        racer.any_move()
    clock.pass_watched(20_000, database_url)
    race = two[0].look()
    assert [(run["outcome"], run["steps"]) for run in race["heats"][-1]["runs"]] == [(None, 1)] * 2
    for racer in two:
        racer.give_up()
    assert two[0].look()["stage"] == "gathering"
    expect_sound(database_url)


def test_a_countdown_in_the_middle_of_which_the_clock_is_set_back_ends_in_time(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann")["code"], "Ben")
    for racer in (ann, ben):
        racer.do("ready")
    clock.leap = -HOUR_MS
    until(ann, lambda race: race["stage"] == "countdown" and race["starts_in"] <= COUNTDOWN_MS / 1000)
    clock.pass_by(COUNTDOWN_MS)
    assert until(ann, lambda race: race["stage"] == "running")["heats"]


@pytest.mark.parametrize("believed", [False, True])
def test_whoever_left_the_queue_is_not_in_it_once_the_clock_is_set_back(
    arrive: Arrive, clock: Clock, *, believed: bool
) -> None:
    ann, ben = arrive(), arrive()
    assert seek(ann) is None
    if believed:
        leap_believed(clock, -HOUR_MS)
    else:
        clock.leap = -HOUR_MS
        clock.pass_by(GONE_MS + 1)
    assert seek(ben) is None
    assert ann.client.get("/api/v1/pairing").status_code == 404
    assert seek(ann) == seek(ben)


def test_a_day_ahead_for_a_while_closes_nothing_and_tells_nothing(begin: Begin, host: Host, database_url: str) -> None:
    ann = begin("Ann")
    session = ann.win(FORTRESS)
    for _ in range(35):
        host.clock.leap = DAY_MS
        host.clock.pass_by(1000)
        with transaction(database_url) as connection:
            assert closing.due(connection, due_ms()) == []
        assert told(ann, session) is None
        assert ann.look()["state"] == "open"
    host.clock.leap = 0
    assert [row["name"] for row in ann.board()["rows"]] == ["Ann"]
    host.clock.ms = CLOSING
    with transaction(database_url) as connection:
        assert close_days(connection, due_ms()) == 1
    assert told(ann, session) == FORTRESS.deal
    assert ann.look()["state"] == "closed"


def test_what_is_open_again_since_the_clock_was_set_back_is_hidden_again_and_nobody_begins_it(
    begin: Begin, host: Host, database_url: str
) -> None:
    ann, ben = begin("Ann"), begin("Ben")
    session = ann.win(FORTRESS)
    host.clock.ms = CLOSING
    with transaction(database_url) as connection:
        assert close_days(connection, due_ms()) == 1
    assert told(ann, session) == FORTRESS.deal
    leap_believed(host.clock, -DAY_MS)
    assert told(ann, session) is None
    seen = ben.look()
    assert (seen["state"], seen.get("deal")) == ("closing", None)
    assert ben.ask_to_start().status_code == 422
    assert ben.client.post("/api/v1/sessions", json={"game": "fortress", "deal": FORTRESS.deal}).status_code == 403


def told(challenger: Challenger, session: Document) -> str | None:
    """Return the number of a session's deal, as its player is told it."""
    deal: str | None = challenger.client.get(f"/api/v1/sessions/{session['id']}").json()["deal"]
    return deal


class Reading:
    """A machine's clocks."""

    wall, elapsed = NOW, 50_000_000

    def pass_by(self, ms: int) -> None:
        self.wall += ms
        self.elapsed += ms


@pytest.fixture
def machine() -> Iterator[Reading]:
    reading = Reading()
    with clocks(lambda: reading.wall, lambda: reading.elapsed):
        yield reading


@pytest.mark.parametrize("leap", [DAY_MS, -HOUR_MS])
def test_a_clock_that_leapt_is_believed_only_once_it_has_kept_to_its_time(machine: Reading, leap: int) -> None:
    machine.wall += leap
    assert now_ms() == NOW
    machine.pass_by(DOUBT_MS - 1)
    assert now_ms() == NOW + DOUBT_MS - 1
    machine.wall += leap
    machine.pass_by(1)
    assert now_ms() == NOW + DOUBT_MS
    machine.pass_by(DOUBT_MS)
    assert now_ms() == machine.wall


def test_small_steps_and_a_machine_that_slept_need_no_doubt(machine: Reading) -> None:
    for step in (5_000, -5_000, 60):
        machine.wall += step
        assert now_ms() == machine.wall
    machine.pass_by(8 * HOUR_MS)
    assert now_ms() == due_ms() == machine.wall


@pytest.mark.parametrize("astray", [DAY_MS, -HOUR_MS])
def test_a_clock_since_the_start_that_is_set_like_that_on_the_wall_is_seen_through(
    astray: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, count = [HOUR_MS], tmp_path / "uptime"
    monkeypatch.setattr(times, "_COUNT", count)
    monkeypatch.setattr("time.clock_gettime_ns", lambda _: ran[0] * 1_000_000)
    count.write_text("60.00 100.00\n")
    stopwatch = times.Stopwatch()
    ran[0] += astray + 1000
    count.write_text("61.00 101.00\n")
    assert stopwatch.read() == HOUR_MS + 1000
    ran[0] += 500
    assert stopwatch.read() == HOUR_MS + 1500
    ran[0] += HOUR_MS - astray
    count.write_text("3661.50 4000.00\n")
    assert stopwatch.read() == 2 * HOUR_MS + 1500, "the machine slept for an hour"


@pytest.mark.parametrize(("away", "held"), [(60_000, False), (8 * HOUR_MS, True), (-HOUR_MS, False)])
def test_a_machine_that_starts_long_after_what_was_told_last_closes_nothing_for_a_while(
    machine: Reading, away: int, *, held: bool
) -> None:
    before = TimeReport("before", "another start", 1, NOW - away, sure=True)
    times.CLOCK.learn([before])
    assert (now_ms(), due_ms()) == (NOW, NOW - away if held else NOW)
    machine.pass_by(DOUBT_MS)
    assert due_ms() == machine.wall


def test_a_server_that_starts_within_a_leap_knows_by_its_machine_what_time_it_is(machine: Reading) -> None:
    before = TimeReport("before", BOOT, machine.elapsed, NOW, sure=True)
    machine.pass_by(20_000)
    machine.wall += DAY_MS
    with clocks(lambda: machine.wall, lambda: machine.elapsed):
        times.CLOCK.learn([before])
        assert now_ms() == due_ms() == NOW + 20_000


def test_servers_believe_no_leap_that_another_one_denies(machine: Reading) -> None:
    machine.wall += DAY_MS
    for _ in range(10):
        now_ms()
        machine.pass_by(DOUBT_MS // 2)
        assert not times.CLOCK.compare([TimeReport("another", "elsewhere", 1, machine.wall - DAY_MS, sure=True)])
        assert abs(now_ms() - (machine.wall - DAY_MS)) < 1000
    assert times.CLOCK.compare([TimeReport("another", "elsewhere", 1, machine.wall, sure=True)])
    assert now_ms() == due_ms() == machine.wall


def test_the_server_ahead_of_another_closes_nothing_before_it(machine: Reading) -> None:
    assert not times.CLOCK.compare([TimeReport("another", "elsewhere", 1, NOW - HOUR_MS, sure=True)])
    assert (now_ms(), due_ms()) == (NOW, NOW - HOUR_MS)
    machine.pass_by(DOUBT_MS)
    assert due_ms() == machine.wall


def test_servers_tell_each_other_the_time_and_heed_only_who_is_at_work(
    url: str, machine: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Calm, "lasts", False)

    async def together() -> None:
        async with open_database(url) as database:
            one, other = Timekeeper(database, Calm()), Timekeeper(database, Calm())
            await one.look()
            await other.look()
            machine.wall += DAY_MS
            assert now_ms() == NOW
            await one.look()
            # What is in doubt itself bears nothing out, and what was said before says nothing about now.
            assert now_ms() == NOW
            machine.pass_by(DOUBT_MS)
            await one.look()
            assert now_ms() == machine.wall
            monkeypatch.setattr(times, "BOOT", "another start")
            await other.look()
            assert due_ms() == machine.wall

    asyncio.run(together())
