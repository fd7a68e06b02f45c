"""Tournaments that open by themselves, once each, whoever looks first."""

import asyncio
from datetime import UTC, datetime, timedelta

from app.core.store.opening import open_database
from app.features.tournaments import planning
from app.features.tournaments.service import planned, tournaments
from app.features.tournaments.values.tournament import Form, TournamentStage
from engine.games import GAMES
from tests.app.races.conftest import Clock, clock
from tests.app.tournaments.ground import MINUTE, Ground
from tests.databases import plain_engine

__all__ = ["clock"]

FRIDAY = int(datetime(2026, 11, 20, 17, 0, tzinfo=UTC).timestamp() * 1000)
HOUR = 60 * MINUTE


def test_every_evening_has_an_arena_and_every_weekend_a_tournament_of_all_games() -> None:
    slots, games = list[str](), set[str]()
    for hour in range(24 * 14):
        for one in planned.due(FRIDAY + hour * HOUR):
            if one.slot not in slots:
                slots.append(one.slot)
                games |= {variant.game.slug for variant in one.terms.variants}
                assert one.opens_at - (FRIDAY + hour * HOUR) <= planned.AHEAD_MS
    days = [datetime(2026, 11, 20, tzinfo=UTC).date() + timedelta(days=ahead) for ahead in range(15)]
    assert [slot for slot in slots if slot.startswith("evening")] == [f"evening {day}" for day in days]
    assert [slot for slot in slots if slot.startswith("weekend")] == [
        "weekend 2026-11-21",
        "weekend 2026-11-28",
        "weekend 2026-12-05",
    ]
    assert games == set(GAMES)


def test_two_deals_of_every_game_are_played_at_the_weekend() -> None:
    terms = planned.weekend(datetime(2026, 11, 21, tzinfo=UTC).date()).terms
    assert (terms.form, terms.one_try) == (Form.DEALS, True)
    played = [terms.variant(number).game.slug for number in range(1, terms.deals + 1)]
    assert sorted(played) == sorted([*GAMES] * 2)


def test_processes_that_look_at_once_make_each_tournament_once_and_then_only_read(url: str, clock: Clock) -> None:
    clock.ms = FRIDAY

    async def look() -> None:
        async with open_database(url) as database:
            known = await asyncio.gather(*(planning.plan(database, set()) for _ in range(4)))
            assert known[0] == {"evening 2026-11-20", "weekend 2026-11-21"}
            listed = await database.read(tournaments.coming_and_open)
            assert sorted(one.tournament.slot or "" for one in listed) == sorted(known[0])

            async def refuse(*_: object) -> None:
                raise AssertionError("It writes.")

            database.write = refuse  # type: ignore[assignment, method-assign]
            assert await planning.plan(database, known[0]) == known[0]
            assert await planning.plan(database, set()) == known[0]

    asyncio.run(look())


def test_one_that_never_gets_its_deals_is_called_off_and_looked_after_no_more(url: str) -> None:
    with plain_engine(url).begin() as connection:
        ground = Ground(connection, FRIDAY)
        planned.make_missing(connection, planned.due(FRIDAY), FRIDAY)
        one = tournaments.coming_and_open(connection)[0].tournament
        ground.now = one.opens_at + MINUTE
        ground.look_after(one.code)
        assert tournaments.look(connection, one.code).stage(ground.now) is TournamentStage.COMING
        ground.now = one.closes_at
        ground.look_after(one.code)
        found = tournaments.look(connection, one.code)
        assert (found.stage(ground.now), found.due_at, found.set_aside) == (TournamentStage.CLOSED, None, True)
        # Nobody had joined it, so nobody wants to find it again.
        assert tournaments.list_closed(connection).listed == []
