"""Glicko-2: the paper's own example, and what must hold of any two ratings."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.ratings.values.rating import (
    KNOWN,
    LEAST_DEVIATION,
    MOST_CHANGE,
    MOST_VOLATILITY,
    PERIOD_MS,
    START_DEVIATION,
    START_VOLATILITY,
    RatedGame,
    Rating,
    rate,
    update,
    widen,
)
from app.features.ratings.values.strength import DRIFT

YEAR_MS = 365 * 24 * 3_600_000
RATINGS = st.builds(
    Rating,
    st.floats(-500, 4000),
    st.floats(LEAST_DEVIATION, START_DEVIATION),
    st.floats(0.03, 0.1),
    st.integers(1, 9),
    st.integers(0, YEAR_MS),
)


def test_the_worked_example_of_the_paper_comes_out() -> None:
    met = [RatedGame(1400, 30, 1), RatedGame(1550, 100, 0), RatedGame(1700, 300, 0)]
    after = update(Rating(1500, 200, 0.06), met, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_decision_about_ratings_states_the_volatilities_that_the_code_has() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "decisions", "ratings.md").read_text()
    told = " ".join(page.split())
    assert f"{DRIFT}, some eight points, from one result to the next, and {START_VOLATILITY} for each ten days" in told
    assert f"up to {MOST_VOLATILITY} from the {START_VOLATILITY} with which everybody begins" in told
    assert PERIOD_MS == 10 * 24 * 3_600_000


def test_a_year_without_puzzles_makes_a_sure_rating_provisional() -> None:
    after = widen(Rating(1800, 60, 0.09, 50, 0), YEAR_MS)
    assert after.rating == 1800
    assert after.deviation == pytest.approx(110, abs=2)


@given(RATINGS, RATINGS, st.integers(0, 1))
def test_whoever_wins_never_falls_and_whoever_loses_never_rises(player: Rating, puzzle: Rating, score: int) -> None:
    mine, its = rate(player, puzzle, score, YEAR_MS)
    up = 1 if score else -1
    assert up * (mine.rating - player.rating) >= 0
    assert up * (its.rating - puzzle.rating) <= 0
    for before, after in ((player, mine), (puzzle, its)):
        assert abs(after.rating - before.rating) <= MOST_CHANGE + 1e-6  # what a sum of two floats may be off
        assert LEAST_DEVIATION <= after.deviation <= START_DEVIATION
        assert 0 < after.volatility <= 0.1


def test_nobody_unknown_moves_a_puzzle() -> None:
    puzzle = Rating(1400, 80, 0.09, 40, 0)
    for unknown in (Rating(), Rating(deviation=KNOWN)):
        _, its = rate(unknown, puzzle, 1, 0)
        assert (its.rating, its.deviation) == (puzzle.rating, puzzle.deviation)
    _, its = rate(Rating(1500, KNOWN - 1, 0.09, 9, 0), puzzle, 1, 0)
    assert its.rating < puzzle.rating


def test_a_thousand_attempts_come_near_the_strength_and_stay_there() -> None:
    player = Rating()
    for number in range(1000):
        target = 1900.0
        puzzle = Rating(player.rating, 60, 0.06, 99, 0)
        # As often as somebody of that strength would, without chance.
        chance = 1 / (1 + 10 ** ((puzzle.rating - target) / 400))
        score = int((number * 0.6180339887) % 1 < chance)
        player, _ = rate(player, puzzle, score, 0)
    assert player.rating == pytest.approx(1900, abs=120)
    assert player.deviation < 80
