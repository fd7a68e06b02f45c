"""How the deal of a daily is searched for, and what of its story comes from one game."""

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from app.features.daily.seeking import MOST_CANDIDATES, MOST_DEALS, Dailies, DailySearch
from app.features.daily.service import daily
from app.features.daily.service import story as telling
from app.features.daily.service.calendar import DAYS_AHEAD, band
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.values.story import MOST_CHANGES, Loss, Story
from app.play.service.course import PlayedCourse, Stop
from app.play.solving.seeking import Need
from app.play.values.shelf import Band
from engine.asking import FindDeals, FindPar, FoundDeals, Par, Verdict
from engine.games import find
from engine.moves import Move
from tests.app.daily.conftest import DAY, OPENING, SECRET
from tests.databases import transaction
from tests.factories import FORTRESS

FIRST = 10_000_000
OTHER = next(one for one in Band if one is not band(DAY, FORTRESS.game))


class Scripted:
    """A solver that proves what it was given, a batch at a time, and finds a par but for some deals."""

    def __init__(self, *batches: dict[int, Band], hopeless: int = 0, step: int = 10) -> None:
        self.batches, self.hopeless, self.step = list(batches), hopeless, step
        self.asked: list[Any] = []

    async def ask(self, question: Any, _: object) -> Any:
        self.asked.append(question)
        if isinstance(question, FindDeals):
            found = self.batches.pop(0) if self.batches else {}
            return FoundDeals([(number, its.value) for number, its in found.items()], question.first + self.step)
        assert isinstance(question, FindPar)
        self.hopeless -= 1
        return Par(None, None, 1) if self.hopeless >= 0 else Par(("t0-f0",), 1, 1_000)


def search(solver: Scripted, asks: int, day: Any = DAY, slug: str = "fortress") -> FoundDeal | None:
    """Ask so many questions in a search, or until a deal is chosen."""
    its = DailySearch(UndealtDaily(day, find(slug), FIRST), FIRST)
    for _ in range(asks):
        if found := asyncio.run(its.go_on(solver)):  # type: ignore[arg-type]
            return found
    return None


def test_the_first_deal_of_the_band_meant_for_the_daily_with_a_par_is_chosen() -> None:
    solver = Scripted({1: OTHER}, {}, {2: band(DAY, FORTRESS.game), 3: band(DAY, FORTRESS.game)}, hopeless=2)
    found = search(solver, 9)
    assert found
    assert (found.deal, found.effort[:5]) == (3, "1,000")
    assert {len(line) for line in found.lines.values()} == {1} == {*found.bounds.values()}
    asked = [one.first for one in solver.asked if isinstance(one, FindDeals)]
    assert asked == [FIRST, FIRST + 10, FIRST + 20]


def test_a_deal_of_another_band_is_taken_after_so_many_winnable_ones_and_only_one_is_looked_at() -> None:
    many = dict.fromkeys(range(1, MOST_CANDIDATES + 1), OTHER)
    assert search(Scripted(many), MOST_CANDIDATES) is None
    solver = Scripted(many, hopeless=1)
    found = search(solver, MOST_CANDIDATES + 1)
    assert found
    assert found.deal == 2
    assert sum(isinstance(one, FindPar) for one in solver.asked) == 2


def test_it_is_taken_too_where_hardly_any_deal_can_be_won() -> None:
    for step, chosen in ((MOST_DEALS // 2, 4), (MOST_DEALS // 2 - 1, None)):
        found = search(Scripted({4: OTHER}, step=step), 3)
        assert (found.deal if found else None) == chosen


def test_todays_daily_is_needed_now_tomorrows_soon_and_others_later(url: str) -> None:
    process: Any = SimpleNamespace(database=None, settings=SimpleNamespace(secret=SECRET))
    needs = dict[int, Need]()
    with transaction(url) as connection:
        while wanted := daily.next_wanted(connection, SECRET, OPENING):
            sought = Dailies(process).sought(connection, OPENING)
            assert sought
            needs[(wanted.day - DAY).days] = sought.need
            lines = dict.fromkeys(wanted.variants, (Move("t0", "t1"),))
            assert daily.choose(connection, SECRET, wanted, FoundDeal(wanted.first, lines, {}, "none"), OPENING)
        assert Dailies(process).sought(connection, OPENING) is None
    assert needs == {0: Need.NOW, 1: Need.TOMORROW, **dict.fromkeys(range(2, DAYS_AHEAD + 1), Need.LATER)}


def course(*places: str) -> PlayedCourse:
    """Return the course of a game along these positions."""
    stops: list[Any] = [Stop(at, None, None, "") for at in places]  # type: ignore[arg-type]
    return PlayedCourse(FORTRESS, stops, places, None, ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("judged", "following"),
    [("+????", "e"), ("+???+", None), ("+???-", "c"), ("+?+?-", "d"), ("+-??-", None), ("+??--", "c"), ("++-?-", None)],
)
def test_a_handful_of_verdicts_finds_the_losing_move(judged: str, following: str | None) -> None:
    verdicts = {"+": Verdict.WINNABLE, "-": Verdict.UNWINNABLE}
    known = {at: verdicts[mark] for at, mark in zip("abcde", judged, strict=True) if mark != "?"}
    assert telling._next_to_judge(course(*"abcde"), known) == following


def attempt(*, solved: bool = False) -> DailyAttempt:
    return DailyAttempt("its session", DAY, FORTRESS, "ann", 1, True, OPENING, OPENING, solved=solved)


def test_a_trace_has_the_entries_at_which_cards_came_home_and_always_the_last() -> None:
    trace = telling._trace(attempt(), [4, 4, 5, 5, 7, 6], (2, 5))
    assert trace.changes == ((0, 4), (2, 5), (4, 7), (5, 6))
    assert (trace.session, trace.won, trace.steps, trace.lost) == ("its session", False, 5, (2, 5))
    assert telling._trace(attempt(solved=True), [4], None).changes == ((0, 4),)
    for more in range(4):
        homes = list(range(2 * MOST_CHANGES - 1 + more))
        changes = telling._trace(attempt(), homes, None).changes
        assert changes[0] == (0, 0)
        assert changes[-1] == (len(homes) - 1, homes[-1])
        assert MOST_CHANGES // 2 < len(changes) <= MOST_CHANGES + 1
        steps = {later[0] - one[0] for one, later in pairwise(changes[:-1])}
        assert len(steps) == 1


def test_the_same_losing_move_in_the_same_position_is_one_with_its_games_counted() -> None:
    losses: tuple[Loss, ...] = ()
    for place, move, session in (("a", "t0-t1", "1"), ("b", "t0-t1", "2"), ("a", "t0-t2", "3"), ("b", "t0-t1", "4")):
        losses = telling._count(losses, course("x", place), session, 1, move)
    assert [(loss.at, loss.move, loss.games, loss.session, loss.step) for loss in losses] == [
        ("a", "t0-t1", 1, "1", 1),
        ("b", "t0-t1", 2, "2", 1),
        ("a", "t0-t2", 1, "3", 1),
    ]


def test_a_story_that_skips_a_game_goes_on_with_the_next() -> None:
    story = telling.skip(Story(left=("1", "2"), asked=3))
    assert (story.left, story.asked, story.is_complete) == (("2",), 0, False)
    assert telling.skip(story).is_complete
    assert telling.skip(Story()).is_complete
