"""Goals for a week: from what somebody has played, the same all week, and never a loss."""

import re
from dataclasses import replace
from datetime import date
from html import unescape

from sqlalchemy import Connection, event

from app.core.clock import today
from app.features.archive.service import week
from app.features.archive.service.week import DAY_MS, WEEK_MS, week_of
from app.features.daily.goal import DAYS
from app.features.daily.rows import attempts
from app.features.daily.values.daily import DailyAttempt
from app.features.deals.goal import HARDER
from app.features.puzzles.goal import DAY as DAY_S
from app.features.puzzles.goal import LESSON, NEW_MS, RUN, may_learn
from app.features.puzzles.rows import days, lessons, puzzle_runs
from app.features.puzzles.values.puzzle import PuzzleRun, RunKind
from app.people.rows import players
from app.play.goals import Goal, TimeSpan
from app.play.rows import sessions, stock
from app.play.service.stock import shipped_deals
from app.play.values.shelf import Band, Shelf
from engine.games import GAMES
from engine.lessons import lessons as lessons_of
from engine.record import Status
from tests.app.daily.conftest import (
    DAY,
    FORTRESS,
    MINUTE,
    OPENING,
    Arrive,
    Challenger,
    Host,
    _only_the_test_closes_days,
    arrive,
    clock,
    host,
)
from tests.factories import FORTRESS as GAME
from tests.factories import a_session
from tests.rows import PLAYER

__all__ = ["_only_the_test_closes_days", "arrive", "clock", "host"]

WEEK = week_of(OPENING)
BEFORE = TimeSpan(WEEK.since - 28 * DAY_MS, WEEK.since)
SHELF = Shelf.of(GAME)


def won(connection: Connection, deal: int, at: int) -> None:
    """Store a game of Fortress as won."""
    session_id = f"{deal:08x}{at // 1000:08x}"
    sessions.add(connection, a_session(id=session_id, player_id=PLAYER.id, deal=deal, status=Status.WON, changed_at=at))


def of_band(band: Band) -> int:
    return shipped_deals()[SHELF][band][0]


def told(challenger: Challenger, page: str = "/") -> str:
    """Return what a page says about the week; empty if it says nothing."""
    text = challenger.client.get(page).text.partition('aria-labelledby="week"')[2].partition("</section>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_a_week_goes_from_monday_to_sunday() -> None:
    assert today(WEEK.since).isoweekday() == 1
    assert WEEK.since <= OPENING < WEEK.until == WEEK.since + WEEK_MS
    assert week_of(WEEK.until - 1) == WEEK != week_of(WEEK.until)


def goal(name: str) -> Goal:
    return Goal(0, name, lambda *_: 0, lambda usual: usual + 1, str, str)


def test_who_has_played_nothing_gets_the_first_goals_and_others_what_they_play_and_one_new_thing() -> None:
    one, two, three, four = known = [goal(name) for name in ("one", "two", "three", "four")]
    most = [goal(str(number)) for number in range(week.AT_FIRST)]
    assert week.pick([(each, 0) for each in [*most, *known]]) == [(each, 0) for each in most]
    assert week.pick([(one, 0), (two, 0), (three, 5), (four, 0)]) == [(one, 0), (three, 5)]
    assert week.pick([(each, 2) for each in known]) == [(each, 2) for each in known]


def test_the_hardest_win_counts_by_the_band_of_its_deal_and_the_time_it_was_won(connection: Connection) -> None:
    players.add(connection, PLAYER)
    assert HARDER.reached(connection, PLAYER.id, WEEK) == 0
    won(connection, of_band(Band.HARD), BEFORE.since)
    won(connection, of_band(Band.GENTLE), WEEK.since)
    assert HARDER.reached(connection, PLAYER.id, WEEK) == 1
    assert HARDER.reached(connection, PLAYER.id, BEFORE) == 3
    won(connection, 123_456_789, WEEK.until - 1)
    assert HARDER.reached(connection, PLAYER.id, WEEK) == 1, "nobody knows how hard that deal is"
    stock.add(connection, SHELF, 123_456_789, Band.STEADY)
    assert HARDER.reached(connection, PLAYER.id, WEEK) == 2
    won(connection, of_band(Band.HARD), WEEK.until)
    assert HARDER.reached(connection, PLAYER.id, WEEK) == 2
    assert HARDER.words(HARDER.wanted(2)) == "Win a hard deal."


def test_however_many_wins_there_are_one_look_into_the_stock_is_enough(connection: Connection) -> None:
    players.add(connection, PLAYER)
    for place in range(30):
        won(connection, 123_456_789 + place, WEEK.since + place)
    asked = list[str]()
    event.listen(connection, "before_cursor_execute", lambda *told: asked.append(told[2]))
    assert HARDER.reached(connection, PLAYER.id, WEEK) == 0
    assert len(asked) == 2


def test_a_lesson_is_a_goal_for_newcomers_as_long_as_one_is_left_and_does_not_change_within_the_week(
    connection: Connection,
) -> None:
    players.add(connection, replace(PLAYER, made_at=WEEK.since - NEW_MS))
    assert may_learn(connection, PLAYER.id, WEEK.since)
    assert not may_learn(connection, PLAYER.id, WEEK.until)
    assert not may_learn(connection, "somebody", WEEK.since)
    every = [(game, number) for game in GAMES.values() for number in range(1, len(lessons_of(game)) + 1)]
    for game, number in every[1:]:
        lessons.note_done(connection, PLAYER.id, game, number, WEEK.since - 1)
    assert may_learn(connection, PLAYER.id, WEEK.since)
    lessons.note_done(connection, PLAYER.id, *every[0], WEEK.since)
    assert may_learn(connection, PLAYER.id, WEEK.since)
    assert not may_learn(connection, PLAYER.id, WEEK.since + 1)
    assert LESSON.reached(connection, PLAYER.id, WEEK) == 1
    assert LESSON.reached(connection, PLAYER.id, BEFORE) == len(every) - 1


def test_the_puzzle_of_the_day_is_a_goal_by_its_days(connection: Connection) -> None:
    players.add(connection, PLAYER)
    monday = today(WEEK.since).toordinal()
    for after in (-1, 0, 3, 6, 7):
        days.note(connection, PLAYER.id, date.fromordinal(monday + after))
    assert DAY_S.reached(connection, PLAYER.id, WEEK) == 3
    assert DAY_S.words(DAY_S.wanted(8)) == "Solve the puzzle of the day on three days."


def test_the_best_run_of_puzzles_counts_for_the_week_in_which_it_began(connection: Connection) -> None:
    players.add(connection, PLAYER)
    for number, (solved, at) in enumerate([(9, BEFORE.since - 1), (4, BEFORE.since), (2, WEEK.since), (7, WEEK.until)]):
        run = PuzzleRun(f"run-{number:012}", PLAYER.id, RunKind.STREAK, None, at, None)
        puzzle_runs.add(connection, replace(run, solved=solved))
    assert RUN.reached(connection, PLAYER.id, WEEK) == 2
    assert RUN.reached(connection, PLAYER.id, BEFORE) == 4
    assert RUN.words(RUN.wanted(4)) == "Solve 5 puzzles in one streak or sprint."


def test_days_with_a_solved_daily_count_once_and_only_in_their_week(connection: Connection) -> None:
    players.add(connection, PLAYER)
    monday = today(WEEK.since).toordinal()
    days = [(-1, True, 1), (0, True, 1), (0, True, 2), (1, False, 1), (6, True, 1), (7, True, 1)]
    for number, (after, solved, which) in enumerate(days):
        session = a_session(id=f"daily-{number:010}", player_id=PLAYER.id)
        sessions.add(connection, session)
        day = date.fromordinal(monday + after)
        tried = DailyAttempt(session.id, day, GAME, PLAYER.id, which, False, 0, 1, solved=solved)
        attempts.add(connection, tried)
    assert DAYS.reached(connection, PLAYER.id, WEEK) == 2
    assert DAYS.reached(connection, PLAYER.id, BEFORE) == 1


def test_a_newcomer_sees_no_goals_and_a_player_sees_them_on_both_pages(arrive: Arrive) -> None:
    ann = arrive("")
    assert told(ann) == told(ann, "/statistics") == ""
    ann.start()
    for page in ("/", "/statistics"):
        said = told(ann, page)
        assert all(
            words in said
            for words in (
                "Win a gentle deal.",
                "Take a lesson.",
                "Solve the puzzle of the day.",
                "Solve a daily.",
                "New ones come on 23 November 2026, 00:00 UTC",
            )
        )
        assert "Done" not in said
        assert "streak or sprint" not in said


def test_what_is_reached_is_done_and_the_plan_stays_the_same_all_week(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    host.clock.pass_by(MINUTE)
    assert "Solve a daily. Done" in told(ann)
    host.clock.ms = WEEK.until - 1
    assert "Solve a daily. Done" in told(ann)
    host.clock.ms = WEEK.until
    assert "Solve a daily." in told(ann), "one daily in four weeks asks for no three"
    assert "Win a gentle deal." in told(ann), "the one new thing is the gentlest"
    assert "lesson" not in told(ann)
    assert "Done" not in told(ann)


def test_the_end_of_a_won_game_says_how_the_week_goes(arrive: Arrive) -> None:
    ann = arrive("Ann")
    lost = ann.give_up(ann.start())
    assert "Your week" not in ann.client.get(f"/sessions/{lost['id']}/ending").text
    won = ann.win(FORTRESS)
    ending = ann.client.get(f"/sessions/{won['id']}/ending").text
    assert '<a href="/me#week">Your week</a>: 1 of ' in ending
    other = arrive("Ben")
    assert "Your week" not in other.client.get(f"/sessions/{won['id']}/ending").text


def test_what_i_played_last_says_what_was_practice(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    assert "practice" not in ann.client.get("/me").text
    for _ in range(2):
        ann.give_up(ann.start())
    assert ann.client.get("/me").text.count('<span class="steps">practice</span>') == 2


def test_my_own_page_counts_today_and_hides_its_figures_with_all_scores(arrive: Arrive) -> None:
    ann = arrive("Ann")
    assert "of streak" not in ann.client.get("/me").text
    ann.win(FORTRESS)
    assert "day of streak" in ann.client.get("/me").text
    ann.client.post("/settings", data={"scores": "hidden"})
    assert "of streak" not in ann.client.get("/me").text


def test_who_hides_goals_sees_none(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.client.post("/settings", data={"goals": "hidden"})
    assert told(ann) == told(ann, "/statistics") == ""
    assert ann.client.get("/statistics").status_code == 200
    assert DAY.isoformat() in ann.client.get("/daily").text
