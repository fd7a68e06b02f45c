"""The terms that a race may have, by the form and by the JSON API, and a room that waits for a proved deal."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.core.bounds import MOST_EVER_IN_A_RACE
from app.core.refusals import Impossible, NotFound, NotYours
from app.features.races.rows import races as rows
from app.features.races.seeking import Races
from app.features.races.service import house, race_boards, races
from app.features.races.service.races import RaceEntrant
from app.features.races.values.race import COUNTDOWN_MS, MOST, SHORTEST_PAUSE_MS, Racer, RaceStage
from app.people.rows import players
from app.play.rows import stock
from app.play.service import sessions
from app.play.solving.seeking import Need
from app.play.values.shelf import Shelf
from engine.deals import LAST_RANDOM_DEAL, shuffled
from tests.app.races.conftest import given
from tests.app.races.factories import race_terms
from tests.factories import FORTRESS, a_player

NOW = 1_800_000_000_000
ANN, BEN = RaceEntrant("ann", "Ann"), RaceEntrant("ben", "Ben")


def test_a_program_chooses_terms_within_bounds(client: TestClient) -> None:
    def make(**terms: object) -> Any:
        return client.post("/api/v1/races", json={"game": "fortress", **terms})

    plain = given(make(), 201)
    assert [plain[name] for name in ("winnable", "best_of", "limit", "bots")] == [False, 1, None, False]
    for limit in (60, 3 * 3_600):
        assert given(make(limit=limit, best_of=5, winnable=True), 201)["limit"] == limit
    for terms in ({"limit": 59}, {"limit": 3 * 3_600 + 1}, {"limit": 0}, {"best_of": 2}, {"best_of": 7}):
        assert make(**terms).status_code == 400


def test_the_form_offers_terms_and_takes_no_others(client: TestClient) -> None:
    page = client.get("/races").text
    offered = {name: re.findall(f'name="{name}" value="(.*?)"', page) for name in ("best_of", "minutes")}
    assert offered == {"best_of": ["1", "3", "5"], "minutes": ["0", "5", "10", "20", "60"]}

    def make(**form: str) -> Any:
        return client.post("/races", data={"game": "fortress?"} | form)

    def made(**form: str) -> Any:
        return given(client.get(f"/api/v1{make(**form).headers['location']}"))

    told = made(best_of="3", minutes="5", deals="winnable")
    assert [told[name] for name in ("best_of", "limit", "winnable", "bots")] == [3, 300, True, False]
    told = made(minutes="0")
    assert [told[name] for name in ("best_of", "limit", "winnable", "bots")] == [1, None, False, False]
    for form in ({"best_of": "2"}, {"minutes": "7"}, {"minutes": "soon"}, {"game": "stronghold?cell=seven"}):
        assert make(**form).status_code == 400, form


def two_ready(connection: Connection, **terms: Any) -> str:
    """Make Ann and Ben ready in a room; return its code."""
    code = races.make(connection, ANN, race_terms(**terms), NOW).code
    races.join(connection, code, BEN, NOW)
    for player_id in ("ann", "ben"):
        races.be_ready(connection, code, player_id, NOW)
    return code


def test_a_room_waits_for_a_proved_deal_until_there_is_one(connection: Connection) -> None:
    code, begins = two_ready(connection, winnable=True), NOW + COUNTDOWN_MS
    with pytest.raises(Impossible, match="looks for one"):
        races.deal_any(connection, code, "ann", NOW)
    races.settle(connection, code, begins)
    looking = races.look(connection, code)
    assert (looking.stage, looking.seeking_since, looking.due_at) == (
        RaceStage.SEEKING,
        begins,
        begins + SHORTEST_PAUSE_MS,
    )
    with pytest.raises(NotYours):
        races.deal_any(connection, code, "ben", begins)
    stock.add_for_race(connection, Shelf.for_races(FORTRESS), 4)
    assert races.settle_due(connection, code, begins + SHORTEST_PAUSE_MS)
    found = races.look(connection, code)
    assert found.stage is RaceStage.RUNNING
    assert found.heat
    assert (found.heat.number, found.heat.match, found.heat.deal, found.heat.proved) == (1, 1, 4, True)
    assert found.heat.began_at == begins + SHORTEST_PAUSE_MS


def test_a_deal_kept_ready_on_which_an_open_event_is_played_is_thrown_away_and_ends_no_race(
    connection: Connection,
) -> None:
    shelf, begins = Shelf.for_races(FORTRESS), NOW + COUNTDOWN_MS

    def begun(*kept: int) -> int | None:
        for deal in kept:
            stock.add_for_race(connection, shelf, deal)
        code = two_ready(connection, winnable=True)
        races.settle(connection, code, begins)
        found = races.look(connection, code)
        assert (found.failures, found.stage) == (0, RaceStage.RUNNING if found.heat else RaceStage.SEEKING)
        return found.heat.deal if found.heat else None

    assert begun(4) == 4
    # That race goes on, so its deal is secret.
    assert begun(4) is None
    assert stock.counts_for_races(connection).get(shelf, 0) == 0
    assert begun(4, 5) == 5


def test_no_race_gets_a_deal_that_one_of_its_racers_has_won_against_the_house(connection: Connection) -> None:
    shelf, begins = Shelf.for_races(FORTRESS), NOW + COUNTDOWN_MS
    # The demo kept the very deals ready that the house plays.
    for deal in house.games()[FORTRESS]:
        stock.add_for_race(connection, shelf, deal)
        sessions.start(connection, "ben", FORTRESS, deal, shuffled(deal), NOW)
    code = two_ready(connection, winnable=True)
    races.settle(connection, code, begins)
    assert races.look(connection, code).stage is RaceStage.SEEKING
    stock.add_for_race(connection, shelf, LAST_RANDOM_DEAL + 1)
    races.settle_due(connection, code, begins + SHORTEST_PAUSE_MS)
    found = races.look(connection, code).heat
    assert found
    assert found.deal == LAST_RANDOM_DEAL + 1


def test_the_host_may_begin_with_any_deal_instead(connection: Connection) -> None:
    code = two_ready(connection, winnable=True)
    races.settle(connection, code, NOW + COUNTDOWN_MS)
    begun = races.deal_any(connection, code, "ann", NOW + COUNTDOWN_MS + 1)
    assert begun.heat
    looked = races.look(connection, code).heat
    assert looked
    assert (looked.deal, looked.proved, len(looked.runs)) == (begun.heat.deal, False, 2)
    with pytest.raises(Impossible, match="must end first"):
        races.begin(connection, code, "ann", NOW + COUNTDOWN_MS + 1)
    with pytest.raises(Impossible, match="must end first"):
        races.be_ready(connection, code, "ann", NOW + COUNTDOWN_MS + 1)


def test_after_several_heats_those_who_watch_are_told_which_was_the_last(connection: Connection) -> None:
    code, now = two_ready(connection, best_of=3), NOW
    with pytest.raises(NotFound):
        race_boards.look(connection, code, "ann", "")
    for number in (1, 2):
        now += COUNTDOWN_MS
        races.settle(connection, code, now)
        races.leave(connection, code, "ben", now)
        seen = race_boards.look(connection, code, "ann", "")
        assert (seen.names, seen.name, seen.session) == ([], "", None)
        assert [heat.number for heat in seen.race.heats] == list(range(1, number + 1))
        races.join(connection, code, BEN, now)
        for player_id in ("ann", "ben"):
            races.be_ready(connection, code, player_id, now)


def crowded(connection: Connection, count: int, **given: Any) -> str:
    """Add a room with so many racers in it, named by numbers; return its code."""
    racers = tuple(Racer(f"p{number:015}", f"Racer {number}", NOW + number, NOW) for number in range(1, count + 1))
    for one in racers:
        players.add(connection, a_player(one.player_id))
    code = races.make(connection, RaceEntrant("host", "Host"), race_terms(), NOW).code
    found = rows.find(connection, code)
    assert found
    rows.change(connection, found, replace(found, racers=(*found.racers, *(replace(one, **given) for one in racers))))
    return code


def test_in_a_full_room_whoever_is_there_may_come_again_and_others_once_somebody_has_left(
    connection: Connection,
) -> None:
    code = crowded(connection, MOST - 1)
    races.join(connection, code, RaceEntrant("p000000000000001", "Cid"), NOW)
    with pytest.raises(Impossible, match="full"):
        races.join(connection, code, ANN, NOW)
    races.leave(connection, code, "p000000000000002", NOW)
    race = races.join(connection, code, RaceEntrant("ann"), NOW)
    assert {"Cid", "Racer 1"} <= {one.name for one in race.present}
    assert len(race.present) == MOST


def test_a_room_takes_so_many_racers_ever_and_those_it_has_had_may_return(connection: Connection) -> None:
    code = crowded(connection, MOST_EVER_IN_A_RACE - 2, raced=True, left=True)
    races.join(connection, code, ANN, NOW)
    with pytest.raises(Impossible, match=f"{MOST_EVER_IN_A_RACE} racers"):
        races.join(connection, code, BEN, NOW)
    back = races.join(connection, code, RaceEntrant("p000000000000001"), NOW + 7)
    known = back.racer("p000000000000001")
    assert known
    assert (known.name, known.left, known.seen_at, known.raced) == ("Racer 1", False, NOW + 7, True)


def test_a_race_set_aside_lets_its_racers_leave_and_do_nothing_else(connection: Connection) -> None:
    code = two_ready(connection)
    races.settle(connection, code, NOW + COUNTDOWN_MS)
    rows.set_aside(connection, code, NOW)
    for act in (races.be_ready, races.begin, races.stop):
        with pytest.raises(Impossible, match="ends here"):
            act(connection, code, "ann", NOW)
    races.leave(connection, code.lower(), "ben", NOW)
    found = races.look(connection, code)
    assert ([one.name for one in found.present], found.heats) == (["Ann"], ())
    with pytest.raises(NotYours):
        races.leave(connection, code, "ben", NOW)


@pytest.mark.parametrize(
    ("lacking", "need"), [([], None), ([("shelf", 0), ("other", 1)], Need.SOON), ([("shelf", 1)], Need.LATER)]
)
def test_races_need_a_deal_soon_where_there_is_none(lacking: list[tuple[str, int]], need: Need | None) -> None:
    looked: list[str] = []
    deals = SimpleNamespace(lacking=lambda _: lacking, look=lambda _, shelf: looked.append(shelf))
    sought = Races(cast("Any", SimpleNamespace(secret_deals=deals))).sought(cast("Any", None), NOW)
    assert (sought.need if sought else None) == need
    if sought:
        sought.look(cast("Any", None))
        assert looked == ["shelf"]
