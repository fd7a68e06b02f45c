"""Boards and standings after a year, compared with a plain count of what everybody did."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import product
from math import ceil
from random import Random

import pytest
from sqlalchemy import Connection

from app.services import daily, leaderboards, standings
from app.services.calendar import closes_at, opens_at
from app.services.standings import EACH_WAY, SHOWN, Period
from app.store.boards import Board
from engine.games import find
from tests.app.daily.conftest import FORTRESS, transaction
from tests.app.daily.year import DAYS, FIRST, PLAYERS, Playing, Year, is_busy, live, player_id

Score = tuple[int, ...]
Ranked = list[tuple[int, str]]

LAST = date.fromordinal(FIRST.toordinal() + DAYS - 1)
LATER = closes_at(LAST)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with transaction(url) as opened:
        yield opened


def is_ranked(year: Year, one: Playing) -> bool:
    return one.number == 1 and year.named_at[one.player] < opens_at(one.day)


def solved_first(year: Year, playings: list[Playing]) -> list[Playing]:
    """Return the board of those who solved it: one game of each player who has an account by now."""
    by_player: dict[int, Playing] = {}
    for one in playings:
        if one.solved and year.named_at[one.player] < LATER:
            by_player.setdefault(one.player, one)
    return list(by_player.values())


def tiers(year: Year, playings: list[Playing]) -> dict[str, int]:
    """Return the tier of each playing of a daily."""
    if playings[0].slug == "fortress":
        limits = [len(FORTRESS.line) * percent / 100 for percent in (100, 110, 125)]
    else:
        solved = [one for one in playings if one.solved]
        field = sorted(one.steps for one in [one for one in solved if is_ranked(year, one)] or solved)
        limits = [field[ceil(len(field) * percent / 100) - 1] for percent in (10, 25, 50)] if field else []
    return {one.session_id: sum(one.steps > limit for limit in limits) if one.solved else 4 for one in playings}


def score(one: Playing, tier: int) -> Score:
    return (tier,) if tier in {0, 4} else (tier, one.steps, one.ms)


def plainly_ranked(year: Year, board: Board, playings: list[Playing]) -> Ranked:
    """Return everybody's rank and session, the best first."""
    tier = tiers(year, playings)
    if board is Board.FIRST_TRY:
        here = [one for one in playings if is_ranked(year, one)]
    else:
        here = solved_first(year, playings)
    scores = {one.session_id: score(one, tier[one.session_id]) for one in here}
    here.sort(key=lambda one: (scores[one.session_id], one.ms, one.session_id))
    ordered = sorted(scores.values())
    return [(1 + ordered.index(scores[one.session_id]), one.session_id) for one in here]


def test_after_a_year_every_board_and_every_standing_is_exact(connection: Connection) -> None:
    year = live(connection, seed=5)
    _compare_boards(connection, year)
    _compare_standings(connection, year)


def _compare_boards(connection: Connection, year: Year) -> None:
    random = Random(5)
    boards = sorted({(one.day, one.slug) for one in year.playings})
    assert len(boards) > 400
    for day, slug in boards:
        for board in Board:
            expected = plainly_ranked(year, board, year.on(day, slug))
            for viewer in random.sample(range(PLAYERS), 5 if is_busy(day) else 1):
                challenge = daily.look(connection, day, find(slug), player_id(viewer), LATER)
                read = leaderboards.read(connection, challenge, board)
                shown = [(place.rank, place.row.attempt.session_id) for place in read.places]
                assert shown == expected[:SHOWN], (day, slug, board)
                assert read.size == len(expected)
                mine = {one.session_id for one in year.on(day, slug) if one.player == viewer}
                at = next((at for at, (_, session_id) in enumerate(expected) if session_id in mine), None)
                assert (read.me is None) == (at is None)
                if at is not None and read.me is not None:
                    assert (read.me.rank, read.me.row.attempt.session_id) == expected[at]
                    near = [(place.rank, place.row.attempt.session_id) for place in read.near]
                    assert near == ([] if at < SHOWN else expected[at - EACH_WAY : at + EACH_WAY + 1])


def _compare_standings(connection: Connection, year: Year) -> None:
    points: Counter[tuple[str, str, int]] = Counter()
    periods: dict[str, Period] = {}
    for day, slug in sorted({(one.day, one.slug) for one in year.playings}):
        playings = year.on(day, slug)
        tier, brought = tiers(year, playings), Counter[int]()
        for one in solved_first(year, playings):
            brought[one.player] = 5 - tier[one.session_id] if is_ranked(year, one) else 1
        brought.update({one.player: 0 for one in playings if is_ranked(year, one)})
        for period in standings.periods_of(day):
            periods[period.key] = period
            for player, count in brought.items():
                for among in (slug, ""):
                    points[period.key, among, player] += count
    assert len(periods) == 1 + 12 + 53
    for key, slug in product(periods, ("", "fortress", "stonewall")):
        here = ((count, player) for (of, among, player), count in points.items() if (of, among) == (key, slug))
        expected = sorted(here, reverse=True)
        ordered = [count for count, _ in expected]
        everybody = [(1 + ordered.index(count), player_id(player)) for count, player in expected]
        for viewer in (0, PLAYERS // 2):
            table = standings.read(connection, periods[key], find(slug) if slug else None, player_id(viewer), None)
            assert [(place.rank, place.standing.player_id) for place in table.best] == everybody[:SHOWN]
            assert table.size == len(everybody)
            at = next((at for at, (_, player) in enumerate(everybody) if player == player_id(viewer)), None)
            near = [(place.rank, place.standing.player_id) for place in table.near]
            hidden = at is None or at < SHOWN
            assert near == ([] if hidden or at is None else everybody[at - EACH_WAY : at + EACH_WAY + 1])
