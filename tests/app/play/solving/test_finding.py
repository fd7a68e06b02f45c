"""The search for deals, with a solver whose answers are set."""

import asyncio
from collections.abc import Callable
from datetime import date
from itertools import count

import pytest

from app.features.daily.seeking import MOST_CANDIDATES, MOST_DEALS, DailySearch
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.play.solving.seeking import race_deal, stock_deals
from app.play.values.shelf import Shelf
from engine.asking import Answer, FindDeals, FoundDeals, Par, Question
from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL, shuffled
from engine.games import GAMES
from engine.moves import Move
from engine.position import deal, snapshot
from tests.app.play.desk import SetSolver, place

MONDAY = date(2026, 11, 23)
FIRST = 1000
FORTRESS, STALACTITES = GAMES["fortress"], GAMES["stalactites"]
Bands = Callable[[int], list[tuple[int, str]]]


def solver(found: Bands, tries: int = 10, wayless: tuple[int, ...] = ()) -> SetSolver:
    """Return a solver that finds these deals and a line for each but the wayless ones."""
    rules = FORTRESS.rules
    lost = {snapshot(rules, deal(rules, shuffled(number))) for number in wayless}

    def think(asked: Question) -> Answer:
        if isinstance(asked, FindDeals):
            return FoundDeals(found(asked.first), asked.first + tries)
        return Par(None if place(asked) in lost else ("t0-t1", "t1-t0"), 1, 5000)

    return SetSolver(think)


def sought(thinking: SetSolver) -> list[FindDeals]:
    """Return the questions for deals that a solver was asked."""
    return [asked for asked in thinking.asked if isinstance(asked, FindDeals)]


def search(thinking: SetSolver, wanted: UndealtDaily, most: int = 500) -> tuple[FoundDeal | None, int]:
    """Search for as long as it takes; return the deal and the number of questions."""
    daily = DailySearch(wanted, wanted.first)

    async def found() -> FoundDeal | None:
        for _ in range(most):
            if deal := await daily.go_on(thinking):
                return deal
        return None

    return asyncio.run(found()), len(thinking.asked)


def test_the_first_deal_of_the_day_s_band_is_taken_with_its_line() -> None:
    thinking = solver(lambda first: [(first, "hard"), (first + 3, "gentle"), (first + 4, "gentle")])
    found, asked = search(thinking, UndealtDaily(MONDAY, FORTRESS, FIRST))
    assert found is not None
    [variant], line = FORTRESS.variants({}), (Move("t0", "t1"), Move("t1", "t0"))
    assert (found.deal, found.lines, found.bounds) == (FIRST + 3, {variant: line}, {variant: 1})
    assert found.effort == "5,000 positions searched to shorten the first line found"
    assert asked == 3


def test_a_deal_without_a_line_is_passed_over() -> None:
    thinking = solver(lambda first: [(first, "gentle"), (first + 1, "gentle")], wayless=(FIRST,))
    found, _ = search(thinking, UndealtDaily(MONDAY, FORTRESS, FIRST))
    assert found is not None
    assert found.deal == FIRST + 1


def test_a_deal_has_a_line_for_every_set_of_options() -> None:
    found, _ = search(solver(lambda first: [(first, "gentle")]), UndealtDaily(MONDAY, STALACTITES, FIRST))
    assert found is not None
    assert set(found.lines) == set(STALACTITES.variants({}))


def test_after_many_deals_of_other_bands_the_first_of_them_is_taken() -> None:
    thinking = solver(lambda first: [(first, "hard")])
    found, asked = search(thinking, UndealtDaily(MONDAY, FORTRESS, FIRST))
    assert found is not None
    assert found.deal == FIRST
    assert asked == MOST_CANDIDATES + 1, "one line is enough"


def test_where_hardly_any_deal_can_be_won_any_band_will_do() -> None:
    thinking = solver(lambda first: [(first, "hard")] if first == FIRST else [], tries=MOST_DEALS // 2)
    found, _ = search(thinking, UndealtDaily(MONDAY, FORTRESS, FIRST))
    assert found is not None
    assert found.deal == FIRST


def test_each_step_asks_one_deal_more() -> None:
    places = count()

    async def walk() -> None:
        thinking = solver(lambda first: [(first + next(places), "hard")] * 3)
        daily = DailySearch(UndealtDaily(MONDAY, FORTRESS, FIRST), FIRST)
        for _ in range(20):
            before = len(thinking.asked)
            await daily.go_on(thinking)
            assert len(thinking.asked) <= before + 1

    asyncio.run(walk())


@pytest.mark.parametrize("beyond", [0, 5])
def test_the_stock_holds_only_deals_that_are_given_out_as_random(beyond: int) -> None:
    thinking = solver(lambda _: [(7, "hard"), (LAST_RANDOM_DEAL + beyond, "gentle")])
    found = asyncio.run(stock_deals(thinking, Shelf(GAMES["stalactites"], "")))
    assert found == {7: "hard"} | ({} if beyond else {LAST_RANDOM_DEAL: "gentle"})
    [asked] = sought(thinking)
    assert (asked.game, asked.every) == ("stalactites", [{"by": "ones"}, {"by": "twos"}])
    assert 1 <= asked.first <= LAST_RANDOM_DEAL


def test_from_each_secret_place_one_deal_is_taken_for_races_and_no_more() -> None:
    thinking = solver(lambda first: [(first + 3, "hard"), (first + 4, "gentle")])
    shelf = Shelf(GAMES["stronghold"], "cell=one")
    found = [asyncio.run(race_deal(thinking, shelf)) for _ in range(50)]
    assert [deal - 3 for deal in found if deal] == [asked.first for asked in sought(thinking)]
    assert len(set(found)) == 50
    assert all(LAST_RANDOM_DEAL < asked.first <= LAST_DEAL and asked.most == 1 for asked in sought(thinking))


def test_no_deal_for_races_lies_beyond_the_last() -> None:
    thinking = solver(lambda _: [(LAST_DEAL + 1, "hard")])
    assert asyncio.run(race_deal(thinking, Shelf(GAMES["stonewall"], ""))) is None
