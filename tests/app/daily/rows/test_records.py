"""Reads for replays and statistics, on both kinds of database."""

from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection

from app.features.daily.rows import attempts, boards, dailies, later, statistics
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.values.daily import Daily, DailyAttempt
from app.features.daily.values.event import InDaily
from app.features.puzzles.values.event import InPuzzle
from app.people.rows import players
from app.play.rows import played, sessions, shared
from app.play.rows.played import Bests, Wins
from app.play.values.session import Session
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move
from engine.position import deal
from engine.record import Status
from engine.rules import Variant
from tests.rows import DECK, PLAYER, SESSION, VARIANT, begin

WON = SESSION._replace(status=Status.WON, steps=90, played_ms=5)
DAY = date(2026, 11, 20)
NEXT_DAY = DAY + timedelta(1)
FORTRESS = variant_of("fortress", "")
LINES = {VARIANT: (Move("t0", "t1"),)}
DAILY = Daily(DAY, VARIANT.game, VARIANT.options, 5, DECK, "salt", LINES, "", True, 0, "like", {VARIANT: 1})


def _add(connection: Connection, number: int, like: Session) -> Session:
    added = like._replace(id=f"session-1000000{number}", changed_at=SESSION.changed_at + number)
    sessions.add(connection, added)
    return added


def _attempt(connection: Connection, number: int, day: date, variant: Variant, solved: bool, which: int = 1) -> None:
    session = _add(connection, number, WON)
    begun = DailyAttempt(session.id, day, variant, PLAYER.id, which, False, 0)
    attempts.add(connection, begun)
    attempts.end(connection, replace(begun, ended_at=1, solved=solved))


def test_shared_games_on_a_deal_come_best_first_and_without_those_still_secret(connection: Connection) -> None:
    begin(connection)
    lost, slow, quick, short, secret, elsewhere = (
        _add(connection, number, like)
        for number, like in enumerate(
            [
                WON._replace(status=Status.GIVEN_UP, steps=1),
                WON._replace(played_ms=9),
                WON,
                WON._replace(steps=80),
                WON._replace(steps=70, sealed=True),
                WON._replace(deck=shuffled(4)),
            ]
        )
    )
    for one in (lost, slow, quick, short, secret, elsewhere):
        shared.add(connection, one, 0)
        shared.add(connection, one, 1)
    listed = shared.on_deal(connection, VARIANT.game, DECK, 10)
    assert [one for one, _ in listed] == [short, quick, slow, lost]
    shared.remove(connection, short.id)
    assert not shared.is_shared(connection, short.id)
    assert [one for one, _ in shared.on_deal(connection, VARIANT.game, DECK, 1)] == [quick]


def test_playings_are_those_with_a_move_the_last_one_first(connection: Connection) -> None:
    begin(connection)
    _add(connection, 1, WON)
    _add(connection, 2, WON._replace(steps=3, status=Status.PLAYING))
    assert [one.steps for one in played.playings(connection, PLAYER.id, 10)] == [3, 90]
    assert [one.steps for one in played.playings(connection, PLAYER.id, 1)] == [3]
    assert played.playings(connection, "somebody else", 10) == []


def test_days_are_told_with_how_many_of_their_dailies_were_solved(connection: Connection) -> None:
    begin(connection)
    _attempt(connection, 1, DAY, VARIANT, solved=True)
    _attempt(connection, 2, DAY, VARIANT, solved=True, which=2)
    _attempt(connection, 3, DAY, FORTRESS, solved=True)
    _attempt(connection, 4, NEXT_DAY, FORTRESS, solved=False)
    assert statistics.solved_by_day(connection, PLAYER.id) == {DAY: 2}


def test_first_tries_that_have_ended_come_with_the_pars_of_their_dailies(connection: Connection) -> None:
    begin(connection)
    dailies.add(connection, DAILY)
    dailies.add(connection, replace(DAILY, day=NEXT_DAY, lines={VARIANT: (Move("t0", "t1"),) * 3}))
    _attempt(connection, 1, DAY, VARIANT, solved=False)
    _attempt(connection, 2, DAY, VARIANT, solved=True, which=2)
    _attempt(connection, 3, NEXT_DAY, VARIANT, solved=True)
    read = statistics.first_tries(connection, PLAYER.id, 10)
    assert [(one.attempt.day, one.attempt.solved, one.par) for one in read] == [(NEXT_DAY, True, 3), (DAY, False, 1)]


def test_a_first_try_comes_with_its_field_and_how_many_are_ahead_of_it(connection: Connection) -> None:
    begin(connection)
    dailies.add(connection, DAILY)
    part = 3 << boards.PART_BITS
    for number, score in enumerate((part + 5, 7, part + 1, part + 5, 2 * part)):
        whose = PLAYER.id if not number else f"player {number}"
        if number:
            players.add(connection, replace(PLAYER, id=whose))
        session = WON._replace(id=f"session-2000000{number}", player_id=whose)
        sessions.add(connection, session)
        ended = DailyAttempt(session.id, DAY, VARIANT, whose, 1, ranked=True, started_at=0, ended_at=1, score=score)
        attempts.add(connection, replace(ended, ended_at=None, score=0))
        attempts.end(connection, ended)
        boards.count_in(connection, ended)
    (read,) = statistics.first_tries(connection, PLAYER.id, 10)
    assert (read.field, read.ahead) == (5, 2)
    day, game, board = DAY, VARIANT.game, DailyBoard.FIRST_TRY
    assert read.field == boards.size(connection, day, game, board)
    assert read.ahead + 1 == boards.rank(connection, day, game, board, read.attempt.score)


def test_the_field_of_a_daily_is_that_of_its_first_tries(connection: Connection) -> None:
    begin(connection)
    tried = DailyAttempt(SESSION.id, DAY, VARIANT, PLAYER.id, 1, True, 0, first_solve=True)
    for score in (0, 7, 3 << 32):
        boards.count_in(connection, replace(tried, score=score))
    assert sorted(boards.parts(connection, DAY, VARIANT.game, DailyBoard.FIRST_TRY)) == [(0, 2), (3, 1)]
    assert boards.parts(connection, DAY, FORTRESS.game, DailyBoard.FIRST_TRY) == []


def test_the_bests_of_a_kind_are_those_of_other_games_that_the_player_won(connection: Connection) -> None:
    begin(connection)
    now = _add(connection, 1, WON)
    assert played.other_wins(connection, now) == Wins(0, None)
    for number, like in enumerate(
        [
            WON._replace(steps=80, played_ms=9),
            WON._replace(steps=85, played_ms=7),
            WON._replace(steps=1, status=Status.GIVEN_UP),
            WON._replace(steps=1, variant=FORTRESS, position=deal(FORTRESS.rules, DECK)),
            WON._replace(steps=1, event=InPuzzle("one")),
        ],
        start=2,
    ):
        _add(connection, number, like)
    assert played.other_wins(connection, now) == Wins(2, Bests(steps=80, ms=7))
    assert played.other_wins(connection, now._replace(player_id="somebody else")).count == 0


def test_the_time_of_a_daily_won_is_compared_as_its_result_has_it(connection: Connection) -> None:
    begin(connection)
    now = _add(connection, 1, WON)
    dealt = SESSION.changed_at + 2 - 32
    _add(connection, 2, WON._replace(steps=90, played_ms=20, event=InDaily(DAY), started_at=dealt))
    assert played.other_wins(connection, now) == Wins(1, Bests(steps=90, ms=32))
    _add(connection, 3, WON._replace(steps=95, played_ms=30, started_at=dealt))
    assert played.other_wins(connection, now) == Wins(2, Bests(steps=90, ms=30))


def test_ordinary_wins_of_a_settled_dailys_deal_count_by_its_day_with_the_fewest_steps(connection: Connection) -> None:
    begin(connection)
    daily = replace(DAILY, deal=WON.deal or 0, chosen_at=WON.started_at)
    assert dailies.add(connection, daily)
    assert dailies.add(connection, replace(daily, day=NEXT_DAY, settled=False))
    best = _add(connection, 1, WON._replace(steps=80))
    other = _add(connection, 2, WON)
    for number, like in enumerate(
        [
            WON._replace(steps=1, status=Status.GIVEN_UP),
            WON._replace(steps=1, started_at=WON.started_at - 1),
            WON._replace(steps=1, event=InPuzzle("a-puzzle")),
            WON._replace(steps=1, deal=5),
            WON._replace(steps=1, variant=FORTRESS, position=deal(FORTRESS.rules, DECK)),
        ],
        3,
    ):
        _add(connection, number, like)
    players.add(connection, replace(PLAYER, id="player-000000002"))
    _add(connection, 8, WON._replace(player_id="player-000000002", steps=1))
    won = later.won_between(connection, PLAYER.id, DAY, NEXT_DAY)
    assert [(one.day, one.variant, one.steps) for one in won] == [(DAY, VARIANT, 80)]
    assert later.won_between(connection, PLAYER.id, NEXT_DAY, NEXT_DAY) == []
    tables = later.tables(connection, PLAYER.id, DAY, VARIANT.game, 5)
    assert [one.session_id for one in tables] == [best.id, other.id]
    assert [one.session_id for one in later.tables(connection, PLAYER.id, DAY, VARIANT.game, 1)] == [best.id]
    assert later.tables(connection, PLAYER.id, NEXT_DAY, VARIANT.game, 5) == []
    assert [(one.day, one.pars) for one in later.played_on(connection, "like", best)] == [(DAY, {VARIANT: 1})]
    assert later.played_on(connection, "unlike", best) == []
    assert later.played_on(connection, "like", best._replace(deal=5)) == []
