"""A player's statistics: figures in words, and plots beside them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from app.services.statistics import TENTHS, Figures, FirstTry, Statistics, Tally
from app.services.streaks import Streak
from app.views.plots import WEEKS, Bars, Course, Days, bars, course, days, mark
from app.views.results import time_words
from app.views.sharing import short_day
from app.views.summary import options_words
from app.views.words import listed, numbered, ordinal, sentence, steps_words
from engine.games import GAMES


@dataclass(frozen=True, slots=True)
class TallyView:
    """One kind of game."""

    name: str
    options: str
    slug: str
    rows: tuple[tuple[str, str], ...]
    """Terms with their figures."""
    apart: str
    """A sentence about deals that nobody can win; empty if there were none."""


@dataclass(frozen=True, slots=True)
class Legend:
    """What a mark in a plot stands for."""

    series: int
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class TryRow:
    """A first try in words."""

    day: str
    link: str
    game: str
    steps: str
    par: str
    field: str


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """What statistics.html shows."""

    tallies: tuple[TallyView, ...]
    streak: str
    calendar: Days | None
    """None before the first solved daily."""
    calendar_words: str
    months: tuple[tuple[str, str], ...]
    """Months with the days of which a daily was solved."""
    course: Course | None
    legend: tuple[Legend, ...]
    course_ends: tuple[str, str]
    tenths: Bars | None
    tenth_rows: tuple[tuple[str, int], ...]
    tries: tuple[TryRow, ...]


def statistics_page(statistics: Statistics | None, today: date) -> StatisticsPage:
    """Show a player's statistics; None for somebody who has not played yet."""
    if statistics is None:
        return StatisticsPage((), streak_words(Streak()), None, "", (), None, (), ("", ""), None, (), ())
    solved = statistics.solved
    tries = statistics.tries
    finished = [one for one in tries if one.attempt.solved]
    field = [one.tenth for one in tries if one.tenth is not None]
    tenth_rows = tuple((_tenth_words(tenth), field.count(tenth)) for tenth in range(TENTHS)) if field else ()
    return StatisticsPage(
        tallies=tuple(map(_tally, statistics.tallies)),
        streak=streak_words(statistics.streak),
        calendar=days(today, solved, statistics.streak.rested) if solved else None,
        calendar_words=f"{_days_solved(len(solved))} These are the last {WEEKS} weeks.",
        months=tuple(_months(solved)),
        course=_course(finished) if finished else None,
        legend=tuple(
            Legend(series, game.name, mark(series))
            for series, game in enumerate(GAMES.values())
            if any(one.attempt.game is game for one in finished)
        ),
        course_ends=(_day(finished[0]), _day(finished[-1])) if finished else ("", ""),
        tenths=bars([(count, f"{words}: {count}") for words, count in tenth_rows]) if tenth_rows else None,
        tenth_rows=tenth_rows,
        tries=tuple(_try(one) for one in reversed(tries)),
    )


def streak_words(streak: Streak) -> str:
    """Say how a streak stands, in a sentence or two.

    >>> streak_words(Streak(12, 20, 1))
    'Your streak is 12 days. You have one rest day saved. Your best streak was 20 days.'
    >>> streak_words(Streak())
    'Solve a daily to begin a streak.'
    """
    if not streak.best:
        return "Solve a daily to begin a streak."
    said = ["You have no streak at the moment."]
    if streak.current:
        said = [numbered(streak.current, "Your streak is 1 day.", "Your streak is {count} days.")]
        if streak.rests:
            said.append(numbered(streak.rests, "You have one rest day saved.", "You have {number} rest days saved."))
    if streak.best > streak.current:
        said.append(numbered(streak.best, "Your best streak was 1 day.", "Your best streak was {count} days."))
    return " ".join(said)


def _days_solved(count: int) -> str:
    return numbered(count, "You have solved a daily on 1 day.", "You have solved a daily on {count} days.")


def _tally(tally: Tally) -> TallyView:
    game = tally.variant.game
    rows = [("Played", f"{tally.played:,}"), ("Won", _share(tally.won, tally.played))]
    if tally.open:
        rows.append(("Still open", f"{tally.open:,}"))
    if tally.steps and tally.ms:
        rows += [("Steps", _figures(tally.steps, str)), ("Time", _figures(tally.ms, time_words))]
        rows.append(("Won in a row", f"{tally.streak} now, {tally.best_streak} at best"))
    apart = numbered(
        tally.unwinnable,
        "One more game was on a deal that nobody can win; it is not counted above.",
        "{number} more games were on deals that nobody can win; they are not counted above.",
    )
    options = options_words(game, tally.variant.options)
    return TallyView(game.name, options, game.slug, tuple(rows), sentence(apart) if tally.unwinnable else "")


def _share(won: int, played: int) -> str:
    return f"{won:,} ({100 * won // played} in 100)" if played else "0"


def _figures(figures: Figures, write: Callable[[int], str]) -> str:
    return f"best {write(figures.best)}, median {write(figures.median)}"


def _course(finished: list[FirstTry]) -> Course:
    order = list(GAMES)
    return course(
        [(order.index(one.attempt.game.slug), one.attempt.day, _over(one), _try_words(one)) for one in finished]
    )


def _over(one: FirstTry) -> int:
    """Return how many steps over par were needed, in hundredths of par."""
    return 100 * (one.attempt.steps - one.par) // one.par


def _try_words(one: FirstTry) -> str:
    return f"{_day(one)}, {one.attempt.game.name}: {steps_words(one.attempt.steps)}, par {one.par}"


def _try(one: FirstTry) -> TryRow:
    attempt = one.attempt
    return TryRow(
        day=_day(one),
        link=f"/daily/{attempt.day}/{attempt.game.slug}",
        game=attempt.game.name,
        steps=f"{attempt.steps:,}" if attempt.solved else "not solved",
        par=f"{one.par:,}",
        field="" if one.tenth is None else _tenth_words(one.tenth),
    )


def _day(one: FirstTry) -> str:
    return short_day(one.attempt.day)


def _tenth_words(tenth: int) -> str:
    match tenth:
        case 0:
            return "best tenth"
        case 9:
            return "last tenth"
        case _:
            return f"{ordinal(tenth)} tenth"


def _months(solved: Iterable[date]) -> Iterable[tuple[str, str]]:
    """Yield the months, the latest first, with their days."""
    for month, within in groupby(sorted(solved, reverse=True), key=lambda day: f"{day:%B %Y}"):
        yield month, listed([str(day.day) for day in sorted(within)])
