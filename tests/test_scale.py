"""The simulated day with very many players, and the page that shows it."""

from dataclasses import replace

import pytest

from bench.scale import HOURS, PAGE, REGIONS, Costs, Habits, arrivals, present, simulate, written


def test_the_page_shows_what_the_model_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page


def test_everybody_comes_once_and_stays_as_long_as_a_visit_lasts() -> None:
    habits = Habits()
    assert len(HOURS) == 24
    assert sum(REGIONS.values()) == pytest.approx(1)
    assert sum(arrivals(habits)) == pytest.approx(1)
    assert sum(present(habits)) == pytest.approx(habits.minutes)


def test_a_day_without_evenings_or_a_rush_needs_what_its_moves_cost_spread_evenly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bench.scale.HOURS", (1,) * 24)
    costs, habits = Costs(page_seconds=0), replace(Habits(), rush=0)
    day = simulate(1_000_000, costs, habits)
    moves = 1_000_000 * habits.games * habits.moves / 86_400
    assert day.moves == pytest.approx(moves)
    assert day.server_cores == pytest.approx(moves * costs.move_seconds)


def test_a_rush_at_midnight_raises_the_peak_and_stores_no_more() -> None:
    calm, rushed = (simulate(1_000_000, Costs(), replace(Habits(), rush=rush)) for rush in (0.0, 0.2))
    assert rushed.moves > 2 * calm.moves
    assert rushed.stored_bytes == calm.stored_bytes
