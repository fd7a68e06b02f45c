"""What is counted, of whom, and that it is counted once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select, update

from app.features.daily.rows import attempts
from app.features.daily.service import closing, results
from app.features.daily.tables import attempt
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.values.event import InDaily
from app.features.races.service import heats
from app.features.races.values.event import InRace
from app.features.races.values.race import Heat, Race, RaceRun, RunOutcome
from app.features.ratings import rows as strengths
from app.features.ratings import service as ratings
from app.features.ratings.tables import game_rating, rating_change
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import Stake, newcomer
from app.people.rows import accounts, players
from app.people.service import accounts as people
from app.play.service.sessions import start_sealed
from engine.games import variant_of
from engine.record import Status
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, HOUR, OPENING, insert_daily
from tests.app.races.factories import race_terms
from tests.closing import close_days
from tests.databases import ON_POSTGRES, plain_engine
from tests.factories import a_player, an_account

NOW = 1_800_000_000_000
VARIANT = variant_of("fortress", "")
GAME = VARIANT.game
ANN, BEN, CAT, GUEST = "ann0000000000000", "ben0000000000000", "cat0000000000000", "guest00000000000"


def room(
    *player_ids: str,
    code: str = "BCDFGH",
    number: int = 1,
    forfeited: tuple[str, ...] = (),
    staked: dict[str, Stake] | None = None,
) -> tuple[Race, Heat]:
    """Return a race whose heat is over: these came in in this order, and the guest has staked nothing."""
    stakes = dict.fromkeys((ANN, BEN, CAT), Stake(False, newcomer(NOW))) if staked is None else staked
    runs = [
        RaceRun(
            one,
            one,
            Status.WON,
            RunOutcome.FORFEITED if one in forfeited else RunOutcome.WON,
            ms=place,
            stake=stakes.get(one),
        )
        for place, one in enumerate(player_ids)
    ]
    heat = Heat(number, 1, 4, False, NOW - 1_000, NOW, tuple(runs))
    return Race(code, race_terms(variant=VARIANT), player_ids[0], NOW, heats=(heat,)), heat


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        for one in (ANN, BEN, CAT, GUEST):
            players.add(opened, a_player(one))
        for one in (ANN, BEN, CAT):
            accounts.add(opened, an_account(one, one))
        yield opened


def rating(connection: Connection, player_id: str) -> float | None:
    """Return a player's rating at Fortress."""
    found = ratings.rating_of(connection, player_id, GAME)
    return found.rating if found else None


def points(connection: Connection, player_id: str) -> float:
    """Return the rating of a player who has one."""
    found = rating(connection, player_id)
    assert found is not None
    return found


def test_a_heat_counts_for_those_with_accounts_by_their_places_among_themselves(connection: Connection) -> None:
    heats.count_heat(connection, *room(GUEST, ANN, BEN))
    assert rating(connection, GUEST) is None
    assert points(connection, ANN) > 1500 > points(connection, BEN)
    [(game, change)] = strengths.changes_of(connection, ANN, 10)
    assert (game, change.event, change.heat, change.before) == (GAME, InRace("BCDFGH"), 1, 1500)
    assert change.rating == rating(connection, ANN)


def test_one_account_among_guests_stakes_nothing(connection: Connection) -> None:
    assert ratings.stakes(connection, [ANN, GUEST], GAME, NOW) == {}
    assert ratings.stakes(connection, [ANN, BEN, GUEST], GAME, NOW).keys() == {ANN, BEN}


def test_what_is_at_stake_is_the_rating_from_before_and_what_happens_meanwhile_counts_too(
    connection: Connection,
) -> None:
    heats.count_heat(connection, *room(ANN, BEN))
    staked = ratings.stakes(connection, [ANN, BEN], GAME, NOW)
    assert staked[ANN].rating.rating == points(connection, ANN)
    heats.count_heat(connection, *room(ANN, CAT, number=2))
    gained = points(connection, ANN) - staked[ANN].rating.rating
    heats.count_heat(connection, *room(BEN, ANN, number=3, staked=staked))
    assert gained > 0
    assert points(connection, ANN) < staked[ANN].rating.rating + gained
    assert max(one.before for _, one in strengths.changes_of(connection, ANN, 3)) == staked[ANN].rating.rating + gained


def test_whoever_leaves_a_heat_has_the_last_place(connection: Connection) -> None:
    heats.count_heat(connection, *room(BEN, ANN, forfeited=(BEN,)))
    assert points(connection, ANN) > 1500 > points(connection, BEN)


def test_a_heat_that_everybody_left_counts_for_nobody(connection: Connection) -> None:
    heats.count_heat(connection, *room(ANN, BEN, forfeited=(ANN, BEN)))
    assert rating(connection, ANN) is None
    assert rating(connection, BEN) is None


def test_programs_are_rated_among_themselves(connection: Connection) -> None:
    players.become_bot(connection, CAT)
    staked = ratings.stakes(connection, [ANN, BEN, CAT], GAME, NOW)
    assert staked.keys() == {ANN, BEN}
    heats.count_heat(connection, *room(CAT, ANN, BEN, staked=staked))
    assert rating(connection, CAT) is None
    assert points(connection, ANN) > 1500


def test_the_database_refuses_to_count_a_heat_again(connection: Connection) -> None:
    race, heat = room(ANN, BEN)
    heats.count_heat(connection, race, heat)
    before = rating(connection, ANN)
    with pytest.raises(Exception, match=r"(?i)unique"), connection.begin_nested():
        heats.count_heat(connection, race, heat)
    assert rating(connection, ANN) == before


def test_heats_of_two_who_met_before_count_less_until_some_days_have_passed(connection: Connection) -> None:
    gained = []
    for number in range(1, 4):
        before = rating(connection, ANN) or 1500
        heats.count_heat(connection, *room(ANN, BEN, number=number))
        gained.append(points(connection, ANN) - before)
    assert gained[0] > 3 * gained[1] > 3 * gained[2]
    connection.execute(update(rating_change).values(rated_at=NOW - 4 * 24 * HOUR))
    before = points(connection, ANN)
    heats.count_heat(connection, *room(ANN, BEN, number=9))
    assert points(connection, ANN) - before > 2 * gained[1]


def test_deleting_an_account_takes_its_ratings_and_leaves_those_of_others(connection: Connection) -> None:
    heats.count_heat(connection, *room(ANN, BEN))
    kept = points(connection, BEN)
    account = accounts.find(connection, ANN)
    assert account
    people.remove(connection, account, 1)
    assert rating(connection, ANN) is None
    assert strengths.changes_of(connection, ANN, 10) == []
    assert points(connection, BEN) == kept
    heats.count_heat(connection, *room(BEN, CAT, number=2))
    assert points(connection, BEN) > kept


def test_whoever_deletes_the_account_in_mid_heat_still_loses_to_the_others(connection: Connection) -> None:
    account = accounts.find(connection, ANN)
    assert account
    people.remove(connection, account, 1)
    heats.count_heat(connection, *room(BEN, ANN, forfeited=(ANN,)))
    assert points(connection, BEN) > 1500
    assert rating(connection, ANN) is None


def settle_in(connection: Connection) -> None:
    """Let three people with accounts have been there for long, with a Fortress of the day."""
    for one in (ANN, BEN, CAT):
        players.add(connection, a_player(one))
        accounts.add(connection, an_account(one, one))
    insert_daily(connection, FORTRESS)


def try_daily(connection: Connection, player_id: str, status: Status = Status.WON, number: int = 1) -> str:
    """Begin and end an attempt at the Fortress of the day; return its session."""
    session = start_sealed(connection, player_id, VARIANT, int(FORTRESS.deal), InDaily(DAY), OPENING)
    begun = DailyAttempt(session.id, DAY, VARIANT, player_id, number, ranked=number == 1, started_at=OPENING)
    attempts.add(connection, begun)
    results.end(connection, session._replace(status=status, steps=90, changed_at=OPENING + HOUR), OPENING + HOUR)
    return session.id


def test_a_daily_counts_once_when_it_closes_though_the_closing_dies_after_every_second_page(url: str) -> None:
    with plain_engine(url).begin() as opened:
        settle_in(opened)
        for one in (ANN, BEN, CAT):
            try_daily(opened, one, Status.GIVEN_UP if one == BEN else Status.WON)
    for dies in (True, False) * 10:
        with plain_engine(url).connect() as opened, opened.begin() as page:
            for ended in closing.due(opened, CLOSING):
                closing.close_page(opened, ended.day, ended.game, 1)
            if dies:
                page.rollback()
    with plain_engine(url).begin() as opened:
        assert closing.due(opened, CLOSING) == []
        counted = opened.execute(select(rating_change.c.player_id, rating_change.c.event)).all()
        assert sorted(map(tuple, counted)) == [(one, f"daily {DAY}") for one in (ANN, BEN, CAT)]
        assert points(opened, ANN) > 1500 > points(opened, BEN)


def test_a_later_attempt_or_one_that_is_held_back_counts_for_nothing(url: str) -> None:
    with plain_engine(url).begin() as opened:
        settle_in(opened)
        try_daily(opened, ANN, Status.GIVEN_UP)
        try_daily(opened, ANN, number=2)
        held = try_daily(opened, BEN)
        opened.execute(update(attempt).where(attempt.c.session_id == held).values(held=True))
        close_days(opened, CLOSING)
        assert points(opened, ANN) < 1500
        assert rating(opened, BEN) is None


def test_whoever_took_a_hint_has_not_solved_the_daily_alone(url: str) -> None:
    with plain_engine(url).begin() as opened:
        settle_in(opened)
        helped = try_daily(opened, ANN)
        opened.execute(update(attempt).where(attempt.c.session_id == helped).values(hints=1))
        close_days(opened, CLOSING)
        assert points(opened, ANN) < 1500


def test_whoever_tries_the_same_daily_has_not_met(url: str) -> None:
    with plain_engine(url).begin() as opened:
        settle_in(opened)
        for one in (ANN, BEN):
            try_daily(opened, one)
        close_days(opened, CLOSING)
        assert {ANN, BEN} <= strengths.of_players(opened, [ANN, BEN], VARIANT.game).keys()
        assert not strengths.meetings(opened, [ANN, BEN], VARIANT.game, 0)


def test_a_new_deal_is_first_rated_as_those_before_it_were(connection: Connection) -> None:
    assert strengths.usual_of_deals(connection, VARIANT, DAY, 30) is None
    for back, its in ((1, 1300.0), (2, 1500.0), (3, 9000.0)):
        day = DAY - timedelta(back)
        strengths.lock_deal(connection, day, VARIANT, Rating(its))
        strengths.keep_deal(connection, day, VARIANT, Rating(its, attempts=back % 3))
    assert strengths.usual_of_deals(connection, VARIANT, DAY, 30) == 1400
    assert strengths.usual_of_deals(connection, VARIANT, DAY, 1) == 1300


def test_a_check_finds_a_rating_that_no_result_left(connection: Connection) -> None:
    heats.count_heat(connection, *room(ANN, BEN))
    heats.count_heat(connection, *room(ANN, BEN, number=2))
    assert ratings.FROM_RESULTS.find(connection) == []
    connection.execute(update(game_rating).where(game_rating.c.player_id == ANN).values(rating=2000.0))
    connection.execute(update(game_rating).where(game_rating.c.player_id == BEN).values(results=3))
    assert [
        str(fault).partition(":")[0]
        for one in ratings.FROM_RESULTS.find(connection)
        for fault in ratings.FROM_RESULTS.check(connection, one)
    ] == ["rating fortress"] * 2


@ON_POSTGRES
def test_heats_that_end_at_once_among_the_same_people_all_count(url: str) -> None:
    with plain_engine(url).begin() as opened:
        for one in (ANN, BEN, CAT):
            players.add(opened, a_player(one))
            accounts.add(opened, an_account(one, one))

        heats.count_heat(opened, *room(ANN, BEN, CAT, number=100))

    def end(number: int) -> None:
        order = [(ANN, BEN, CAT), (CAT, BEN, ANN), (BEN, CAT, ANN)][number % 3]
        with plain_engine(url).begin() as opened:
            heats.count_heat(opened, *room(*order, number=number + 1))

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(end, range(18)))
    with plain_engine(url).connect() as opened:
        found = strengths.of_players(opened, [ANN, BEN, CAT], GAME)
        assert {one.attempts for one in found.values()} == {19}
        for player_id, its in found.items():
            assert its.rating in {change.rating for _, change in strengths.changes_of(opened, player_id, 20)}
