"""Standings are what a plain count of the games gives, whatever order they came in."""

from collections import defaultdict
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from app.features.tournaments.values import scoring
from app.features.tournaments.values.tournament import (
    SCORING,
    Entrant,
    TournamentTry,
    TryOutcome,
    is_done,
    next_number,
    running,
)
from tests.app.tournaments.factories import tournament_terms

PLAYERS = tuple(f"player-{number}" for number in range(8))
TRIES = st.builds(
    TournamentTry,
    session_id=st.just(""),
    code=st.just("BCDFGH"),
    player_id=st.sampled_from(PLAYERS),
    number=st.integers(1, 5),
    attempt=st.integers(1, 3),
    began_at=st.just(0),
    outcome=st.sampled_from([None, *TryOutcome]),
    steps=st.integers(50, 53),
    ms=st.integers(1000, 1003),
)


def standing_of(tries: list[TournamentTry], player_id: str) -> tuple[int, int, int]:
    """Return points, steps and time of a player, as the rules page says them."""
    won = [one for one in tries if one.player_id == player_id and one.outcome == "won"]
    points = sum(3 if one.attempt == 1 else 2 for one in won)
    return points, sum(one.steps for one in won), sum(one.ms for one in won)


def entered(tries: list[TournamentTry], groups: dict[str, str | None]) -> list[Entrant]:
    entrants = {one: Entrant(one, one, at, groups.get(one), groups.get(one)) for at, one in enumerate(PLAYERS)}
    for one in tries:
        entrants[one.player_id] = scoring.add_points(SCORING, entrants[one.player_id], one)
    return list(entrants.values())


@given(st.lists(TRIES, max_size=60))
def test_places_are_those_of_a_plain_count(tries: list[TournamentTry]) -> None:
    plain = {one: standing_of(tries, one) for one in PLAYERS}
    better = {
        one: sum((-points, steps, ms) < (-plain[one][0], *plain[one][1:]) for points, steps, ms in plain.values())
        for one in PLAYERS
    }
    placed = scoring.places(entered(tries, {}))
    assert {place.entrant.player_id: place.rank for place in placed} == {one: 1 + better[one] for one in PLAYERS}
    assert [place.rank for place in placed] == sorted(place.rank for place in placed)
    told = {place.entrant.player_id: place.entrant for place in placed}
    assert {one: (told[one].points, told[one].steps, told[one].ms) for one in PLAYERS} == plain


@given(st.lists(TRIES, max_size=60), st.randoms(use_true_random=False))
def test_the_order_in_which_games_end_makes_no_difference(tries: list[TournamentTry], random: "st.DataObject") -> None:
    shuffled = list(tries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert scoring.places(entered(tries, {})) == scoring.places(entered(shuffled, {}))


@given(st.lists(TRIES, max_size=60), st.dictionaries(st.sampled_from(PLAYERS), st.sampled_from(["A", "B"])))
def test_a_team_has_the_points_of_its_best_five(tries: list[TournamentTry], groups: dict[str, str | None]) -> None:
    entrants = entered(tries, groups)
    points = defaultdict[str, list[int]](list)
    for one in entrants:
        if one.group_code:
            points[one.group_code].append(one.points)
    plain = {group: sum(sorted(each, reverse=True)[:5]) for group, each in points.items()}
    assert {team.name: team.points for team in scoring.teams(SCORING, entrants)} == plain
    assert [team.rank for team in scoring.teams(SCORING, entrants)] in ([], [1], [1, 2], [1, 1])


@given(st.booleans(), st.integers(3, 6), st.lists(st.booleans(), max_size=80))
def test_every_deal_comes_once_before_any_comes_again_and_none_that_was_won(
    one_try: bool, deals: int, wins: list[bool]
) -> None:
    terms = tournament_terms(deals=deals, one_try=one_try)
    tries = list[TournamentTry]()
    for won in wins:
        number = next_number(terms, tries)
        if number is None:
            break
        assert number not in {one.number for one in tries if one.outcome is TryOutcome.WON}
        if len(tries) < deals:
            assert number == len(tries) + 1
        going_on = TournamentTry(str(len(tries)), "", "", number, 1 + sum(one.number == number for one in tries), 0)
        assert running([*tries, going_on]) == going_on
        assert not is_done(terms, [*tries, going_on])
        outcome = TryOutcome.WON if won else TryOutcome.GIVEN_UP
        tries.append(TournamentTry("", "", "", number, going_on.attempt, 0, outcome))
    if next_number(terms, tries) is None:
        assert is_done(terms, tries)
        most = 1 if one_try else 10
        last = reduce(lambda kept, one: kept | {one.number: one}, tries, dict[int, TournamentTry]())
        assert all(one.outcome is TryOutcome.WON or one.attempt == most for one in last.values())
        assert set(last) == set(range(1, deals + 1))
