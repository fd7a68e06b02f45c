"""Standings over a week, a month and all time."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from app.services.calendar import FIRST_DAY
from app.services.standings import ALL_TIME, EVERYBODY, Ranked, Table, month_of, week_of
from app.store.groups import Group
from app.store.standings import FOR_LATER, FOR_TIERS
from app.views.leaderboard import NAMELESS, Tab, audience_tabs
from app.views.words import day_words, numbered
from engine.games import GAMES

_TIERS = (
    "A first try at par",
    "A first try up to a tenth over par",
    "A first try up to a quarter over par",
    "A first try with more steps",
)
_LATER = "A later attempt, or one with an account made that day"


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of the standings."""

    rank: int
    name: str
    points: str
    solved: str
    mine: bool


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """What standings.html shows."""

    title: str
    of_game: str
    """The game's name; empty over all games."""
    periods: tuple[Tab, ...]
    games: tuple[Tab, ...]
    audiences: tuple[Tab, ...]
    lines: tuple[StandingLine, ...]
    near: tuple[StandingLine, ...]
    size: str
    earlier: str
    """The address of the period before; empty for all time."""
    later: str
    """The address of the period after; empty if it has not come."""
    points: tuple[tuple[str, str], ...]
    """What brings points, and how many."""


def standings_page(table: Table, today: date, groups: list[Group], shown: Group | None) -> StandingsPage:
    """Show the standings of a period, of everybody or of the group that is shown."""
    period, game = table.period, table.game
    among, of_game = f"?among={shown.code if shown else EVERYBODY}", f"&game={game.slug}" if game else ""
    following = period.last + timedelta(1) if period is not ALL_TIME else today
    around = week_of if "W" in period.key else month_of
    before = around(period.first - timedelta(1)).key if period is not ALL_TIME else ""
    current = (("Week", week_of(today).key), ("Month", month_of(today).key), ("All time", ALL_TIME.key))
    return StandingsPage(
        title=_title(table),
        of_game=game.name if game else "",
        periods=tuple(
            Tab(words, "" if key == period.key else f"/standings/{key}{among}{of_game}") for words, key in current
        ),
        games=(
            Tab("All games", among if game else ""),
            *(Tab(one.name, "" if one is game else f"{among}&game={one.slug}") for one in GAMES.values()),
        ),
        audiences=audience_tabs(groups, shown, f"?game={game.slug}&among=" if game else "?among="),
        lines=tuple(map(_line, table.best)),
        near=tuple(map(_line, table.near)),
        size=numbered(table.size, "1 player.", "{count} players."),
        earlier=f"/standings/{before}{among}{of_game}" if before and period.first > FIRST_DAY else "",
        later=f"/standings/{around(following).key}{among}{of_game}" if period.last < today else "",
        points=(
            *((words, str(points)) for words, points in zip(_TIERS, FOR_TIERS, strict=True)),
            (_LATER, str(FOR_LATER)),
        ),
    )


def standings_document(table: Table) -> dict[str, Any]:
    """Write the standings of a period as JSON."""
    mine = next((place for place in (*table.best, *table.near) if place.mine), None)
    return {
        "period": table.period.key,
        "game": table.game.slug if table.game else None,
        "size": table.size,
        "rows": [_row(place) for place in table.best],
        "near": [_row(place) for place in table.near],
        "me": _row(mine) if mine else None,
    }


def _row(place: Ranked) -> dict[str, Any]:
    row = place.standing
    return {"rank": place.rank, "name": row.name, "points": row.points, "solved": row.solved}


def _title(table: Table) -> str:
    period = table.period
    if period is ALL_TIME:
        return "All time"
    if "W" in period.key:
        return f"The week from {day_words(period.first)}"
    return f"{period.first:%B %Y}"


def _line(place: Ranked) -> StandingLine:
    row = place.standing
    return StandingLine(place.rank, row.name or NAMELESS, f"{row.points:,}", f"{row.solved:,}", place.mine)
