"""When a round begins: once everybody is ready, or a minute after enough are."""

from dataclasses import replace

from app.features.races.values import idling
from app.features.races.values import race as racing
from app.features.races.values.race import COUNTDOWN_MS, READY_MS, RaceStage
from tests.app.races.test_rules import NOW, room, run, running


def test_the_countdown_begins_when_all_are_ready_and_there_are_two() -> None:
    alone = racing.settle(racing.be_ready(room("Ann"), "Ann"), NOW)
    assert alone.stage is RaceStage.GATHERING
    two = racing.settle(racing.be_ready(room("Ann", "Ben"), "Ann"), NOW)
    assert two.stage is RaceStage.GATHERING
    both = racing.settle(racing.be_ready(two, "Ben"), NOW)
    assert (both.stage, both.starts_at, both.due_at) == (RaceStage.COUNTDOWN, NOW + COUNTDOWN_MS, NOW + COUNTDOWN_MS)


def test_a_round_begins_a_minute_after_two_are_ready_however_many_others_are_not() -> None:
    over = racing.stop(running(run("Ann"), run("Ben"), run("Cid")), NOW)
    one = racing.settle(racing.be_ready(over, "Ann"), NOW)
    assert (one.stage, idling.may_begin(one, NOW)) == (RaceStage.GATHERING, False)
    two = racing.settle(racing.be_ready(one, "Ben"), NOW)
    assert (two.stage, two.starts_at, two.due_at) == (RaceStage.COUNTDOWN, NOW + READY_MS, NOW + READY_MS)
    # Who leads may still begin at once, until only the short countdown is left.
    begins = NOW + READY_MS - COUNTDOWN_MS
    assert [idling.may_begin(two, at) for at in (NOW, begins - 1, begins)] == [True, True, False]
    for at in (NOW + 1, NOW + READY_MS):
        assert racing.settle(two, at).starts_at == NOW + READY_MS
    assert not racing.wants_deal(two, NOW + READY_MS - 1)
    assert racing.wants_deal(racing.settle(two, NOW + READY_MS), NOW + READY_MS)
    # The last one to be ready shortens it, and so does whoever leaves.
    for change in (racing.be_ready(two, "Cid"), racing.leave(two, "Cid", NOW + 9)):
        assert racing.settle(change, NOW + 9).starts_at == NOW + 9 + COUNTDOWN_MS


def test_no_newcomers_alone_begin_a_round_of_a_room_that_has_raced() -> None:
    over = racing.stop(running(run("Ann"), run("Ben")), NOW)
    strangers = replace(over, racers=(*over.racers, *room("Xan", "Yul").racers))
    ready = racing.settle(racing.be_ready(racing.be_ready(strangers, "Xan"), "Yul"), NOW)
    assert (ready.stage, ready.starts_at) == (RaceStage.GATHERING, None)
    assert racing.settle(racing.be_ready(ready, "Ben"), NOW).starts_at is None, "one who raced is not two"
    assert racing.settle(racing.be_ready(ready, "Ann"), NOW).starts_at == NOW + READY_MS


def test_the_first_round_of_a_room_waits_for_the_host() -> None:
    guests = racing.be_ready(racing.be_ready(room("Ann", "Ben", "Cid"), "Ben"), "Cid")
    race = racing.settle(guests, NOW)
    assert (race.stage, idling.may_begin(race, NOW)) == (RaceStage.GATHERING, True)
    without = racing.settle(racing.be_ready(racing.be_ready(room("Ann", "Ben", "Cid"), "Ann"), "Ben"), NOW)
    assert (without.stage, without.starts_at) == (RaceStage.COUNTDOWN, NOW + READY_MS)


def test_a_countdown_is_broken_off_when_too_few_are_left() -> None:
    race = racing.settle(racing.be_ready(racing.be_ready(room("Ann", "Ben"), "Ann"), "Ben"), NOW)
    assert racing.settle(racing.leave(race, "Ben", NOW), NOW).stage is RaceStage.GATHERING


def test_a_countdown_is_no_longer_for_a_clock_that_was_set_back() -> None:
    race = racing.begin(racing.be_ready(racing.be_ready(room("Ann", "Ben"), "Ann"), "Ben"), NOW)
    race = racing.settle(race, NOW)
    hour_before = NOW - 3_600_000
    assert not racing.is_due(race, NOW)
    assert racing.is_due(race, hour_before)
    assert racing.settle(race, hour_before).starts_at == hour_before + COUNTDOWN_MS
