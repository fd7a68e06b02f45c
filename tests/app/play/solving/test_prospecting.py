"""What solvers look for that nobody has asked anything: in which order, and for how long in vain."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from functools import partial

import pytest

from app.core.clock import now_ms, today
from app.core.settings import Settings
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.daily.seeking import Dailies
from app.features.daily.service import daily
from app.features.daily.service.daily import UndealtDaily
from app.features.tournaments.service import planned
from app.play.rows import stock as store
from app.play.service import dealing, sessions, stock
from app.play.service.stock import DEALS_FOR_RACES, Stands
from app.play.solving.prospecting import LATELY_MS, Prospector
from app.play.solving.seeking import FIRST_REST_SECONDS, LONGEST_REST_SECONDS, TRIES_IN_A_ROW, Rests
from app.play.solving.worker import Worker
from app.play.values.shelf import Band, Shelf
from app.play.values.strength import Strength
from engine.asking import FindDeals, FoundDeals, Question
from engine.deals import shuffled
from engine.games import find
from engine.rules import read_options
from tests.app.conftest import SECRET
from tests.app.play.desk import SetSolver, Think

SHELF = Shelf(find("six-by-four"), "cells=none")
[VARIANT] = SHELF.variants


def two_found(asked: Question) -> FoundDeals:
    assert isinstance(asked, FindDeals)
    return FoundDeals([(asked.first, "steady"), (asked.first + 1, "hard")], asked.first + 2)


def nothing_found(asked: Question) -> FoundDeals:
    assert isinstance(asked, FindDeals)
    return FoundDeals([], asked.first + 1)


async def idle(_: Database) -> None:
    """Do nothing."""


def look(
    url: str,
    times: int,
    before: Callable[[Database], Awaitable[object]] = idle,
    think: Think = two_found,
) -> tuple[list[FindDeals], list[bool]]:
    """Look for deals so often; return the questions to the solver, and whether there was something to look for."""
    solver = SetSolver(think)

    async def looked() -> list[bool]:
        async with open_database(url) as database:
            settings = Settings(database_url=url, redis_url=None, secret=SECRET.encode())
            await before(database)
            prospector = Prospector(database, settings)
            return [await prospector.seek(solver) or await prospector.fill(solver) for _ in range(times)]

    busy = asyncio.run(looked())
    return [asked for asked in solver.asked if isinstance(asked, FindDeals)], busy


@pytest.fixture
def no_dailies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no daily without its deal."""
    monkeypatch.setattr(daily, "next_wanted", lambda *_: None)


def test_a_deal_that_somebody_waits_for_comes_before_any_other(url: str) -> None:
    async def wish(database: Database) -> None:
        await database.write(lambda connection: stock.wish(connection, VARIANT, [Band.HARD], now_ms()))

    asked, _ = look(url, 2, wish)
    assert (asked[0].game, asked[0].every) == ("six-by-four", [{"cells": "none"}])
    assert asked[1].game == "fortress", "today’s daily is next"

    async def stands() -> Stands:
        async with open_database(url) as database:
            return await database.read(lambda connection: stock.stands(connection, VARIANT, [Band.HARD], now_ms()))

    assert asyncio.run(stands()) is Stands.READY


@pytest.mark.usefixtures("no_dailies")
def test_every_kind_of_race_gets_its_deals_before_the_stock_is_filled(url: str) -> None:
    kinds = len(stock.race_shelves())
    asked, _ = look(url, kinds * DEALS_FOR_RACES + 1)
    first = [(one.game, one.every) for one in asked[:kinds]]
    assert first == [(shelf.game.slug, [read_options(shelf.options)]) for shelf in stock.race_shelves()]
    assert [one.most for one in asked] == [1] * (kinds * DEALS_FOR_RACES) + [asked[-1].most]
    assert asked[-1].most > 1


def test_lost_games_take_turns_with_a_stock_that_is_never_full(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def always(name: str, busy: bool) -> Callable[..., Awaitable[bool]]:
        async def do(*_: object) -> bool:
            done.append(name)
            return busy

        return do

    monkeypatch.setattr(Prospector, "seek", always("wanted", False))
    monkeypatch.setattr(Prospector, "fill", always("stock", True))
    monkeypatch.setattr(Worker, "_judge_lost_games", always("lost game", True))

    async def looked() -> None:
        async with open_database(url) as database:
            worker = Worker(database, Settings(database_url=url, redis_url=None, secret=SECRET.encode()))
            for _ in range(4):
                assert await worker._look_around(SetSolver(two_found))

    asyncio.run(looked())
    assert done == ["wanted", "stock", "wanted", "lost game"] * 2


@pytest.mark.usefixtures("no_dailies")
def test_where_nothing_is_found_each_shelf_is_left_alone_after_some_tries(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.play.solving.seeking.TRIES_IN_A_ROW", 3)
    tries = 3 * (len(stock.race_shelves()) + len(stock.shelves()))
    _, busy = look(url, tries + 1, think=nothing_found)
    assert busy == [True] * tries + [False]


def test_a_shelf_is_tried_again_after_pauses_that_grow_to_a_bound() -> None:
    rests, now, pauses = Rests(), 1000.0, []
    for _ in range(9):
        for _ in range(TRIES_IN_A_ROW):
            assert rests.is_over(SHELF, now)
            rests.tried(SHELF, 0, now)
        pause = 0.0
        while not rests.is_over(SHELF, now + pause):
            pause += FIRST_REST_SECONDS / 2
        pauses.append(pause)
        now += pause
    assert pauses[:3] == [FIRST_REST_SECONDS, 2 * FIRST_REST_SECONDS, 4 * FIRST_REST_SECONDS]
    assert pauses[-1] == LONGEST_REST_SECONDS
    rests.tried(SHELF, 1, now)
    assert rests.is_over(SHELF, now)


@pytest.fixture
def at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search that is made while nobody plays be over as soon as it begins."""
    monkeypatch.setattr("app.play.solving.prospecting.BEFOREHAND_SECONDS", 0)


async def play(database: Database, ago_ms: int = 0) -> None:
    """Begin a game so long ago."""
    begun = now_ms() - ago_ms
    await database.write(sessions.start, "a" * 16, VARIANT, 7, shuffled(7), begun)


@pytest.mark.usefixtures("no_dailies", "at_rest")
def test_while_nobody_plays_a_server_rests_once_there_is_a_deal_for_every_kind_of_race(url: str) -> None:
    kinds = len(stock.race_shelves())
    asked, busy = look(url, kinds + 5)
    assert busy == [True] * kinds + [False] * 5
    assert {(one.game, str(one.every)) for one in asked} == {
        (shelf.game.slug, str([read_options(shelf.options)])) for shelf in stock.race_shelves()
    }


@pytest.mark.usefixtures("no_dailies", "at_rest")
def test_once_somebody_plays_everything_is_filled_and_a_game_of_long_ago_fills_nothing(url: str) -> None:
    kinds = len(stock.race_shelves())
    _, busy = look(url, kinds + 1, partial(play, ago_ms=LATELY_MS + 60_000))
    assert busy == [True] * kinds + [False]
    asked, busy = look(url, kinds * DEALS_FOR_RACES, play)
    assert all(busy)
    assert asked[-1].most > 1, "all that races want is there, and the stock is filled"


@pytest.mark.usefixtures("no_dailies")
def test_the_time_of_searching_for_nobody_is_counted_until_somebody_plays(url: str) -> None:
    async def looked() -> list[bool]:
        async with open_database(url) as database:
            prospector = Prospector(database, Settings(database_url=url, redis_url=None, secret=SECRET.encode()))
            solver, found = SetSolver(two_found), []
            while await prospector.seek(solver):
                pass
            found.append(await prospector.fill(solver))
            prospector._spent_seconds = 1e9
            found.append(await prospector.fill(solver))
            await play(database)
            found.append(await prospector.fill(solver))
            assert prospector._spent_seconds < 60
            return found

    assert asyncio.run(looked()) == [True, False, True]


@pytest.mark.usefixtures("at_rest")
def test_the_dailies_of_today_and_tomorrow_are_found_though_nobody_plays_and_later_ones_not(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[date] = []

    def wanted(*_: object) -> UndealtDaily:
        return UndealtDaily(today(now_ms()) + timedelta(days=len(found)), SHELF.game, 1)

    async def find(_: Dailies, __: object, wanted: UndealtDaily) -> None:
        found.append(wanted.day)

    monkeypatch.setattr(daily, "next_wanted", wanted)
    monkeypatch.setattr(Dailies, "_look", find)
    _, busy = look(url, len(stock.race_shelves()) + 4)
    assert [day - found[0] for day in found] == [timedelta(0), timedelta(days=1)]
    assert busy[-2:] == [False, False]


@pytest.mark.usefixtures("no_dailies", "at_rest")
def test_a_tournament_that_waits_gets_its_deals_though_nobody_plays(url: str) -> None:
    async def plan(database: Database) -> None:
        slot = planned.arena(today(now_ms()))
        await database.write(planned.make_missing, wanted=[slot], now=now_ms())

    tries = len(stock.race_shelves()) * DEALS_FOR_RACES
    _, busy = look(url, tries + 1, plan)
    assert busy == [True] * tries + [False]


@pytest.mark.usefixtures("no_dailies", "at_rest")
def test_ten_people_at_once_on_a_fresh_server_wait_no_longer_for_deals_than_on_a_full_one(url: str) -> None:
    ten = [f"player-{number:09}" for number in range(10)]

    async def asked() -> None:
        async with open_database(url) as database:
            # For games alone nobody waits: the list that ships has enough of every kind, before anything is found.
            for shelf in stock.shelves():
                for variant, wanted, player in (
                    (v, b, p) for v in shelf.variants for b in map(Strength, Band) for p in ten
                ):
                    draw = partial(dealing.draw, player_id=player, variant=variant, wanted=wanted, now=now_ms())
                    assert await database.write(draw) is not None
            assert not await database.read(lambda connection: store.wishes(connection, now_ms()))
            # Ten races of one kind begin: of their deals each but the first is found when it is missed.
            settings = Settings(database_url=url, redis_url=None, secret=SECRET.encode())
            prospector, solver = Prospector(database, settings), SetSolver(two_found)
            while await prospector.seek(solver):
                pass
            dealt = []
            for _ in ten:
                dealt.append(await database.write(stock.take_for_race, VARIANT))
                before = len(solver.asked)
                assert await prospector.seek(solver)
                assert len(solver.asked) == before + 1
            assert None not in dealt
            assert len(set(dealt)) == len(ten)

    asyncio.run(asked())
