"""Today’s dailies on the front page, in words."""

from dataclasses import replace
from typing import Any

import pytest

from app.features.daily.rows.boards import NamedResult
from app.features.daily.service.streaks import Streak
from app.features.daily.service.today import OfToday, SharedWin, TodayView
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.words.today import show_today, show_win, streak_words
from app.play.front import FrontLook
from app.play.values.shelf import Band
from engine.games import find
from tests.app.daily.conftest import DAY, ENDING, OPENING
from tests.factories import FORTRESS as VARIANT
from tests.factories import a_session

GAME = VARIANT.game
TRY = DailyAttempt("session-00000001", DAY, VARIANT, "ann", 1, True, OPENING)
SOLVED = replace(TRY, ended_at=OPENING, solved=True, tier=1, steps=90, home=52, ms=65_000)
LOST = replace(TRY, ended_at=OPENING, tier=4, home=1)

NOWHERE: Any = None
LOOK = FrontLook(NOWHERE, "ann", ENDING - 90_000)


def of_today(*attempts: DailyAttempt, **given: Any) -> OfToday:
    """Return one of today's dailies."""
    table = a_session(id="session-00000009") if attempts else None
    return replace(OfToday(GAME, {}, list(attempts), table, Band.STEADY, 2, None), **given)


NOT_CHOSEN = of_today(options=None, band=None)


@pytest.mark.parametrize(
    ("one", "verb", "state", "score", "more", "address"),
    [
        (of_today(), "Play", "A steady deal", "", "2 players have begun it", f"/daily/{DAY}/fortress"),
        (of_today(starters=0), "Play", "A steady deal", "", "Nobody has begun it", f"/daily/{DAY}/fortress"),
        (
            of_today(options=None, band=None),
            "View",
            "The server is choosing its deal",
            "",
            "",
            f"/daily/{DAY}/fortress",
        ),
        (of_today(TRY, starters=1), "Continue", "In play", "", "1 player has begun it", "/sessions/session-00000009"),
        (of_today(LOST, solvers=0), "View", "Not solved", "", "0 players have solved it", f"/daily/{DAY}/fortress"),
        (of_today(LOST, SOLVED, solvers=1), "View", "Solved", "Solved in 90 steps", "1 player has solved it", None),
        (
            of_today(SOLVED, TRY, solvers=1),
            *("Continue", "Solved", "Solved in 90 steps", "1 player has solved it", "/sessions/"),
        ),
    ],
)
def test_the_front_page_says_how_a_daily_stands(
    one: OfToday, verb: str, state: str, score: str, more: str, address: str | None
) -> None:
    shown = show_today(TodayView(DAY, [one], Streak()), LOOK)
    tile = shown.daily
    assert (tile.state, tile.score, tile.more) == (state, score, more)
    assert (shown.verb, shown.others, shown.left, shown.streak) == (verb, "", "2 min left", "")
    assert tile.address.startswith(address or f"/daily/{DAY}/fortress")


def test_the_front_page_says_how_hard_a_daily_is_before_it_is_begun() -> None:
    for band, said in ((Band.GENTLE, "A gentle deal"), (Band.HARD, "A hard deal")):
        assert show_today(TodayView(DAY, [of_today(band=band)], Streak()), LOOK).daily.state == said


def test_the_front_page_shows_a_daily_in_play_before_that_of_the_game_played_last() -> None:
    stronghold = replace(of_today(), game=find("stronghold"))
    begun = of_today(TRY)
    look = LOOK._replace(game=find("stronghold"))
    assert show_today(TodayView(DAY, [begun, stronghold], Streak()), look).daily.game == GAME
    at_it = look._replace(continued=begun.table)
    shown = show_today(TodayView(DAY, [begun, stronghold], Streak()), at_it)
    assert (shown.daily.game.slug, shown.others) == ("stronghold", "The other daily")
    solved = replace(stronghold, attempts=of_today(SOLVED).attempts)
    assert show_today(TodayView(DAY, [begun, solved], Streak()), look).others == "You have solved 1 of today’s 2"


def test_the_front_page_shows_a_daily_to_begin_before_one_that_is_over_and_a_solved_one_before_a_lost_one() -> None:
    names = ("stonewall", "six-by-four", "stalactites", "stronghold")
    unplayed, undealt, lost, solved = (
        replace(one, game=find(name))
        for one, name in zip((of_today(), of_today(options=None), of_today(LOST), of_today(SOLVED)), names, strict=True)
    )
    look = LOOK._replace(game=lost.game)

    def shown(*dailies: OfToday) -> tuple[str, str, str]:
        seen = show_today(TodayView(DAY, list(dailies), Streak(1, 1)), look)
        return seen.daily.game.slug, seen.verb, seen.kept

    assert shown(undealt, lost, solved, unplayed) == ("stonewall", "Play", "1-day streak")
    assert shown(undealt, lost, solved) == ("stronghold", "View", "1-day streak")
    assert shown(undealt, lost) == ("stalactites", "View", "")
    assert shown(undealt, unplayed) == ("stonewall", "Play", "")
    assert shown(unplayed, replace(unplayed, game=lost.game)) == ("stalactites", "Play", ""), "the game played last"


def test_a_streak_is_told_from_the_first_day_on() -> None:
    assert show_today(TodayView(DAY, [of_today()], Streak(1, 1)), LOOK).streak == "Your streak is 1 day."
    assert streak_words(Streak(0, 1)) == "You have no streak at the moment. Your best streak was 1 day."
    assert streak_words(Streak(10, 10, 2)) == "Your streak is 10 days. You have two rest days saved."
    assert streak_words(Streak(0, 4, 2)) == "You have no streak at the moment. Your best streak was 4 days."


def test_a_win_worth_seeing_leads_to_its_replay() -> None:
    shown = show_win(SharedWin(NamedResult(SOLVED, "Ann"), a_session()))
    assert (shown.winner, shown.tile.address) == ("Ann", "/replays/session-00000001")
    assert shown.tile.score == "The daily of 20 Nov 2026, won in 90 steps"
    assert show_win(SharedWin(NamedResult(SOLVED, None), a_session())).winner == ""
