"""Tiers and scores: by par if every card is visible, by the day's field if not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.daily.service.results import score, steps_of_field
from app.features.daily.values.daily import DailyAttempt
from engine.games import variant_of
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, STONEWALL, Arrive, Host

PAR = len(FORTRESS.line)
ENDED = DailyAttempt("", DAY, variant_of("fortress", ""), "", 1, True, 0, 1, solved=True, tier=2, steps=100, ms=1000)


@pytest.mark.parametrize(("detours", "tier"), [(0, 0), (1, 1), (PAR // 10, 1), (PAR // 10 + 1, 2), (PAR // 4 + 1, 3)])
def test_a_tier_is_given_by_steps_against_par(arrive: Arrive, detours: int, tier: int) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS, detours)
    assert ann.board()["me"]["tier"] == tier


def test_all_at_par_share_the_first_rank_and_the_quicker_is_named_first(arrive: Arrive, host: Host) -> None:
    slow, quick, later = arrive("Slow"), arrive("Quick"), arrive("Later")
    for challenger, ms, detours in ((slow, 90_000, 0), (quick, 60_000, 0), (later, 1_000, 1)):
        session = challenger.start()
        host.clock.pass_by(ms)
        assert challenger.win(FORTRESS, detours)["id"] == session["id"]
    assert [(row["rank"], row["name"]) for row in slow.board()["rows"]] == [(1, "Quick"), (1, "Slow"), (3, "Later")]


def test_unsolved_attempts_come_last_by_the_cards_they_brought_home(arrive: Arrive) -> None:
    for name, moves in (("Few", 10), ("Many", PAR - 5), ("Few too", 10)):
        challenger = arrive(name)
        challenger.give_up(challenger.play(challenger.start(), FORTRESS.line[:moves]))
    winner = arrive("Winner")
    winner.win(FORTRESS, detours=60)
    rows = winner.board()["rows"]
    assert [row["name"] for row in rows[:2]] == ["Winner", "Many"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 3]


def test_in_stonewall_tiers_come_with_the_closing(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    field = [arrive(f"Player {at}") for at in range(4)]
    for detours, challenger in enumerate(field):
        challenger.win(STONEWALL, detours)
    rows = field[0].board(slug="stonewall")["rows"]
    assert [(row["rank"], row["tier"]) for row in rows] == [(1, 3), (2, 3), (3, 3), (4, 3)]
    page = field[0].client.get(f"/daily/{DAY}/stonewall/leaderboard").text
    assert "best" not in page.partition("<tbody>")[2].partition("</tbody>")[0]
    host.clock.ms = CLOSING
    host.close()
    rows = field[0].board(slug="stonewall")["rows"]
    assert [(row["rank"], row["tier"]) for row in rows] == [(1, 0), (2, 2), (3, 3), (4, 3)]


def test_practice_with_known_cards_does_not_move_the_field(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    ann, rehearsed = arrive("Ann"), arrive("Bob")
    ann.win(STONEWALL, detours=20)
    rehearsed.give_up(rehearsed.start("stonewall"))
    rehearsed.win(STONEWALL)
    host.clock.ms = CLOSING
    host.close()
    assert ann.board(slug="stonewall")["me"]["tier"] == 0


@given(st.lists(st.integers(50, 300), min_size=1, max_size=200))
def test_a_field_s_tiers_hold_at_least_their_share_and_none_of_them_is_empty(needed: list[int]) -> None:
    for (tier, most), share in zip(steps_of_field(needed), (10, 25, 50), strict=True):
        within = sum(steps <= most for steps in needed)
        fewer = sum(steps < most for steps in needed)
        assert 100 * within >= share * len(needed) > 100 * fewer or (tier, fewer) == (0, 0)


@given(st.tuples(st.integers(0, 3), st.integers(1, 5000), st.integers(1, 10**8)), st.integers(0, 51))
def test_solved_comes_before_unsolved_and_scores_fit_the_database(solved: tuple[int, int, int], home: int) -> None:
    tier, steps, ms = solved
    good = score(replace(ENDED, tier=tier, steps=steps, ms=ms))
    bad = score(replace(ENDED, solved=False, tier=4, home=home))
    assert 0 <= good < bad < 2**63


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 5000), st.integers(1, 10**8)), min_size=2, max_size=2))
def test_below_the_top_a_score_orders_by_tier_then_steps_then_time(both: list[tuple[int, int, int]]) -> None:
    one, other = (score(replace(ENDED, tier=tier, steps=steps, ms=ms)) for tier, steps, ms in both)
    assert (one < other) == (both[0] < both[1])


def test_ever_more_steps_and_time_never_reach_the_next_tier() -> None:
    longest = score(replace(ENDED, tier=2, steps=0xFFFF, ms=0xFFFFFFFF))
    assert score(replace(ENDED, tier=2, steps=10**6, ms=10**12)) == longest
    assert score(replace(ENDED, tier=2, steps=0xFFFF, ms=0)) < longest < score(replace(ENDED, tier=3, steps=0, ms=0))
