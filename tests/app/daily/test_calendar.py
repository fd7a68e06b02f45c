"""When a daily opens and closes, and what people play on it."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from app.core.clock import today
from app.core.refusals import NotFound
from app.features.daily.service import calendar
from app.features.daily.service.calendar import DayState, state
from app.play.values.shelf import Band
from engine.games import GAMES, find
from engine.measured import figures
from tests.app.daily.conftest import CLOSING, DAY, ENDING, OPENING

WEEK = [date(2026, 11, 16) + timedelta(ahead) for ahead in range(7)]


@pytest.mark.parametrize(
    ("now", "stands"),
    [
        (OPENING - 1, DayState.COMING),
        (OPENING, DayState.OPEN),
        (ENDING - 1, DayState.OPEN),
        (ENDING, DayState.CLOSING),
        (CLOSING - 1, DayState.CLOSING),
        (CLOSING, DayState.CLOSED),
    ],
)
def test_a_day_opens_at_midnight_utc_and_closes_two_hours_after_its_end(now: int, stands: DayState) -> None:
    assert state(DAY, now) is stands


def test_the_earliest_day_that_is_not_closed_is_yesterday_until_two_o_clock() -> None:
    assert calendar.first_open(CLOSING - 1) == DAY
    assert calendar.first_open(CLOSING) == DAY + timedelta(1)


def test_a_day_is_as_long_as_every_other_whatever_clocks_are_put_forward() -> None:
    for ahead in range(366):
        day = DAY + timedelta(ahead)
        assert calendar.opens_at(day + timedelta(1)) - calendar.opens_at(day) == 24 * 3_600_000
        assert today(calendar.opens_at(day)) == day


def test_today_and_the_week_after_it_should_be_known() -> None:
    days = calendar.days_to_choose(OPENING)
    assert days[0] == DAY
    assert days[-1] == DAY + timedelta(7)


@pytest.mark.parametrize("text", ["2026-11-31", "2026-1-2", "20261120", "yesterday", "2026-11-20 ", "1999-01-01", ""])
def test_what_is_no_day_of_ours_is_not_found(text: str) -> None:
    with pytest.raises(NotFound):
        calendar.read_day(text)


def test_every_value_of_an_option_that_the_day_settles_has_its_turn() -> None:
    for slug, name in (("stronghold", "cell"), ("six-by-four", "cells")):
        game = find(slug)
        settled = [calendar.settled_options(game, day)[name] for day in WEEK]
        assert all(one != other for one, other in pairwise(settled))


def test_in_stalactites_every_attempt_chooses_and_the_deal_must_be_winnable_both_ways() -> None:
    game = find("stalactites")
    assert calendar.settled_options(game, DAY) == {}
    assert calendar.variants(game, DAY) == [game.settle({"by": "ones"}), game.settle({"by": "twos"})]


@pytest.mark.parametrize("slug", GAMES)
def test_every_set_of_options_of_a_day_can_be_played(slug: str) -> None:
    for variant in calendar.variants(GAMES[slug], DAY):
        assert GAMES[slug].settle(variant.options) is variant


def test_the_week_climbs() -> None:
    order = list(Band)
    bands = [order.index(calendar.band_of_week(day)) for day in WEEK]
    assert bands == sorted(bands)
    assert set(bands) == {0, 1, 2}


def test_on_every_day_one_game_that_somebody_new_can_win_has_a_gentle_deal() -> None:
    gentle = {day: [game for game in GAMES.values() if calendar.band(day, game) is Band.GENTLE] for day in WEEK}
    assert all(calendar.gentle_game(day) in games for day, games in gentle.items())
    assert {len(games) for games in gentle.values()} == {1, len(GAMES)}
    for slug in calendar.GENTLE_IN_TURN:
        measured = [figures(variant.rules) for variant in GAMES[slug].variants({})]
        assert all(known and known.beginner.share(Band.GENTLE) > 0.4 for known in measured)
