"""Wins in races that look as if a program had played, and the games that others may race against."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, insert

from app.core.store.ids import new_id
from app.features.races import judging
from app.features.races.rows import doubts, ghosts, races
from app.features.races.service import moderating
from app.features.races.values.race import Heat, RaceRun, RunOutcome
from app.people.rows import players
from app.play.rows import sessions
from app.play.tables.games import shared
from engine.deals import deck_code
from engine.record import Status
from tests.app.races.rows.test_races import ANN, BEN, OTHER, RACE
from tests.rows import DECK, PLAYER, SESSION, VARIANT, begin

DAY = 24 * 3_600_000
NOW = 1_800_000_000_000


def win(connection: Connection, began_at: int, number: int, who: str = PLAYER.id) -> str:
    """Let somebody win a heat of a race that began then; return the session's id."""
    won = SESSION._replace(id=new_id(began_at), player_id=who, status=Status.WON, started_at=began_at)
    sessions.add(connection, won)
    runs = (RaceRun(who, won.id, Status.PLAYING),)
    heat = Heat(number, number, 4, True, began_at, runs=runs)
    races.add_heat(connection, RACE.code, heat, DECK, "LIKE")
    over = replace(heat, ended_at=began_at, runs=(replace(runs[0], outcome=RunOutcome.WON, steps=60, ms=9_000),))
    races.change(connection, replace(RACE, heats=(heat,)), replace(RACE, heats=(over,)))
    return won.id


@pytest.fixture(autouse=True)
def _race(connection: Connection) -> None:
    begin(connection)
    players.add(connection, OTHER)
    races.add(connection, replace(RACE, racers=(ANN, BEN)))


def test_the_doubtful_wins_of_thirty_days_are_listed_the_latest_first(connection: Connection) -> None:
    old, early, late, fair = (
        win(connection, NOW - ago, number, who)
        for number, (ago, who) in enumerate(
            [(30 * DAY + 1_000, PLAYER.id), (30 * DAY - 1_000, PLAYER.id), (1_000, OTHER.id), (0, PLAYER.id)], start=1
        )
    )
    assert judging.RESULTS.lines(connection, NOW) == []
    for session_id in (old, early, late):
        doubts.mark_run(connection, RACE.code, session_id, "too fast")
    doubts.mark_run(connection, "XXXXXX", fair, "too fast")
    found = moderating.doubtful_runs(connection, NOW)
    assert [(one.session_id, one.heat, one.name, one.steps, one.ms, one.doubts) for one in found] == [
        (late, 3, "Ben", 60, 9_000, "too fast"),
        (early, 2, "Ann", 60, 9_000, "too fast"),
    ]
    assert moderating.count_doubtful_runs(connection, NOW) == 2
    assert doubts.doubtful_runs(connection, NOW - 40 * DAY, 2) == found
    told = judging.RESULTS.lines(connection, NOW)
    assert [line.partition(",")[0] for line in told] == [late, early, "Wins in races to look at: 2."]
    assert "round 3 of race BCDFGH in 60 steps, by Ben: too fast" in told[0]
    assert doubts.doubts_about(connection, fair) is None


def test_a_win_cleared_by_a_moderator_is_doubted_no_more_and_no_other_changes(connection: Connection) -> None:
    one, other = (win(connection, NOW, number) for number in (1, 2))
    for session_id in (one, other):
        doubts.mark_run(connection, RACE.code, session_id, "too fast")
    doubts.keep_doubts(connection, one, None)
    assert [doubts.doubts_about(connection, session_id) for session_id in (one, other)] == [
        None,
        (PLAYER.id, "too fast"),
    ]


def test_shared_wins_are_those_of_others_that_anybody_may_see(connection: Connection) -> None:
    kinds: dict[str, dict[str, object]] = {
        "plain": {},
        "later": {},
        "own": {"player_id": PLAYER.id},
        "lost": {"status": Status.GIVEN_UP},
        "sealed": {"sealed": True},
    }
    ids = {}
    for at, (kind, changed) in enumerate(kinds.items()):
        plain = SESSION._replace(id=new_id(NOW + 4 * at), player_id=OTHER.id, status=Status.WON)
        sessions.add(connection, plain._replace(**changed))  # type: ignore[arg-type]
        ids[kind] = plain.id
        row = {"session_id": plain.id, "game": VARIANT.game.slug, "deck": deck_code(DECK), "shared_at": NOW}
        connection.execute(insert(shared), row)

    def listed(but_of: str | None, limit: int = 9) -> list[str]:
        return [one.id for one, _ in ghosts.list_shared(connection, VARIANT, but_of, limit)]

    assert listed(PLAYER.id) == [ids["later"], ids["plain"]]
    assert listed(None) == [ids["own"], ids["later"], ids["plain"]]
    assert listed(PLAYER.id, limit=1) == [ids["later"]]


def test_a_session_races_one_ghost_or_the_house_or_nobody(connection: Connection) -> None:
    races_ghost, races_house = (SESSION._replace(id=new_id(NOW + at)) for at in (4, 8))
    for one in (races_ghost, races_house):
        sessions.add(connection, one)
    ghosts.race_against(connection, races_ghost.id, SESSION.id)
    ghosts.race_house(connection, races_house.id, 4_000)
    every = (SESSION.id, races_ghost.id, races_house.id)
    assert [ghosts.find_rival(connection, one) for one in every] == [None, SESSION.id, None]
    assert [ghosts.pace_of_house(connection, one) for one in every] == [None, None, 4_000]


def test_a_player_is_in_the_rooms_that_they_have_not_left(connection: Connection) -> None:
    assert races.room_of(connection, OTHER.id) == RACE.code
    races.change(
        connection, replace(RACE, racers=(ANN, BEN)), replace(RACE, racers=(ANN, replace(BEN, left=True, raced=True)))
    )
    assert races.room_of(connection, OTHER.id) is None
    races.set_aside(connection, RACE.code, NOW)
    assert races.room_of(connection, PLAYER.id) is None
