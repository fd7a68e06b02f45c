"""What solvers look for that nobody has asked anything: in which order, and for how long in vain."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.jobs.prospecting import FIRST_REST_SECONDS, LONGEST_REST_SECONDS, TRIES_IN_A_ROW, Prospector, Rests
from app.jobs.worker import Worker
from app.model.clock import now_ms
from app.model.shelf import Band, Shelf
from app.services import daily, stock
from app.services.stock import DEALS_FOR_RACES, Stands
from app.settings import Settings
from app.store.database import Database, open_database
from engine.asking import FindDeals, Proved, Question
from engine.games import find
from engine.rules import read_options
from tests.app.analysis.conftest import SetSolver, Think
from tests.app.conftest import SECRET

SHELF = Shelf(find("six-by-four"), "cells=none")
[VARIANT] = SHELF.variants


def two_found(asked: Question) -> Proved:
    assert isinstance(asked, FindDeals)
    return Proved([(asked.first, "steady"), (asked.first + 1, "stern")], asked.first + 2)


def nothing_found(asked: Question) -> Proved:
    assert isinstance(asked, FindDeals)
    return Proved([], asked.first + 1)


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
        await database.write(lambda connection: stock.wish(connection, VARIANT, [Band.STERN], now_ms()))

    asked, _ = look(url, 2, wish)
    assert (asked[0].game, asked[0].every) == ("six-by-four", [{"cells": "none"}])
    assert asked[1].game == "fortress", "today’s daily is next"

    async def stands() -> Stands:
        async with open_database(url) as database:
            return await database.read(lambda connection: stock.stands(connection, VARIANT, [Band.STERN], now_ms()))

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
    monkeypatch.setattr("app.jobs.prospecting.TRIES_IN_A_ROW", 3)
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
