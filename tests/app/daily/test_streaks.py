"""Streaks: which days count, and what a missed one costs."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.daily.service import streaks
from app.features.daily.service.calendar import closes_at
from app.features.daily.service.streaks import DAYS_A_REST, MOST_RESTS, Streak, streak
from tests.app.daily.conftest import DAY, FORTRESS, Arrive, Host

FIRST = date(2026, 11, 1)
PATTERNS = st.lists(st.booleans(), max_size=200)


def along(pattern: list[bool]) -> Streak:
    """Count a streak along days of which the pattern says whether they were solved."""
    days = [FIRST + timedelta(ahead) for ahead in range(len(pattern))]
    return streak(days, [day for day, was_solved in zip(days, pattern, strict=True) if was_solved])


def test_a_missed_day_ends_a_streak_without_rest_days() -> None:
    assert along([True] * 9 + [False]).current == 0
    assert along([True] * 9 + [False] + [True] * 2).current == 2


def test_ten_days_earn_a_rest_and_no_more_than_three_are_kept() -> None:
    assert along([True] * DAYS_A_REST).rests == 1
    assert along([True] * DAYS_A_REST * 5).rests == MOST_RESTS
    assert along([True] * 50 + [False] * MOST_RESTS).current == 50
    assert along([True] * 50 + [False] * (MOST_RESTS + 1)) == Streak(
        0, 50, 0, frozenset(FIRST + timedelta(50 + ahead) for ahead in range(MOST_RESTS))
    )


def test_a_day_without_a_daily_does_not_matter() -> None:
    assert streak([FIRST, FIRST + timedelta(5)], [FIRST, FIRST + timedelta(5)]).current == 2


def test_a_day_that_is_not_over_is_not_missed() -> None:
    assert streak([FIRST], [FIRST]).current == 1
    assert streak([], []) == Streak()


@given(PATTERNS)
def test_a_streak_is_never_longer_than_the_days_solved_nor_than_the_best(pattern: list[bool]) -> None:
    counted = along(pattern)
    assert counted.current <= counted.best <= sum(pattern)
    assert 0 <= counted.rests <= min(MOST_RESTS, sum(pattern) // DAYS_A_REST)
    assert len(counted.rested) <= pattern.count(False)


@given(PATTERNS)
def test_solving_one_more_day_never_shortens_a_streak(pattern: list[bool]) -> None:
    before, after = along(pattern), along([*pattern, True])
    assert (after.current, after.best) == (before.current + 1, max(before.best, before.current + 1))


@given(PATTERNS)
def test_kindness_never_makes_a_streak_shorter_than_the_last_days_in_a_row(pattern: list[bool]) -> None:
    in_a_row = next((at for at, was_solved in enumerate(reversed(pattern)) if not was_solved), len(pattern))
    assert along(pattern).current >= in_a_row


def test_the_calendar_marks_a_day_that_a_rest_day_covers(
    host: Host, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaks, "DAYS_A_REST", 1)
    ann = arrive("Ann")
    missed = DAY + timedelta(1)
    host.choose(FORTRESS, missed)
    ann.win(FORTRESS)
    host.clock.ms = closes_at(missed) - 1
    assert ", rest day" not in ann.client.get("/daily").text
    host.clock.ms += 1
    page = ann.client.get("/daily").text
    marked = f'<td class="rested"><a href="/daily/{missed}">{missed.day}<span class="quiet">, rest day</span></a>'
    assert marked in page
    assert "A dashed mark is a day that a rest day covered." in page
    assert "Your streak is 1 day. You have no rest days left." in page
    assert "rest day" not in arrive("Ben").client.get("/daily").text
