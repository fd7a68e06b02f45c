"""The figures of ratings are those of the paper's formulas, worked out in another way, and the words say them."""

from dataclasses import replace
from datetime import date
from itertools import pairwise
from math import exp, log, pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from app.features.daily.values.event import InDaily
from app.features.races.values.event import InRace
from app.features.ratings import rows
from app.features.ratings.service import BestRatings
from app.features.ratings.values import rating, strength
from app.features.ratings.values.rating import KNOWN, PERIOD_MS, SURE, TAU, RatedGame, Rating
from app.features.ratings.values.strength import PlacedRacer, PlayerKind, RatingChange, after_daily, after_heat
from app.features.ratings.words import own_ratings, rating_tabs, strength_words, sureness_words
from engine.games import find
from tests.app.ratings.test_pages import rate
from tests.databases import plain_engine

NOW = 1_800_000_000_000
FORTRESS, STONEWALL = find("fortress"), find("stonewall")
SCALE = 173.7178
SOME = st.builds(
    Rating, st.floats(1200, 1800), st.floats(46, 400), st.floats(0.04, 0.1), st.integers(1, 9), st.just(NOW)
)
GAMES = st.builds(
    RatedGame, st.floats(500, 2500), st.floats(46, 400), st.sampled_from([0, 0.5, 1]), st.sampled_from([0.5, 1])
)


def plain(one: Rating, games: list[RatedGame], volatility: float | None = None) -> tuple[float, float, float]:
    """Return rating, deviation and volatility after a period, the volatility by halving an interval."""
    mu, phi = (one.rating - 1500) / SCALE, one.deviation / SCALE
    known = gained = 0.0
    for game in games:
        g = 1 / sqrt(1 + 3 * (game.deviation / SCALE) ** 2 / pi**2)
        chance = 1 / (1 + exp(-g * (mu - (game.rating - 1500) / SCALE)))
        known += game.weight * g**2 * chance * (1 - chance)
        gained += game.weight * g * (game.score - chance)
    if volatility is None:
        low, high, a = log(one.volatility**2) - 3, log(one.volatility**2) + 3, log(one.volatility**2)
        for _ in range(60):
            x = (low + high) / 2
            rest = phi**2 + 1 / known + exp(x)
            value = exp(x) * ((gained / known) ** 2 - rest) / (2 * rest**2) - (x - a) / TAU**2
            low, high = (x, high) if value > 0 else (low, x)
        volatility = exp(low / 2)
    after = 1 / (1 / (phi**2 + volatility**2) + known)
    return one.rating + SCALE * after * gained, SCALE * sqrt(after), volatility


@settings(max_examples=30)
@given(SOME, st.lists(GAMES, min_size=1, max_size=5))
def test_a_period_changes_a_rating_as_the_paper_says(one: Rating, games: list[RatedGame]) -> None:
    after = rating.update(one, games)
    assert (after.rating, after.deviation, after.volatility) == pytest.approx(plain(one, games), rel=1e-5)
    fixed = rating.move(one, games, 0.05)
    assert (fixed.rating, fixed.deviation) == pytest.approx(plain(one, games, 0.05)[:2])
    assert rating.update(one, []) == one


def test_a_great_surprise_moves_a_sure_rating_as_the_paper_says() -> None:
    for mine, its, score in ((1500, 1900, 1.0), (1900, 1500, 0.0), (1500, 1500, 1.0)):
        one, games = Rating(mine, 80, 0.06, 9, NOW), [RatedGame(its, 46, score)] * 4
        after = rating.update(one, games)
        assert (after.rating, after.deviation, after.volatility) == pytest.approx(plain(one, games), rel=1e-5)


@settings(max_examples=30)
@given(SOME, SOME, st.sampled_from([0, 1]), st.integers(0, 40))
def test_a_puzzle_and_its_player_are_each_rated_against_the_other_as_both_have_rested(
    player: Rating, puzzle: Rating, score: int, periods: int
) -> None:
    now = NOW + periods * PERIOD_MS
    mine, its = (
        replace(one, deviation=min(sqrt(one.deviation**2 + SCALE**2 * periods * one.volatility**2), 500))
        for one in (player, puzzle)
    )
    after, its_after = rating.rate(player, puzzle, score, now)
    expected = plain(mine, [RatedGame(its.rating, its.deviation, score)])
    assert after.rating - player.rating == pytest.approx(max(-700, min(700, expected[0] - player.rating)), abs=0.01)
    assert after.deviation == pytest.approx(max(45, min(500, expected[1])), rel=1e-4)
    assert after.volatility == pytest.approx(min(0.1, expected[2]), rel=1e-4)
    assert (after.attempts, after.changed_at) == (player.attempts + 1, now)
    assert (its_after.attempts, its_after.changed_at) == (puzzle.attempts + 1, now)
    if mine.deviation < KNOWN:
        expected = plain(its, [RatedGame(mine.rating, mine.deviation, 1 - score)])
        assert its_after.rating == pytest.approx(expected[0], abs=0.01)
    else:
        assert (its_after.rating, its_after.volatility) == (puzzle.rating, puzzle.volatility)


def test_a_rating_without_results_does_not_rest_and_no_clock_makes_one_surer() -> None:
    assert rating.widen(Rating(1500, 60, changed_at=NOW), NOW + 99 * PERIOD_MS).deviation == 60
    assert rating.widen(Rating(1500, 60, attempts=1, changed_at=NOW), NOW - PERIOD_MS).deviation == pytest.approx(60)


def test_a_rating_is_provisional_from_a_deviation_on_and_in_words() -> None:
    assert [Rating(1512, SURE + more).provisional for more in (-0.1, 0)] == [False, True]
    assert strength_words(Rating(999.6, SURE)) == "1,000?"
    assert sureness_words(Rating(1500, 60.4, attempts=1)) == "give or take 121, from 1 result"
    assert sureness_words(Rating(1500, 200, attempts=2)) == "provisional, give or take 400, from 2 results"


def test_all_games_of_a_racer_in_a_heat_count_as_the_logarithm_of_the_field() -> None:
    field = [
        PlacedRacer(str(at), at, Rating(1500 + 40 * at, 60 + 10 * at, attempts=9, changed_at=NOW)) for at in range(4)
    ]
    met = {frozenset(("0", "1")): 2}
    after = after_heat(field, met, NOW + 5)
    for one in field:
        games = [
            RatedGame(
                other.rating.rating,
                other.rating.deviation,
                float(one.place < other.place),
                2 / 3 / (9 if {one.player_id, other.player_id} == {"0", "1"} else 1),
            )
            for other in field
            if other is not one
        ]
        rested = strength.ready(one.rating, NOW + 5)
        expected = plain(rested, games, strength.DRIFT)
        its = after[one.player_id]
        assert (its.rating, its.deviation) == pytest.approx(expected[:2], abs=0.01)
        assert (its.attempts, its.changed_at) == (10, NOW + 5)


def test_a_daily_counts_within_reach_and_moves_the_deal_only_for_somebody_known() -> None:
    deal = Rating(1500, 150, attempts=3)
    for mine, deviation, counts, moves in (
        (1500 + strength.REACH, 60, True, True),
        (1500 + strength.REACH + 1, 60, False, False),
        (1500 - strength.REACH - 1, 60, False, False),
        (1500, strength.KNOWN, True, False),
        (1500, strength.KNOWN - 1, True, True),
    ):
        found = after_daily(Rating(mine, deviation, attempts=9, changed_at=NOW), deal, 1, NOW)
        assert (found is not None) is counts
        if found:
            assert (found[1] != deal) is moves
            assert found[0].rating == pytest.approx(
                plain(Rating(mine, deviation), [RatedGame(1500, 150, 1)], strength.DRIFT)[0], abs=0.01
            )


def test_a_players_changes_are_told_with_a_plot_from_two_on() -> None:
    assert own_ratings({}, []) is None
    bare = own_ratings({STONEWALL: Rating(1400, 60, attempts=1)}, [])
    assert bare
    assert (bare.lines, bare.legend, bare.words, bare.lowest, bare.highest, bare.first, bare.last) == (
        *([], [], []),
        *("0", "0", "", ""),
    )
    day = 24 * 3_600_000
    changes = [
        (FORTRESS, RatingChange(NOW, InRace("BCDFGH"), 1, 1500, 1620.4, 200)),
        (STONEWALL, RatingChange(NOW + day, InDaily(date(2027, 1, 16)), 0, 1500, 1389.6, 200)),
    ]
    ratings = {STONEWALL: Rating(1389.6, 200, attempts=1), FORTRESS: Rating(1620.4, 60, attempts=1)}
    one = own_ratings(ratings, changes[:1])
    assert one
    assert (one.lines, len(one.words), one.first == one.last) == ([], 1, True)
    both = own_ratings(ratings, changes)
    assert both
    assert [(game, words) for game, words, _ in both.rows] == [(FORTRESS, "1,620"), (STONEWALL, "1,390?")]
    assert (both.lowest, both.highest) == ("1,390", "1,620")
    assert [game for _, game in both.legend] == [FORTRESS, STONEWALL]
    assert [words.partition(": ")[2].partition(" after")[0] for words in both.words] == ["1,390", "1,620"]
    assert [words[words.rindex("(") :] for words in both.words] == ["(−110)", "(+120)"]
    assert both.first != both.last
    assert both.words[-1].startswith(both.first)


def test_the_tabs_lead_to_the_other_boards_and_keep_the_kind() -> None:
    for kind, of_others, kinds in (
        (PlayerKind.PEOPLE, "?game=stonewall", ("", "?game=fortress&board=bots")),
        (PlayerKind.BOTS, "?game=stonewall&board=bots", ("?game=fortress", "")),
    ):
        games, who = (tabs for _, tabs in rating_tabs(BestRatings(FORTRESS, kind, [], None)))
        links = {tab.name: tab.link for tab in games}
        assert (links["Fortress"], links["Stonewall"]) == ("", of_others)
        assert tuple(tab.link for tab in who) == kinds


def test_only_results_count_and_the_best_come_first_up_to_a_number(url: str) -> None:
    with plain_engine(url).begin() as connection:
        ann = rate(connection, "Ann", Rating(1500, 60, attempts=1, changed_at=NOW))
        rate(connection, "Ben", Rating(1600, 60, attempts=1, changed_at=NOW))
        new = rate(connection, "New", Rating(1900, 60, attempts=0, changed_at=NOW))
        rate(connection, "Old", Rating(1800, 60, attempts=1, changed_at=NOW - 1))
        rate(connection, "Unsure", Rating(1800, SURE, attempts=1, changed_at=NOW))
        assert names(connection, 9, NOW) == ["Ben", "Ann"]
        assert names(connection, 1, NOW) == ["Ben"]
        assert names(connection, 9, NOW - 1) == ["Old", "Ben", "Ann"]
        assert rows.all_of_player(connection, new) == {}
        assert rows.of_players(connection, [ann, new], FORTRESS).keys() == {ann}
        assert rows.of_player(connection, new, FORTRESS) is None
        assert [one.attempts for one in rows.all_of_player(connection, ann).values()] == [1]


def names(connection: Connection, at_most: int, since: int) -> list[str]:
    return [one.name for one in rows.best(connection, FORTRESS, PlayerKind.PEOPLE, since, at_most)]


def test_changes_come_in_order_of_time_the_last_ones_if_there_are_many(url: str) -> None:
    with plain_engine(url).begin() as connection:
        ann = rate(connection, "Ann", Rating(1500, 60, attempts=1, changed_at=NOW))
        for at in range(4):
            change = RatingChange(NOW + at, InRace("BCDFGH"), at + 1, 1500 + at, 1501 + at, 60)
            rows.note(connection, FORTRESS, {ann: change})
        found = [change.at - NOW for _, change in rows.changes_of(connection, ann, 3)]
        assert len(found) == 3
        assert all(one < other for one, other in pairwise(found))
        assert found[-1] == 3
