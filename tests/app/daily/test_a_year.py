"""Boards and standings after weeks and after a year, compared with a plain count of what everybody did."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import ceil
from random import Random

import pytest
from sqlalchemy import Connection

from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service import daily, leaderboards, standings
from app.features.daily.service.calendar import opens_at
from app.features.daily.service.standings import EACH_WAY, SHOWN, Period, StandingsQuery
from app.features.ratings.values.strength import PlayerKind
from engine.games import find
from tests.app.daily.conftest import FORTRESS
from tests.app.daily.year import Past, Playing, is_busy, live, player_id
from tests.databases import transaction

Score = tuple[int, ...]
Ranked = list[tuple[int, str]]

WEEKS = pytest.param(40, 100, 20, 1 + 2 + 7, id="weeks")
A_YEAR = pytest.param(365, 300, 400, 1 + 12 + 53, id="a year", marks=pytest.mark.long)
"""So many days and players, with more than so many boards, and exactly so many periods of standings."""


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with transaction(url) as opened:
        yield opened


def is_ranked(past: Past, one: Playing) -> bool:
    return one.number == 1 and past.named_at[one.player] < opens_at(one.day)


def solved_first(past: Past, playings: list[Playing]) -> list[Playing]:
    """Return the board of those who solved it: one game of each player who has an account by now."""
    by_player: dict[int, Playing] = {}
    for one in playings:
        if one.solved and past.named_at[one.player] < past.over_at:
            by_player.setdefault(one.player, one)
    return list(by_player.values())


def tiers(past: Past, playings: list[Playing]) -> dict[str, int]:
    """Return the tier of each playing of a daily."""
    if playings[0].slug == "fortress":
        limits = [len(FORTRESS.line) * percent / 100 for percent in (100, 110, 125)]
    else:
        solved = [one for one in playings if one.solved]
        field = sorted(one.steps for one in [one for one in solved if is_ranked(past, one)] or solved)
        limits = [field[ceil(len(field) * percent / 100) - 1] for percent in (10, 25, 50)] if field else []
    return {one.session_id: sum(one.steps > limit for limit in limits) if one.solved else 4 for one in playings}


def score(one: Playing, tier: int) -> Score:
    return (tier,) if tier in {0, 4} else (tier, one.steps, one.ms)


def plainly_ranked(past: Past, board: DailyBoard, playings: list[Playing]) -> Ranked:
    """Return everybody's rank and session, the best first."""
    tier = tiers(past, playings)
    here: list[Playing] = []
    if board.startswith(DailyBoard.FIRST_TRY):
        here = [one for one in playings if is_ranked(past, one)]
    elif board is not DailyBoard.BOTS:
        here = solved_first(past, playings)
    scores = {one.session_id: score(one, tier[one.session_id]) for one in here}
    here.sort(key=lambda one: (scores[one.session_id], one.ms, one.session_id))
    ordered = sorted(scores.values())
    return [(1 + ordered.index(scores[one.session_id]), one.session_id) for one in here]


@pytest.mark.parametrize(("days", "players", "boards", "periods"), [WEEKS, A_YEAR])
def test_after_some_time_every_board_and_every_standing_is_exact(
    connection: Connection, days: int, players: int, boards: int, periods: int
) -> None:
    past = live(connection, days, players, seed=5)
    assert _compare_boards(connection, past) > boards
    assert _compare_standings(connection, past) == periods


def _compare_boards(connection: Connection, past: Past) -> int:
    """Compare every board, and return how many there are."""
    random = Random(5)
    boards = sorted({(one.day, one.slug) for one in past.playings})
    for day, slug in boards:
        for board in DailyBoard:
            expected = plainly_ranked(past, board, past.on(day, slug))
            for viewer in random.sample(range(len(past.named_at)), 5 if is_busy(day) else 1):
                challenge = daily.look(connection, day, find(slug), player_id(viewer), past.over_at)
                read = leaderboards.read(connection, challenge, board)
                shown = [(place.rank, place.row.attempt.session_id) for place in read.places]
                assert shown == expected[:SHOWN], (day, slug, board)
                assert read.size == len(expected)
                mine = {one.session_id for one in past.on(day, slug) if one.player == viewer}
                at = next((at for at, (_, session_id) in enumerate(expected) if session_id in mine), None)
                assert (read.me is None) == (at is None)
                if at is not None and read.me is not None:
                    assert (read.me.rank, read.me.row.attempt.session_id) == expected[at]
                    near = [(place.rank, place.row.attempt.session_id) for place in read.near]
                    assert near == ([] if at < SHOWN else expected[at - EACH_WAY : at + EACH_WAY + 1])
    return len(boards)


def _compare_standings(connection: Connection, past: Past) -> int:
    """Compare the standings of every period, and return how many there are."""
    points: Counter[tuple[str, str, int]] = Counter()
    periods: dict[str, Period] = {}
    for day, slug in sorted({(one.day, one.slug) for one in past.playings}):
        playings = past.on(day, slug)
        tier, brought = tiers(past, playings), Counter[int]()
        for one in solved_first(past, playings):
            brought[one.player] = 5 - tier[one.session_id] if is_ranked(past, one) else 1
        brought.update({one.player: 0 for one in playings if is_ranked(past, one)})
        for period in standings.periods_of(day):
            periods[period.key] = period
            for player, count in brought.items():
                for among in (slug, ""):
                    points[period.key, among, player] += count
    for key, slug in product(periods, ("", "fortress", "stonewall")):
        here = ((count, player) for (of, among, player), count in points.items() if (of, among) == (key, slug))
        expected = sorted(here, reverse=True)
        ordered = [count for count, _ in expected]
        everybody = [(1 + ordered.index(count), player_id(player)) for count, player in expected]
        for viewer in (0, len(past.named_at) // 2):
            asked = StandingsQuery(periods[key], find(slug) if slug else None, PlayerKind.PEOPLE)
            table = standings.read(connection, asked, player_id(viewer), None)
            assert [(place.rank, place.standing.player_id) for place in table.best] == everybody[:SHOWN]
            assert table.size == len(everybody)
            at = next((at for at, (_, player) in enumerate(everybody) if player == player_id(viewer)), None)
            near = [(place.rank, place.standing.player_id) for place in table.near]
            hidden = at is None or at < SHOWN
            assert near == ([] if hidden or at is None else everybody[at - EACH_WAY : at + EACH_WAY + 1])
    return len(periods)
