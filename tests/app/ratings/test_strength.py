"""Ratings as values: what a heat and a daily change."""

from collections import Counter
from dataclasses import replace

import pytest

from app.features.ratings.values.rating import START, Rating
from app.features.ratings.values.strength import (
    KNOWN,
    NEW_DEVIATION,
    REACH,
    PlacedRacer,
    after_daily,
    after_heat,
    first_of_deal,
    newcomer,
)
from tests.lengths import short_and_long
from tests.soak import season

NOW = 1_800_000_000_000
SETTLED = Rating(deviation=60.0, attempts=40, changed_at=NOW)
NOBODY_MET = Counter[frozenset[str]]()


def raced(*ratings: Rating, places: tuple[int, ...] = (), met: int = 0) -> list[float]:
    """Return by how much a heat changes the rating of each racer, who come in in this order."""
    field = [
        PlacedRacer(str(at), place, rating)
        for at, (place, rating) in enumerate(zip(places or range(1, len(ratings) + 1), ratings, strict=True))
    ]
    pairs = Counter({frozenset((one.player_id, other.player_id)): met for one in field for other in field})
    after = after_heat(field, pairs, NOW)
    return [after.get(one.player_id, one.rating).rating - one.rating.rating for one in field]


def test_the_winner_of_two_equals_gains_what_the_other_loses() -> None:
    won, lost = raced(SETTLED, SETTLED)
    assert won == pytest.approx(-lost)
    assert 5 < won < 15


def test_a_shared_place_changes_nothing_between_equals() -> None:
    assert raced(SETTLED, SETTLED, places=(1, 1)) == pytest.approx([0, 0])


def test_a_win_that_was_to_be_expected_brings_less_than_one_that_was_not() -> None:
    strong = replace(SETTLED, rating=START + 300)
    assert raced(strong, SETTLED)[0] < raced(SETTLED, strong)[0] / 3


def test_whoever_races_alone_gains_nothing() -> None:
    assert after_heat([PlacedRacer("alone", 1, SETTLED)], NOBODY_MET, NOW) == {}


def test_two_who_neither_moved_nor_left_count_only_against_those_who_did() -> None:
    strong = replace(SETTLED, rating=START + 300)
    idle = [PlacedRacer("a", 2, strong, acted=False), PlacedRacer("b", 2, SETTLED, acted=False)]
    assert after_heat(idle, NOBODY_MET, NOW) == {}
    after = after_heat([PlacedRacer("c", 1, SETTLED), *idle], NOBODY_MET, NOW)
    alone = after_heat([PlacedRacer("c", 1, SETTLED), idle[0]], NOBODY_MET, NOW)
    assert after["a"] == alone["a"]
    assert after["c"].rating > SETTLED.rating > after["b"].rating


def test_two_whose_games_a_host_cut_short_count_only_against_those_who_had_ended_theirs() -> None:
    won, *cut = (PlacedRacer(name, place, SETTLED, cut_short=place > 1) for place, name in enumerate("abc", start=1))
    assert after_heat(cut, NOBODY_MET, NOW) == {}
    after = after_heat([won, *cut], NOBODY_MET, NOW)
    assert after["a"].rating > START > after["b"].rating == after["c"].rating


def test_somebody_new_does_not_move_somebody_known_and_is_moved() -> None:
    known, fresh = raced(SETTLED, newcomer(NOW))
    assert known == 0
    assert fresh < -50


def test_people_who_are_all_new_move_one_another() -> None:
    won, lost = raced(newcomer(NOW), newcomer(NOW))
    assert won == pytest.approx(-lost)
    assert won > 100


def test_each_heat_with_the_same_opponent_tells_less_than_the_one_before() -> None:
    gained = [raced(SETTLED, SETTLED, met=met)[0] for met in range(50)]
    assert gained == sorted(gained, reverse=True)
    assert sum(gained) < 2 * gained[0]


def test_a_large_field_tells_more_than_a_small_one_but_not_for_each_pair() -> None:
    of_two, of_eight = raced(*[SETTLED] * 2)[0], raced(*[SETTLED] * 8)[0]
    assert of_two < of_eight < 4 * of_two


def test_no_deviation_grows_beyond_that_of_somebody_new() -> None:
    long_ago = replace(SETTLED, changed_at=0)
    after = after_heat([PlacedRacer("a", 1, long_ago), PlacedRacer("b", 2, long_ago)], NOBODY_MET, NOW)
    assert all(one.deviation < NEW_DEVIATION for one in after.values())


def test_a_clock_that_was_set_back_makes_no_rating_older() -> None:
    after = after_heat([PlacedRacer("a", 1, SETTLED), PlacedRacer("b", 2, SETTLED)], NOBODY_MET, NOW - 1_000_000)
    assert {one.changed_at for one in after.values()} == {NOW}


def test_a_deal_that_was_solved_is_easier_than_it_seemed() -> None:
    changed = after_daily(SETTLED, first_of_deal(START), 1, NOW)
    assert changed
    player, deal = changed
    assert player.rating > SETTLED.rating
    assert deal.rating < START


def test_somebody_new_does_not_move_a_deal() -> None:
    first = first_of_deal(START)
    fresh = replace(newcomer(NOW), deviation=KNOWN)
    changed = after_daily(fresh, first, 0, NOW)
    assert changed
    assert changed[0].rating < START
    assert changed[1] == first


def test_a_deal_far_from_a_player_tells_nothing_whether_it_is_solved_or_not() -> None:
    far = replace(SETTLED, rating=START + REACH + 1)
    assert after_daily(far, first_of_deal(START), 1, NOW) is None
    assert after_daily(far, first_of_deal(START), 0, NOW) is None


@short_and_long(0.1)
def test_ratings_rank_people_by_their_strengths(share: float) -> None:
    world = season.season(int(2_000 * share), season.RACES, seed=1)
    assert season.agreement(world) >= 0.9


def test_no_circle_of_two_and_no_second_accounts_bring_more_than_half_a_deviation() -> None:
    for way in (season.closed_circle, season.second_accounts):
        gained, _ = season.gains(60, 40, way, tries=2)
        assert gained < 30, way


def test_whoever_loses_on_purpose_is_not_ahead_afterwards() -> None:
    gained, error = season.gains(60, 40, season.sandbag, tries=3)
    assert gained < 2 * error
