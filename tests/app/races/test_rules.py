"""The rules of a race, on the value alone."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.races.values import idling, placing
from app.features.races.values import race as racing
from app.features.races.values.event import mark
from app.features.races.values.idling import AWAY_MS, IDLE_MS, STILL_MS
from app.features.races.values.race import (
    CHECK_MS,
    COUNTDOWN_MS,
    GRACE_MS,
    LONGEST_LIMIT_MS,
    LONGEST_PAUSE_MS,
    REST_MS,
    SHORTEST_PAUSE_MS,
    WAIT_MS,
    Heat,
    Race,
    Racer,
    RaceRun,
    RaceStage,
    RaceTerms,
    RunOutcome,
)
from engine.record import Status
from tests.app.races.factories import race_terms

NOW = 1_800_000_000_000
TERMS = race_terms()


def room(*names: str, terms: RaceTerms = TERMS) -> Race:
    """Return a race with these racers in it, the first one its host."""
    racers = tuple(Racer(name, name, NOW, NOW) for name in names)
    return Race("BCDFGH", terms, host_id=names[0], made_at=NOW, racers=racers)


def run(name: str, outcome: RunOutcome | None = None, home: int = 0, ms: int = 0) -> RaceRun:
    """Return a run that the racer of that name makes or has made."""
    status = Status(outcome) if outcome in {RunOutcome.WON, RunOutcome.GIVEN_UP} else Status.PLAYING
    return RaceRun(name, f"session of {name}", status, outcome, home, changed_at=NOW + ms, ms=ms)


def running(*runs: RaceRun, terms: RaceTerms = TERMS) -> Race:
    """Return a race in the middle of a heat."""
    race = room(*(one.player_id for one in runs), terms=terms)
    return replace(racing.run_heat(race, Heat(1, 1, 4, False, NOW, runs=runs), (), NOW), due_at=None)


def seen(race: Race, at: int) -> Race:
    """Return a race whose racers all gave a sign at a time, and that the referee looked after then."""
    return replace(race, due_at=at, racers=tuple(replace(racer, seen_at=at) for racer in race.racers))


def match(*winners: str, best_of: int) -> Race:
    """Return a race of Ann and Ben after heats won by these; an empty name stands for a tie."""
    heats = tuple(
        Heat(
            number,
            1,
            number,
            False,
            NOW,
            NOW + 1,
            tuple(run(name, RunOutcome.GIVEN_UP, home=int(winner == name)) for name in ("Ann", "Ben")),
        )
        for number, winner in enumerate(winners, start=1)
    )
    return replace(room("Ann", "Ben", terms=replace(TERMS, best_of=best_of)), heats=heats)


def order(*runs: RaceRun) -> list[tuple[int, str]]:
    """Return the places with the names."""
    return [(place, one.player_id) for place, one in placing.standings(runs)]


def test_finished_games_come_first_by_time_then_cards_home_and_last_who_forfeited() -> None:
    assert order(
        run("left", RunOutcome.FORFEITED, home=40),
        run("many home", RunOutcome.STOPPED, home=30),
        run("slow", RunOutcome.WON, home=52, ms=90_000),
        run("few home", RunOutcome.GIVEN_UP, home=2),
        run("quick", RunOutcome.WON, home=52, ms=80_000),
    ) == [(1, "quick"), (2, "slow"), (3, "many home"), (4, "few home"), (5, "left")]


def test_of_those_who_left_the_first_is_last() -> None:
    assert order(run("first", RunOutcome.FORFEITED, ms=5), run("later", RunOutcome.FORFEITED, ms=6), run("on")) == [
        (1, "on"),
        (2, "later"),
        (3, "first"),
    ]


def test_a_heat_is_cut_short_unless_its_time_was_up_or_the_others_had_waited() -> None:
    race = running(run("Ann", RunOutcome.WON, ms=1000), run("Ben", ms=2000), run("Cid"))
    cut = {at: racing.stop(race, at) for at in (NOW + 3000, NOW + 2000 + WAIT_MS, NOW + LONGEST_LIMIT_MS)}
    assert [placing.is_cut_short(one, one.heats[-1]) for one in cut.values()] == [True, False, False]


def test_equal_runs_share_their_place_and_the_next_one_is_left_out() -> None:
    assert order(
        run("a", RunOutcome.WON, ms=5),
        run("b", RunOutcome.WON, ms=5),
        run("c", RunOutcome.GIVEN_UP),
        run("d", RunOutcome.STOPPED),
    ) == [(1, "a"), (1, "b"), (3, "c"), (3, "d")]


@given(st.lists(st.tuples(st.sampled_from([None, *RunOutcome]), st.integers(0, 52), st.integers(0, 9)), max_size=12))
def test_a_place_is_one_more_than_there_are_better_runs(drawn: list[tuple[RunOutcome | None, int, int]]) -> None:
    runs = [run(str(at), outcome, home, ms) for at, (outcome, home, ms) in enumerate(drawn)]
    placed = placing.standings(runs)
    assert sorted(one.player_id for _, one in placed) == sorted(one.player_id for one in runs)
    places = [place for place, _ in placed]
    for place in places:
        assert place == 1 + sum(other < place for other in places)


@pytest.mark.parametrize(
    ("best_of", "winners", "champions"),
    [
        (1, ["Ann"], ["Ann"]),
        (1, [""], ["Ann", "Ben"]),
        (3, ["Ann"], []),
        (3, ["Ann", "Ben"], []),
        (3, ["Ann", "Ann"], ["Ann"]),
        (3, ["Ann", "Ben", "Ben"], ["Ben"]),
        (3, ["Ann", "", "Ben"], ["Ann", "Ben"]),
        (5, ["Ann", "Ann"], []),
        (5, ["Ann", "Ann", "Ann"], ["Ann"]),
    ],
)
def test_a_match_is_won_by_most_of_its_heats(best_of: int, winners: list[str], champions: list[str]) -> None:
    race = match(*winners, best_of=best_of)
    assert placing.champions(race) == champions
    assert placing.next_match(race) == (2 if champions else 1)


def test_a_heat_ends_with_its_last_run_and_nobody_is_ready_then() -> None:
    race = running(run("Ann"), replace(run("Ben"), status=Status.GIVEN_UP, changed_at=NOW + 7))
    race = racing.settle(race, NOW + 10)
    assert race.heat
    assert [one.outcome for one in race.heat.runs] == [None, RunOutcome.GIVEN_UP]
    won = replace(race.heat.runs[0], status=Status.WON, changed_at=NOW + 20)
    race = racing.settle(replace(race, heats=(replace(race.heat, runs=(won, race.heat.runs[1])),)), NOW + 21)
    assert race.heat is None
    assert [(one.outcome, one.ms) for one in race.heats[-1].runs] == [(RunOutcome.WON, 20), (RunOutcome.GIVEN_UP, 7)]
    assert not race.ready


def test_what_is_finished_after_the_limit_does_not_count() -> None:
    terms = replace(TERMS, limit_ms=60_000)
    late = replace(run("Ann"), status=Status.WON, changed_at=NOW + 60_001)
    just = replace(run("Ben"), status=Status.WON, changed_at=NOW + 60_000)
    race = racing.settle(running(late, just, terms=terms), NOW + 60_005)
    assert [one.outcome for one in race.heats[-1].runs] == [RunOutcome.STOPPED, RunOutcome.WON]


def test_the_time_away_counts_from_the_last_sight_or_the_last_move() -> None:
    race = running(run("Ann", ms=10_000), run("Ben"))
    at_the_edge = racing.settle(race, NOW + GRACE_MS)
    assert len(at_the_edge.present) == 2
    later = racing.settle(race, NOW + GRACE_MS + 1)
    assert [racer.name for racer in later.present] == ["Ann"]
    assert later.heat is None
    assert [one.outcome for one in later.heats[-1].runs] == [RunOutcome.STOPPED, RunOutcome.FORFEITED]


def test_of_all_who_are_away_for_too_long_the_one_who_was_there_last_wins() -> None:
    everybody_away = racing.settle(running(run("Ann", ms=2), run("Ben", ms=1), run("Cid")), NOW + 2 * GRACE_MS)
    assert everybody_away.present == ()
    assert placing.champions(everybody_away) == ["Ann"]
    at_once = racing.settle(running(run("Ann"), run("Ben")), NOW + 2 * GRACE_MS)
    assert placing.champions(at_once) == []


def test_nobody_waits_for_the_run_of_somebody_who_is_not_in_the_room() -> None:
    race = running(run("Ann"), run("Ben"))
    alone = racing.settle(replace(race, racers=race.racers[:1]), NOW)
    assert placing.champions(alone) == ["Ann"]


def test_a_game_that_is_over_when_the_others_leave_counts_as_it_ended() -> None:
    won = replace(run("Ann", ms=5), status=Status.WON)
    left = racing.leave(running(won, run("Ben")), "Ben", NOW + 6)
    assert [one.outcome for one in left.heats[-1].runs] == [RunOutcome.WON, RunOutcome.FORFEITED]


def test_a_racer_who_plays_on_against_a_result_is_not_alone() -> None:
    race = running(run("Ann", RunOutcome.GIVEN_UP, home=30), run("Ben"), run("Cid"))
    assert racing.settle(racing.leave(race, "Cid", NOW), NOW).heat


def test_time_for_which_no_server_looked_after_a_race_is_nobodys_absence() -> None:
    race = replace(running(run("Ann"), run("Ben")), due_at=NOW + CHECK_MS)
    hour_later = racing.settle(race, NOW + 3_600_000)
    assert len(hour_later.present) == 2
    assert hour_later.resumed_at == NOW + 3_600_000
    assert hour_later.heat
    assert idling.idle(hour_later, NOW + 3_600_000) == {}
    looked_after = replace(race, due_at=NOW + GRACE_MS)
    assert racing.settle(looked_after, NOW + GRACE_MS + 1).present == ()


def test_no_time_is_negative_for_a_clock_that_was_set_back() -> None:
    race = running(run("Ann"), run("Ben"))
    assert [one.ms for one in racing.stop(race, NOW - 1000).heats[-1].runs] == [0, 0]
    assert [one.ms for one in racing.leave(race, "Ann", NOW - 1000).heats[-1].runs] == [0, 0]


def test_what_has_ended_changes_no_more() -> None:
    race = running(run("Ann", RunOutcome.WON, 52, 5_000), run("Ben"))
    left = racing.settle(racing.leave(race, "Ann", NOW + 6_000), NOW + 6_000)
    assert left.heats[-1].runs[0] == race.heats[-1].runs[0]
    assert left.host_id == "Ben"


def test_a_race_is_looked_after_while_somebody_is_in_it() -> None:
    assert racing.settle(running(run("Ann"), run("Ben")), NOW).due_at == NOW + CHECK_MS
    empty = room("Ann")
    empty = racing.settle(racing.leave(empty, "Ann", NOW), NOW)
    assert empty.due_at is None


def test_a_mark_tells_nothing_of_its_session() -> None:
    assert mark("k3v9q0w2x7m4n8ta") == mark("k3v9q0w2x7m4n8ta") != mark("k3v9q0w2x7m4n8tb")
    assert "k3v9" not in mark("k3v9q0w2x7m4n8ta")


def test_who_leaves_without_having_raced_leaves_nothing_and_who_has_raced_stays_in_the_list() -> None:
    assert [racer.name for racer in racing.leave(room("Ann", "Ben"), "Ben", NOW).racers] == ["Ann"]
    left = racing.leave(running(run("Ann"), run("Ben")), "Ben", NOW)
    assert [(racer.name, racer.left) for racer in left.racers] == [("Ann", False), ("Ben", True)]


def test_who_gives_no_sign_is_idle_after_a_minute_and_a_half() -> None:
    race = running(run("Ann", ms=1), run("Ben"))
    assert idling.idle(race, NOW + IDLE_MS - 1) == {}
    assert idling.idle(race, NOW + IDLE_MS) == {"Ben": NOW}


def test_who_gives_no_sign_for_half_a_minute_is_away_and_counted_out_until_the_time_of_grace_is_over() -> None:
    race = running(run("Ann"), run("Ben"))
    moved = [running(run("Ann"), run("Ben", ms=ms)) for ms in (AWAY_MS - 1, AWAY_MS)]
    assert [idling.out_at(one, NOW + AWAY_MS) for one in moved] == [{}, {"Ann": NOW + GRACE_MS}]
    # As long as nobody gives a sign, it may be the servers that could store none.
    assert idling.out_at(race, NOW + IDLE_MS - 1) == {}
    assert idling.out_at(race, NOW + IDLE_MS) == {"Ann": NOW + GRACE_MS, "Ben": NOW + GRACE_MS}
    # Somebody who is there and only does nothing is not away.
    assert idling.out_at(seen(race, NOW + STILL_MS), NOW + STILL_MS) == {}


def test_who_is_there_and_makes_no_move_is_idle_after_ten_minutes() -> None:
    race = seen(running(run("Ann", ms=1), run("Ben"), run("Cid", RunOutcome.GIVEN_UP)), NOW + STILL_MS)
    assert idling.idle(race, NOW + STILL_MS) == {"Ben": NOW}


def test_who_is_there_and_does_not_become_ready_is_idle_after_ten_minutes() -> None:
    race = racing.be_ready(seen(room("Ann", "Ben"), NOW + STILL_MS), "Ann")
    assert idling.idle(race, NOW + STILL_MS) == {"Ben": NOW}


def test_while_the_host_is_idle_anybody_who_is_not_may_do_what_is_the_hosts() -> None:
    race = running(run("Ann"), run("Ben", ms=IDLE_MS), run("Cid"))
    who = ["Ann", "Ben", "Cid"]
    assert [idling.leads(race, name, NOW + IDLE_MS - 1) for name in who] == [True, False, False]
    assert [idling.leads(race, name, NOW + IDLE_MS) for name in who] == [True, True, False]


@pytest.mark.parametrize("outcome", [RunOutcome.WON, RunOutcome.GIVEN_UP])
def test_a_heat_ends_by_itself_when_others_wait_for_somebody_who_makes_no_move(outcome: RunOutcome) -> None:
    race = running(run("Ann", outcome, ms=1000), run("Ben", ms=2000), run("Cid", RunOutcome.GIVEN_UP, ms=1500))
    over = NOW + 2000 + WAIT_MS
    assert racing.waits_until(race, race.heats[-1]) == over
    assert racing.settle(seen(race, over - 1), over - 1).heat
    ended = racing.settle(seen(race, over - 1), over)
    assert [one.outcome for one in ended.heats[-1].runs] == [outcome, RunOutcome.STOPPED, RunOutcome.GIVEN_UP]


def test_of_two_the_first_to_finish_has_won_at_once_and_of_three_the_others_race_on() -> None:
    ann, ben = run("Ann", RunOutcome.WON, home=52, ms=1000), run("Ben", home=9)
    ended = racing.settle(seen(running(ann, ben), NOW + 1000), NOW + 1000)
    assert (ended.stage, ended.heats[-1].ended_at) == (RaceStage.GATHERING, NOW + 1000)
    assert [one.outcome for one in ended.heats[-1].runs] == [RunOutcome.WON, RunOutcome.STOPPED]
    assert racing.settle(seen(running(ann, ben, run("Cid")), NOW + 1000), NOW + 1000).heat
    # With more cards home than whoever stopped, one may still lose them again.
    assert racing.settle(seen(running(replace(ann, outcome=RunOutcome.GIVEN_UP, home=3), ben), NOW), NOW).heat


def test_somebody_who_plays_on_is_not_ended_by_those_who_wait_nor_by_those_who_have_left() -> None:
    over = NOW + 1000 + WAIT_MS
    playing = running(run("Ann", RunOutcome.WON, ms=1000), run("Ben", ms=WAIT_MS), run("Cid"))
    assert racing.settle(seen(playing, over), over).heat
    left = racing.leave(running(run("Ann"), run("Ben"), run("Cid")), "Ann", NOW)
    assert racing.waits_until(left, left.heats[-1]) is None
    assert racing.settle(seen(left, over), over).heat


def test_time_for_which_no_server_looked_after_a_race_ends_no_heat() -> None:
    race = replace(running(run("Ann", RunOutcome.WON, ms=1000), run("Ben"), run("Cid")), due_at=NOW + CHECK_MS)
    hour_later = NOW + 3_600_000
    race = racing.settle(race, hour_later)
    assert race.heat
    assert racing.waits_until(race, race.heats[-1]) == hour_later + WAIT_MS


def test_a_heat_without_a_limit_has_the_longest_there_is() -> None:
    race = running(run("Ann"), run("Ben"))
    end = NOW + LONGEST_LIMIT_MS
    assert racing.settle(seen(race, end - 1), end - 1).heat
    assert racing.settle(seen(race, end - 1), end).heat is None


def seeking() -> Race:
    """Return a race of Ann and Ben that has looked for a deal once."""
    ready = racing.be_ready(racing.be_ready(room("Ann", "Ben"), "Ann"), "Ben")
    return racing.seek(racing.begin(ready, NOW - COUNTDOWN_MS), NOW)


def test_a_race_looks_for_a_deal_again_with_growing_pauses() -> None:
    race, looks = seeking(), [NOW]
    for _ in range(9):
        assert race.due_at
        looks.append(race.due_at)
        assert racing.wants_deal(race, race.due_at)
        race = racing.seek(race, race.due_at)
    pauses = [later - earlier for earlier, later in pairwise(looks)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1], race.seeking_since) == (SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS, NOW)


def test_whatever_is_done_while_a_deal_is_looked_for_does_not_put_the_look_off() -> None:
    race = seeking()
    assert racing.settle(racing.be_ready(race, "Ann"), NOW + 1).due_at == race.due_at
    assert race.due_at
    assert not racing.wants_deal(race, race.due_at - 1)


def test_a_look_for_a_deal_is_broken_off_when_too_few_are_left() -> None:
    race = racing.settle(racing.leave(seeking(), "Ben", NOW), NOW)
    assert (race.stage, race.due_at) == (RaceStage.GATHERING, NOW + REST_MS)


def test_after_a_clock_was_set_back_all_have_the_full_time_from_then() -> None:
    race = replace(running(run("Ann"), run("Ben")), due_at=NOW + CHECK_MS)
    racers = (replace(race.racers[0], seen_at=NOW + 61_000), race.racers[1])
    ahead, resumed = replace(race, racers=racers), replace(race, resumed_at=NOW + 61_000)
    assert [racing.resume(one, NOW).racers[0].seen_at for one in (race, ahead)] == [NOW, NOW]
    assert racing.resume(resumed, NOW).resumed_at == NOW
    # A minute is no more than two clocks may differ.
    near = replace(race, racers=(replace(race.racers[0], seen_at=NOW + 60_000), race.racers[1]))
    assert racing.resume(near, NOW) == near
    near = replace(race, resumed_at=NOW + 60_000, due_at=NOW - 60_000)
    assert racing.resume(near, NOW) == near
    assert racing.resume(replace(race, due_at=NOW - 60_001), NOW).resumed_at == NOW


def test_a_heat_is_looked_at_when_its_time_is_up_or_others_have_waited_if_that_is_soon() -> None:
    def due(race: Race, now: int) -> int | None:
        return racing.settle(seen(race, now), now).due_at

    limited = running(run("Ann"), run("Ben"), terms=replace(TERMS, limit_ms=60_000))
    assert [due(limited, NOW + at) for at in (0, 49_999, 50_001)] == [NOW + CHECK_MS, NOW + 59_999, NOW + 60_000]
    waited = running(run("Ann", RunOutcome.WON, ms=1_000), run("Ben", ms=2_000), run("Cid"))
    over = NOW + 2_000 + WAIT_MS
    assert [due(waited, over - before) for before in (CHECK_MS + 1, CHECK_MS - 1)] == [over - 1, over]
    assert racing.settle(room("Ann"), NOW).due_at == NOW + REST_MS


def test_a_clock_ahead_excuses_nobody_and_a_move_counts_only_up_to_now() -> None:
    race = running(run("Ann", ms=GRACE_MS + 5_000), run("Ben", ms=GRACE_MS + 5_000))
    assert len(racing.settle(race, NOW + GRACE_MS + 1).present) == 2
    assert racing.ends_at(race, race.heats[-1]) == NOW + LONGEST_LIMIT_MS
