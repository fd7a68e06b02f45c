"""The plots of a player's progress, each with what it says in words."""

from dataclasses import dataclass
from itertools import pairwise

from app.core.plots import HEIGHT, Bar, Spot, bars, heights, scatter_plot
from app.core.words import number, numbered, short_day, steps_words
from app.features.archive.service.progress import HOME, MINUTES, FieldComparison, Grain, Progress, Span, WonGame
from engine.games import GAMES
from engine.rules import Game

_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class BarPlot:
    """A plot of bars with its rows in words."""

    bars: list[Bar]
    rows: list[tuple[str, str]]
    first: str
    last: str
    """What the first and the last bar stand for, briefly."""
    highest: str
    """What the upper edge stands for."""


@dataclass(frozen=True, slots=True)
class ProgressPage:
    """What statistics.html shows of a player's progress; a part with nothing to draw is None or empty."""

    figures: list[tuple[str, str]]
    shares: BarPlot | None
    wins: list[Spot]
    most_steps: int
    wins_first: str
    wins_last: str
    legend: list[tuple[int, Game]]
    lengths: BarPlot | None
    lost_at: BarPlot | None
    lost_words: str
    beside: list[tuple[str, str, str, int, int]]
    """For each game: the game, the player's share and the field's in words, and both in hundredths."""


def progress_page(progress: Progress) -> ProgressPage:
    """Draw a player's progress."""
    series = list(GAMES.values())
    played = [(series.index(win.game), win.day, win.steps, _win_words(win)) for win in progress.wins]
    most = max((win.steps for win in progress.wins), default=0)
    return ProgressPage(
        figures=_figures(progress),
        shares=_shares(progress.spans, progress.grain) if progress.won and len(progress.spans) > 1 else None,
        wins=scatter_plot(played, most) if len(played) > 1 else [],
        most_steps=most,
        wins_first=short_day(progress.wins[0].day) if progress.wins else "",
        wins_last=short_day(progress.wins[-1].day) if progress.wins else "",
        legend=[(at, game) for at, game in enumerate(series) if any(win.game is game for win in progress.wins)],
        lengths=_bar_plot(progress.lengths, _length_words(), "1 win", "{count} wins") if progress.won else None,
        lost_at=_bar_plot(progress.lost_at, _home_words(), "1 game", "{count} games")
        if any(progress.lost_at)
        else None,
        lost_words=_lost_words(progress.lost_at),
        beside=[_beside(one) for one in progress.beside],
    )


def _figures(progress: Progress) -> list[tuple[str, str]]:
    if not progress.played:
        return []
    hours = progress.ms / _HOUR_MS
    time = f"{hours:.0f} h" if hours >= 10 else f"{hours:.1f} h" if hours >= 1 else f"{progress.ms // 60_000} min"
    return [
        ("games ended", f"{progress.played:,}"),
        ("games won", f"{progress.won:,}"),
        ("win rate", f"{100 * progress.won // progress.played}%"),
        ("time played", time),
    ]


def _shares(spans: list[Span], grain: Grain) -> BarPlot:
    named = [
        (f"{span.first:%B %Y}" if grain is Grain.MONTHS else f"Week from {short_day(span.first)}", span)
        for span in spans
    ]
    rows = [
        (name, numbered(span.ended, f"won {span.won} of 1 game", f"won {span.won:,} of {{count}} games"))
        for name, span in named
    ]
    shares = [HEIGHT * span.won / span.ended if span.ended else 0 for span in spans]
    drawn = heights(shares, [f"{name}: {words}" for name, words in rows])
    return BarPlot(drawn, rows, *_ends(spans, grain), "all won")


def _ends(spans: list[Span], grain: Grain) -> tuple[str, str]:
    first, last = spans[0].first, spans[-1].first
    return (f"{first:%b %Y}", f"{last:%b %Y}") if grain is Grain.MONTHS else (short_day(first), short_day(last))


def _bar_plot(counts: list[int], names: list[str], one: str, several: str) -> BarPlot:
    rows = [(name, numbered(count, one, several)) for name, count in zip(names, counts, strict=True)]
    drawn = bars([(count, f"{name}: {words}") for count, (name, words) in zip(counts, rows, strict=True)])
    return BarPlot(drawn, rows, names[0], names[-1], f"{max(counts):,}")


def _length_words() -> list[str]:
    between = [f"{low} to {high} minutes" for low, high in pairwise(MINUTES)]
    return [f"under {number(MINUTES[0])} minutes", *between, f"over {MINUTES[-1]} minutes"]


def _home_words() -> list[str]:
    return [f"{low} to {min(low + 9, 51)} cards home" for low in HOME]


def _lost_words(lost_at: list[int]) -> str:
    if not any(lost_at):
        return ""
    most = _home_words()[lost_at.index(max(lost_at))]
    return f"The games that you gave up ended most often with {most}."


def _win_words(win: WonGame) -> str:
    return f"{short_day(win.day)}, {win.game.name}: {steps_words(win.steps)}"


def _beside(one: FieldComparison) -> tuple[str, str, str, int, int]:
    mine, field = 100 * one.solved // one.tries, 100 * one.field_solved // one.field
    return one.game.name, f"{one.solved} of {one.tries}", f"{field}%", mine, field
