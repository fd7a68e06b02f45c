from dataclasses import replace

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from app.features.races.rows import races
from app.features.races.values.event import InRace
from app.features.races.values.race import Heat, Race, Racer, RaceRun, RaceTerms, RunOutcome
from app.people.rows import players
from app.play.rows import sessions
from engine.record import Status
from tests.rows import DECK, PLAYER, SESSION, VARIANT, begin

OTHER = replace(PLAYER, id="player-000000002")
ANN, BEN = Racer(PLAYER.id, "Ann", 1, 1), Racer(OTHER.id, "Ben", 2, 2)
RACE = Race("BCDFGH", RaceTerms(VARIANT, True, 3, 60_000), host_id=PLAYER.id, made_at=1, due_at=5, racers=(ANN,))
THEIRS = SESSION._replace(id="session-00000002", player_id=OTHER.id, event=InRace("BCDFGH"), sealed=True, steps=7)
RUNS = (RaceRun(PLAYER.id, SESSION.id, Status.PLAYING, steps=0), RaceRun(OTHER.id, THEIRS.id, Status.PLAYING, steps=7))
HEAT = Heat(1, 1, 4, True, 100, runs=RUNS)


@pytest.fixture(autouse=True)
def _race(connection: Connection) -> None:
    begin(connection)
    players.add(connection, OTHER)
    sessions.add(connection, THEIRS)
    races.add(connection, RACE)


def heats(connection: Connection) -> tuple[Heat, ...]:
    """Read the heats of the last match with their runs."""
    found = races.heats_of_last_match(connection, RACE.code)
    runs = races.runs_since(connection, RACE, found[0].number) if found else []
    return tuple(
        replace(heat, runs=tuple(replace(run, changed_at=0) for number, run, _ in runs if number == heat.number))
        for heat in found
    )


def test_a_race_is_found_as_added(connection: Connection) -> None:
    assert races.find(connection, RACE.code) == races.find_to_change(connection, RACE.code) == RACE
    assert races.find(connection, "XXXXXX") is None


def test_no_two_races_have_one_code(connection: Connection) -> None:
    with pytest.raises(IntegrityError), connection.begin_nested():
        races.add(connection, replace(RACE, racers=()))


def test_what_a_change_made_different_is_written(connection: Connection) -> None:
    changed = replace(
        RACE, host_id=OTHER.id, starts_at=7, due_at=7, racers=(replace(ANN, name="Anna", ready=True, left=True), BEN)
    )
    races.change(connection, RACE, changed)
    assert races.find(connection, RACE.code) == changed


def test_where_a_racer_was_seen_is_no_matter_of_the_other_changes(connection: Connection) -> None:
    races.saw(connection, RACE.code, PLAYER.id, 50)
    races.saw(connection, RACE.code, OTHER.id, 50)
    races.change(connection, RACE, replace(RACE, racers=(replace(ANN, ready=True),)))
    found = races.find(connection, RACE.code)
    assert found
    assert found.racers == (replace(ANN, ready=True, seen_at=50),)


def test_a_heat_is_found_with_its_runs_as_their_sessions_stand(connection: Connection) -> None:
    races.add_heat(connection, RACE.code, HEAT, DECK, "LIKE")
    assert heats(connection) == (HEAT,)


def test_what_ended_stands_whatever_becomes_of_its_session(connection: Connection) -> None:
    races.add_heat(connection, RACE.code, HEAT, DECK, "LIKE")
    ended = replace(RUNS[1], outcome=RunOutcome.WON, home=52, steps=6, ms=40)
    after = replace(HEAT, ended_at=200, runs=(RUNS[0], ended))
    races.change(connection, replace(RACE, heats=(HEAT,)), replace(RACE, heats=(after,)))
    assert heats(connection) == (after,)


def test_only_the_heats_of_the_last_match_are_listed(connection: Connection) -> None:
    races.add_heat(connection, RACE.code, replace(HEAT, ended_at=150), DECK, "LIKE")
    assert [heat.number for heat in heats(connection)] == [1]
    races.add_heat(connection, RACE.code, replace(HEAT, number=2, match=2), DECK, "LIKE")
    assert [heat.number for heat in heats(connection)] == [2]


def test_a_deck_is_open_until_its_heat_has_ended(connection: Connection) -> None:
    game = VARIANT.game
    assert races.open_decks(connection, 0) == []
    races.add_heat(connection, RACE.code, HEAT, DECK, "LIKE")
    assert races.open_decks(connection, 0) == [(game, DECK)]
    assert races.open_of(connection, ["OTHER", "LIKE"], 0) == {(game, "LIKE")}
    assert races.open_of(connection, ["OTHER"], 0) == set()
    races.change(connection, replace(RACE, heats=(HEAT,)), replace(RACE, heats=(replace(HEAT, ended_at=200),)))
    assert races.open_of(connection, ["LIKE"], 0) == set()
    assert races.open_decks(connection, 0) == []


def test_unsealing_a_heat_unseals_its_sessions_and_no_others(connection: Connection) -> None:
    other = THEIRS._replace(id="session-00000003")
    sessions.add(connection, other)
    races.add_heat(connection, RACE.code, HEAT, DECK, "LIKE")
    races.unseal(connection, RACE.code, HEAT.number)
    assert sessions.find(connection, THEIRS.id) == THEIRS._replace(sealed=False)
    assert sessions.find(connection, other.id) == other


def due(connection: Connection, horizon: int = 100) -> list[tuple[str, int]]:
    """List which races are due first, and when."""
    return [(one.code, one.due_at) for one in races.first_due(connection, horizon, at_most=2)]


def test_races_are_due_in_the_order_of_their_times_and_so_many_at_a_time(connection: Connection) -> None:
    races.add(connection, replace(RACE, code="CDFGHJ", due_at=3, racers=()))
    races.add(connection, replace(RACE, code="DFGHJK", due_at=None, racers=()))
    races.add(connection, replace(RACE, code="FGHJKM", due_at=9, racers=()))
    assert due(connection) == [("CDFGHJ", 3), ("BCDFGH", 5)]


def test_a_race_that_is_due_beyond_the_horizon_comes_first(connection: Connection) -> None:
    races.add(connection, replace(RACE, code="CDFGHJ", due_at=3, racers=()))
    races.add(connection, replace(RACE, code="DFGHJK", due_at=101, racers=()))
    assert due(connection) == [("DFGHJK", 101), ("CDFGHJ", 3), ("BCDFGH", 5)]
    assert due(connection, horizon=101) == [("CDFGHJ", 3), ("BCDFGH", 5)]


def test_a_race_is_put_off_unless_somebody_has_changed_it_since(connection: Connection) -> None:
    (seen,) = races.first_due(connection, 100, at_most=2)
    races.put_off(connection, [(seen, 50)])
    races.put_off(connection, [(seen, 60)])
    assert due(connection) == [("BCDFGH", 50)]


def test_failures_are_counted_once_however_many_processes_meet_them(connection: Connection) -> None:
    races.store_failure(connection, RACE.code, before=0, again=70)
    races.store_failure(connection, RACE.code, before=0, again=80)
    (one,) = races.first_due(connection, 100, at_most=2)
    assert (one.failures, one.due_at) == (1, 70)


def test_a_race_that_is_set_aside_is_due_no_more_and_its_deal_no_secret(connection: Connection) -> None:
    races.add_heat(connection, RACE.code, HEAT, DECK, "LIKE")
    races.set_aside(connection, RACE.code, 60)
    races.set_aside(connection, RACE.code, 70)
    races.store_failure(connection, RACE.code, before=0, again=80)
    assert due(connection) == []
    found = races.find(connection, RACE.code)
    assert found
    assert (found.set_aside_at, found.due_at, found.failures) == (60, None, 0)
    assert races.open_decks(connection, 0) == []
    assert sessions.find(connection, THEIRS.id) == THEIRS._replace(sealed=False)


def test_of_a_racer_who_is_there_no_more_nothing_is_kept(connection: Connection) -> None:
    races.change(connection, RACE, replace(RACE, racers=(ANN, BEN)))
    races.change(connection, replace(RACE, racers=(ANN, BEN)), RACE)
    assert races.find(connection, RACE.code) == RACE


def test_the_listed_rooms_that_were_raced_come_by_their_latest_heats_and_say_whether_one_goes_on(
    connection: Connection,
) -> None:
    listed = replace(RACE, terms=replace(RACE.terms, listed=True), racers=(replace(ANN, whence="somewhere"),))
    for code, began_at, ended_at in (("CCCCCC", 20, 21), ("DDDDDD", 30, None), ("FFFFFF", 25, 26)):
        races.add(connection, replace(listed, code=code))
        heat = replace(HEAT, began_at=began_at, ended_at=ended_at, runs=(replace(RUNS[0], session_id=SESSION.id),))
        races.add_heat(connection, code, heat, DECK, "LIKE")
    races.add(connection, replace(listed, code="GGGGGG"))
    races.add_heat(connection, "CCCCCC", replace(HEAT, number=2, began_at=40, ended_at=41), DECK, "LIKE")
    # The room of every test is not listed.
    races.add_heat(connection, RACE.code, HEAT, DECK, "LIKE")
    found = races.list_raced(connection, 0, 9)
    assert [(one.code, bool(one.is_running)) for one in found] == [
        ("CCCCCC", False),
        ("DDDDDD", True),
        ("FFFFFF", False),
    ]
    assert {(one.host_id, one.whence) for one in found} == {(PLAYER.id, "somewhere")}
    assert [one.code for one in races.list_raced(connection, 0, 2)] == ["CCCCCC", "DDDDDD"]
    assert races.list_raced(connection, RACE.made_at + 1, 9) == []
    races.set_aside(connection, "CCCCCC", 50)
    assert [one.code for one in races.list_raced(connection, 0, 9)] == ["DDDDDD", "FFFFFF"]
