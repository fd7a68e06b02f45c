"""Statistics: what counts, what does not, and what the page says."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.core import plots
from app.features.archive.service import progress
from app.features.archive.service.statistics import BestAndMedian, tally
from app.features.archive.words.progress import progress_page
from app.play.rows import questions as answers
from app.play.rows.played import Playing
from app.play.service import questions
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from engine.asking import Judgement, Verdict
from engine.deals import shuffled
from engine.games import variant_of
from engine.position import deal, snapshot
from engine.record import Status
from tests.app.reader import Reader
from tests.app.won import Won
from tests.databases import ON_SQLITE, plain_engine

FORTRESS = variant_of("fortress", "")
WON = Playing(FORTRESS, shuffled(4), Status.WON, 100, 60_000, 0, False, None)
GIVEN_UP = replace(WON, status=Status.GIVEN_UP, steps=10)
OPEN = replace(WON, status=Status.PLAYING, steps=5)
TODAY = date(2026, 11, 20)


def test_games_won_lost_and_open_are_counted_and_those_nobody_could_win_apart() -> None:
    lost = replace(GIVEN_UP, deck=shuffled(5))
    counted = tally(FORTRESS, [WON, OPEN, GIVEN_UP, lost, WON], {lost})
    assert (counted.played, counted.won, counted.open, counted.unwinnable) == (4, 2, 1, 1)


def test_the_best_and_the_middle_come_from_the_games_won_alone() -> None:
    won = [replace(WON, steps=steps, played_ms=10 * steps) for steps in (90, 120, 100, 80)]
    counted = tally(FORTRESS, [*won, GIVEN_UP], set())
    assert (counted.steps, counted.ms) == (BestAndMedian(80, 90), BestAndMedian(800, 900))
    assert tally(FORTRESS, [GIVEN_UP], set()).steps is None


def test_a_game_that_is_open_breaks_no_row_of_wins_and_one_given_up_does() -> None:
    counted = tally(FORTRESS, [OPEN, WON, OPEN, WON, GIVEN_UP, WON, WON, WON], set())
    assert (counted.streak, counted.best_streak) == (2, 3)


def ended(day: date, status: Status = Status.WON, home: int | None = None, played_ms: int = 60_000) -> Playing:
    """Return a game that ended at noon of a day."""
    at = int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp() * 1000)
    return Playing(FORTRESS, shuffled(4), status, 100, played_ms, at, False, home)


def told(connection: Connection, *playings: Playing) -> progress.Progress:
    """Return the progress of games, the first played first."""
    return progress.of_playings(connection, "nobody", playings[::-1])


@ON_SQLITE
def test_progress_is_told_by_weeks_first_and_by_months_later(connection: Connection) -> None:
    by_weeks = told(connection, ended(TODAY - timedelta(14), Status.GIVEN_UP, 7), ended(TODAY), ended(TODAY))
    assert [(span.first, span.ended, span.won) for span in by_weeks.spans] == [
        (date(2026, 11, 2), 1, 0), (date(2026, 11, 9), 0, 0), (date(2026, 11, 16), 2, 2),
    ]  # fmt: skip
    assert (by_weeks.played, by_weeks.won, by_weeks.lost_at[0], by_weeks.days[TODAY]) == (3, 2, 1, 2)
    by_months = told(connection, ended(TODAY - timedelta(800)), ended(TODAY - timedelta(90)), ended(TODAY))
    assert len(by_months.spans) == progress.SPANS
    assert [span.first.month for span in by_months.spans if span.ended] == [8, 11]
    assert told(connection, OPEN) == progress.NOTHING


@ON_SQLITE
def test_the_plots_of_progress_say_in_words_what_they_show(connection: Connection) -> None:
    page = progress_page(told(connection, ended(TODAY - timedelta(7), Status.GIVEN_UP, 12), ended(TODAY), ended(TODAY)))
    assert page.shares
    assert page.shares.rows == [
        ("Week from 9 Nov 2026", "won 0 of 1 game"), ("Week from 16 Nov 2026", "won 2 of 2 games"),
    ]  # fmt: skip
    assert [bar.height for bar in page.shares.bars] == [0, plots.HEIGHT]
    assert page.lengths
    assert page.lengths.rows[0] == ("under two minutes", "2 wins")
    assert page.lost_words == "The games that you gave up ended most often with 10 to 19 cards home."
    assert page.figures[2] == ("win rate", "66%")


def test_a_guest_sees_what_was_played(won: Won, read: Reader) -> None:
    begun = won.client.post("/fortress/4").headers["location"]
    page = read("/statistics")
    assert "by twos" in page
    assert re.search(r"Won</dt><dd>1 \(100%\)<", page)
    assert f"best {len(won.line)}, median {len(won.line)}" in page
    assert 'href="/fortress"' not in page
    legal = re.search(r'data-legal="([^" ]+)', won.client.get(begun).text)
    assert legal
    won.client.post(f"{begun}/moves", data={"seq": 0, "move": legal[1]})
    page = read("/statistics")
    assert re.search(r"Still open</dt><dd>1<", page)
    assert re.search(r"Won</dt><dd>0<", page)


def test_a_deal_that_nobody_can_win_is_not_held_against_its_player(
    client: TestClient, read: Reader, database_url: str
) -> None:
    table = client.post("/fortress/4").headers["location"]
    legal = re.search(r'data-legal="([^" ]+)', client.get(table).text)
    assert legal
    client.post(f"{table}/moves", data={"seq": 0, "move": legal[1]})
    client.post(f"{table}/give-up", data={"seq": 1})
    assert re.search(r"Won</dt><dd>0 \(0%\)<", read("/statistics"))
    board = snapshot(FORTRESS.rules, deal(FORTRESS.rules, shuffled(4)))
    asked = questions.key(QuestionKind.JUDGE, QuestionSubject(FORTRESS, board))
    with plain_engine(database_url).begin() as connection:
        answers.store_answer(connection, asked, Kept.of(Judgement(Verdict.UNWINNABLE)), 0)
    page = read("/statistics")
    assert re.search(r"Played</dt><dd>0<", page)
    assert "One more game was on a deal that nobody can win; it is not counted above." in page


def test_somebody_new_has_a_page_too_and_looking_makes_nobody_a_player(client: TestClient) -> None:
    answer = client.get("/statistics")
    assert "You haven’t played yet" in answer.text
    assert "set-cookie" not in answer.headers


def test_the_calendar_ends_today_and_tells_days_solved_rested_and_missed() -> None:
    drawn = plots.days(TODAY, {TODAY: 2, TODAY - timedelta(2): 9}, frozenset({TODAY - timedelta(1)}))
    assert [day.kind for day in drawn[-4:]] == ["none", "played-5", "rested", "played-2"]
    assert drawn[-1].words == "20 November 2026: 2 games"
    assert all(0 <= day.x < plots.WEEKS * plots.DAY_STEP and 0 <= day.y < 7 * plots.DAY_STEP for day in drawn)
    assert len(drawn) == 7 * plots.WEEKS - 2


def test_results_stand_the_higher_the_more_steps_they_took_and_within_the_plot() -> None:
    drawn = plots.course([(0, TODAY, over, "") for over in (-50, 0, 30, 100, 900)])
    heights = [spot.y for spot in drawn]
    assert heights == sorted(heights, reverse=True)
    assert heights[3] == heights[4] == plots.level(100)
    assert all(0 < spot.y < plots.HEIGHT and 0 < spot.x < plots.WIDTH for spot in drawn)


def test_a_bar_is_as_high_as_what_it_counts() -> None:
    drawn = plots.bars([(4, "a"), (0, "b"), (2, "c")])
    assert [bar.height for bar in drawn] == [plots.HEIGHT, 0, plots.HEIGHT / 2]
