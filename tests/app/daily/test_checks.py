"""What is stored about results is found if it does not follow from them, and a board shows somebody's neighbours."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, update

from app.features.daily.rows import attempts, boards, claims, dailies
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service import calendar, checks, closing, daily, holding, leaderboards, operating, standings
from app.features.daily.service.checks import check_daily, check_standings
from app.features.daily.service.standings import ALL_TIME, StandingsQuery
from app.features.daily.tables import attempt, bucket, standing
from app.features.daily.values.daily import ClosingStage, DailyAttempt
from app.features.ratings import rows as strengths
from app.features.ratings.values.strength import PlayerKind
from app.play.rows.whole import BrokenRow
from engine.games import GAMES
from tests.app.daily.conftest import CLOSING, DAY, HOUR, MINUTE, OPENING, SECRET, insert_daily, known_win
from tests.app.daily.test_closing import GAME, PLAYERS, faults, field


def close(connection: Connection) -> None:
    """Close the day to the end."""
    while closing.close_page(connection, DAY, GAME, 50) is not None:
        pass


def trusted_field(connection: Connection) -> list[str]:
    """Let a field play whose wins nobody doubts; return the sessions' ids."""
    begun = field(connection)
    for one in attempts.list_held(connection):
        holding.restore(connection, one.session_id)
    return begun


def ended(connection: Connection, session_id: str) -> DailyAttempt:
    found = attempts.find(connection, session_id)
    assert found
    return found


def test_a_board_or_a_standing_that_does_not_follow_from_the_results_is_found(connection: Connection) -> None:
    _, won, *_ = trusted_field(connection)
    close(connection)
    assert faults(connection) == []
    result = ended(connection, won)
    attempts.change(connection, replace(result, score=result.score + 1))
    wrong = check_daily(connection, (DAY, GAME))
    assert [one.place for one in wrong] == [f"daily {DAY} fortress"]
    assert f"session {won}" in wrong[0].reason
    attempts.change(connection, result)
    connection.execute(update(bucket).where(bucket.c.board == DailyBoard.FIRST_TRY).values(size=bucket.c.size + 1))
    told = [one.reason for one in check_daily(connection, (DAY, GAME))]
    parts, losses = boards.parts(connection, DAY, GAME, DailyBoard.FIRST_TRY), PLAYERS // 2 + 1
    assert len(told) == len(parts) == 2
    assert f"The board first-try counts {losses + 1} in part {max(parts)[0]}, but there are {losses}." in told
    connection.execute(update(bucket).where(bucket.c.board == DailyBoard.FIRST_TRY).values(size=bucket.c.size - 1))
    connection.execute(update(standing).where(standing.c.player_id == result.player_id).values(points=4))
    wrong = check_standings(connection, ALL_TIME)
    assert [one.place for one in wrong] == ["standings all", "standings all fortress"]
    assert wrong[0].reason.endswith("has 4 points and 1 solved, but the results bring 5 points and 1 solved.")
    connection.execute(standing.delete().where(standing.c.player_id == result.player_id))
    assert "has no standing, but" in check_standings(connection, ALL_TIME)[0].reason


def test_what_cannot_be_read_is_a_fault_of_its_own(connection: Connection) -> None:
    [fault] = check_daily(connection, BrokenRow("x", "There is no such day."))
    assert (fault.place, fault.reason) == ("daily x", "There is no such day.")
    trusted_field(connection)
    close(connection)
    assert claims.list_dailies(connection) == [(DAY, GAME)]
    assert {one.key for one in checks.periods(connection)} == {"2026-11", "2026-W47", "all"}
    connection.execute(update(standing).where(standing.c.period == "all").values(period="ever"))
    periods = checks.periods(connection)
    assert {one.key for one in periods} == {"2026-11", "2026-W47", "all", "ever"}
    [unknown] = [one for one in periods if one.key == "ever"]
    assert len(check_standings(connection, unknown)) == len(check_standings(connection, ALL_TIME)) > 0


def test_a_win_with_help_counts_for_a_rating_like_a_loss(connection: Connection) -> None:
    begun = trusted_field(connection)
    helped, fair, lost = begun[1], begun[3], begun[0]
    attempts.change(connection, replace(ended(connection, helped), hints=1, assisted=True))
    close(connection)
    rated = strengths.of_players(connection, {f"player-{place:09}" for place in range(PLAYERS)}, GAME)
    gained = [rated[ended(connection, one).player_id].rating for one in (helped, fair, lost)]
    assert gained[0] == gained[2] < 1500 < gained[1]


def test_each_stage_of_the_closing_follows_the_one_before(connection: Connection) -> None:
    trusted_field(connection)
    stages = []
    while (stage := closing.close_page(connection, DAY, GAME, 50)) is not None:
        stages.append(stage)
    # A Fortress needs no ranking by its field.
    assert stages == [ClosingStage.ENDING, ClosingStage.COUNTING, ClosingStage.COUNTING]
    assert closing.close_page(connection, DAY, GAME, 50) is None
    assert closing.close_page(connection, DAY + timedelta(1), GAME, 50) is None
    assert dailies.last_settled_day(connection, GAME) == DAY


def test_somebody_who_is_not_among_the_best_sees_the_neighbours(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = trusted_field(connection)
    close(connection)
    monkeypatch.setattr(leaderboards, "SHOWN", 2)
    monkeypatch.setattr(leaderboards, "EACH_WAY", 1)
    monkeypatch.setattr(standings, "SHOWN", 2)
    monkeypatch.setattr(standings, "EACH_WAY", 1)

    def read(player_id: str | None, board: DailyBoard = DailyBoard.FIRST_TRY) -> leaderboards.Leaderboard:
        return leaderboards.read(connection, daily.look(connection, DAY, GAME, player_id, CLOSING), board)

    wins, losses = PLAYERS // 2, PLAYERS - PLAYERS // 2
    everybody = read(None)
    assert [(place.rank, place.mine) for place in everybody.places] == [(1, False), (1, False)]
    assert (everybody.size, everybody.tiers, everybody.near, everybody.me) == (
        PLAYERS,
        [wins, 0, 0, 0, losses],
        [],
        None,
    )
    last = max((ended(connection, one) for one in begun), key=lambda one: (one.score, one.ms, one.session_id))
    own = read(last.player_id)
    assert [(place.rank, place.mine) for place in own.near] == [(wins + 1, False), (wins + 1, True)]
    assert own.me == own.near[-1]
    assert (own.beside, own.size, own.told) == (None, PLAYERS, True)
    best = read(everybody.places[0].row.attempt.player_id)
    assert (best.near, best.me) == ([], best.places[0])
    connection.execute(update(attempt).where(attempt.c.session_id == last.session_id).values(ranked=False))
    beside = read(last.player_id)
    assert (beside.me, beside.near) == (None, [])
    assert beside.beside
    assert (beside.beside.rank, beside.beside.mine, beside.size) == (wins + 1, True, PLAYERS)

    def ranked(player_id: str | None) -> standings.StandingsView:
        asked = StandingsQuery(ALL_TIME, None, PlayerKind.PEOPLE)
        return standings.read(connection, asked, player_id, None)

    table = ranked(None)
    assert ([place.rank for place in table.best], table.near, table.size) == ([1, 1], [], PLAYERS)
    third = sorted(one.player_id for one in (ended(connection, one) for one in begun) if not one.solved)[0]
    near = ranked(third).near
    assert [(place.rank, place.standing.points, place.mine) for place in near] == [
        (wins + 1, 0, False),
        (wins + 1, 0, True),
    ]
    among = standings.read(connection, table.asked, third, [third, near[0].standing.player_id])
    assert ([place.rank for place in among.best], among.size, among.near) == ([1, 1], 2, [])


def test_the_operator_sees_how_many_days_ahead_have_all_their_deals(connection: Connection) -> None:
    now = OPENING + HOUR
    assert operating.read_figures(connection, now) == (0, 0)
    for ahead in (0, 1, 2, 4):
        for slug in GAMES:
            day = DAY + timedelta(ahead)
            insert_daily(connection, known_win(slug, day), day)
    assert operating.read_figures(connection, now).ahead == 2
    wanted = daily.next_wanted(connection, SECRET, now)
    assert wanted
    assert (wanted.day, wanted.game.slug) == (DAY + timedelta(3), next(iter(GAMES)))


def test_held_results_of_thirty_days_wait_for_the_operator(connection: Connection) -> None:
    _, won, *_ = trusted_field(connection)
    holding.hide(connection, won)
    for days, held in ((0, 1), (30, 1), (31, 0)):
        assert operating.read_figures(connection, OPENING + MINUTE + days * 24 * HOUR).held == held


def test_nobody_begins_a_daily_that_is_over_however_the_clock_is_set(connection: Connection) -> None:
    trusted_field(connection)
    close(connection)
    assert daily.look(connection, DAY, GAME, None, OPENING + HOUR).state is calendar.DayState.CLOSING
    assert daily.look(connection, DAY, GAME, None, CLOSING).state is calendar.DayState.CLOSED
    assert daily.look(connection, DAY, GAME, None, OPENING - 1).state is calendar.DayState.COMING
    assert daily.last_closed_day(connection, GAME) == DAY
    assert daily.days_of_month(connection, DAY.replace(day=1)) == {DAY}
