"""A player's statistics: the plots and what they say in words."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from app.core.plots import Bar, Day, Spot, bars, course, days
from app.core.words import listed, ordinal, short_day, steps_words, time_words
from app.features.archive.service.progress import NOTHING
from app.features.archive.service.statistics import TENTHS, BestAndMedian, FirstTry, Statistics, VariantStatistics
from app.features.archive.words.progress import ProgressPage, progress_page
from app.features.daily.service.streaks import Streak
from app.features.ratings.words import OwnRatings, own_ratings
from engine.games import GAMES
from engine.rules import Game

NOTHING_PLAYED = Statistics([], Streak(), Counter(), [], NOTHING, {}, [])
"""The statistics of somebody who has not played yet."""


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """What statistics.html shows besides the statistics."""

    calendar: list[Day]
    months: list[tuple[str, str]]
    """Months, the latest first, each with the days whose daily the player solved."""
    finished: list[FirstTry]
    """The first tries that solved their daily."""
    course: list[Spot]
    legend: list[tuple[int, Game]]
    """The series of the course, each with what its mark stands for."""
    tenths: list[Bar]
    tenth_rows: list[tuple[str, int]]
    progress: ProgressPage
    ratings: OwnRatings | None


def statistics_page(statistics: Statistics, today: date) -> StatisticsPage:
    """Draw a player's statistics; a part with nothing to draw is empty."""
    solved, played = statistics.solved, statistics.progress.days
    finished = [one for one in statistics.tries if one.attempt.solved]
    field = [one.tenth for one in statistics.tries if one.tenth is not None]
    tenth_rows = [(tenth_words(tenth), field.count(tenth)) for tenth in range(TENTHS)] if field else []
    series = list(GAMES.values())
    return StatisticsPage(
        calendar=days(today, played, statistics.streak.rested) if played else [],
        months=list(_months(solved)),
        finished=finished,
        course=course([_result(one, series) for one in finished]) if finished else [],
        legend=[(at, game) for at, game in enumerate(series) if any(one.attempt.game is game for one in finished)],
        tenths=bars([(count, f"{words}: {count}") for words, count in tenth_rows]) if tenth_rows else [],
        tenth_rows=tenth_rows,
        progress=progress_page(statistics.progress),
        ratings=own_ratings(statistics.ratings, statistics.changes),
    )


def tally_rows(tally: VariantStatistics) -> list[tuple[str, str]]:
    """Return the figures of one kind of game, each with its term."""
    ended = tally.played - tally.open
    won = f"{tally.won:,} ({100 * tally.won // ended}%)" if ended else "0"
    rows = [("Played", f"{tally.played:,}"), ("Won", won)]
    if tally.open:
        rows.append(("Still open", f"{tally.open:,}"))
    if tally.steps and tally.ms:
        rows += [("Steps", _figures(tally.steps, str)), ("Time", _figures(tally.ms, time_words))]
        rows.append(("Won in a row", f"{tally.streak} now, {tally.best_streak} at best"))
    return rows


def tenth_words(tenth: int) -> str:
    """Name a tenth of the day's field, the best being 0."""
    match tenth:
        case 0:
            return "best tenth"
        case 9:
            return "last tenth"
        case _:
            return f"{ordinal(tenth)} tenth"


def _figures(figures: BestAndMedian, write: Callable[[int], str]) -> str:
    return f"best {write(figures.best)}, median {write(figures.median)}"


def _result(one: FirstTry, series: list[Game]) -> tuple[int, date, int, str]:
    """Return a result in the form that `course` draws."""
    attempt = one.attempt
    words = f"{short_day(attempt.day)}, {attempt.game.name}: {steps_words(attempt.steps)}, par {one.par}"
    return series.index(attempt.game), attempt.day, 100 * (attempt.steps - one.par) // one.par, words


def _months(solved: Iterable[date]) -> Iterable[tuple[str, str]]:
    for month, within in groupby(sorted(solved, reverse=True), key=lambda day: f"{day:%B %Y}"):
        yield month, listed([str(day.day) for day in sorted(within)])
