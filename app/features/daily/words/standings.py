"""The tabs of the standings of a week, a month and all time, which lead to others."""

from dataclasses import dataclass
from datetime import date, timedelta

from app.core.words import Tab, day_words
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service.calendar import FIRST_DAY
from app.features.daily.service.leaderboards import Leaderboard
from app.features.daily.service.standings import ALL_TIME, Period, StandingsView, month_of, week_of
from app.features.ratings.values.strength import PlayerKind
from app.people.service.audiences import EVERYBODY, Audience
from engine.games import GAMES


@dataclass(frozen=True, slots=True)
class Ways:
    """The tabs and links that lead from standings to others."""

    periods: tuple[Tab, ...]
    games: tuple[Tab, ...]
    kinds: tuple[Tab, ...]
    audiences: tuple[Tab, ...]
    earlier: str
    """The address of the period before; empty for all time."""
    later: str
    """The address of the period after; empty if it has not come."""


def ways(table: StandingsView, today: date, mine: list[Audience], shown: Audience | None) -> Ways:
    """Return what leads from these standings to others; `shown` is their audience, None for everybody."""
    period, game = table.asked.period, table.asked.game
    among, of_game = f"?among={shown.key if shown else EVERYBODY}", f"&game={game.slug}" if game else ""
    bots, of_bots = table.asked.kind is PlayerKind.BOTS, f"?board={PlayerKind.BOTS}"
    kinds = Tab("People", f"{among}{of_game}" if bots else ""), Tab("Bots", "" if bots else f"{of_bots}{of_game}")
    among = of_bots if bots else among
    following = period.last + timedelta(1) if period is not ALL_TIME else today
    around = week_of if "W" in period.key else month_of
    before = around(period.first - timedelta(1)).key if period is not ALL_TIME else ""
    current = (("Week", week_of(today).key), ("Month", month_of(today).key), ("All time", ALL_TIME.key))
    return Ways(
        periods=tuple(
            Tab(words, "" if key == period.key else f"/standings/{key}{among}{of_game}") for words, key in current
        ),
        games=(
            Tab("All games", among if game else ""),
            *(Tab(one.name, "" if one is game else f"{among}&game={one.slug}") for one in GAMES.values()),
        ),
        kinds=kinds,
        audiences=audience_tabs(mine, shown, f"?game={game.slug}&among=" if game else "?among="),
        earlier=f"/standings/{before}{among}{of_game}" if before and period.first > FIRST_DAY else "",
        later=f"/standings/{around(following).key}{among}{of_game}" if period.last < today else "",
    )


def period_words(period: Period) -> str:
    """Name a period."""
    if period is ALL_TIME:
        return "All time"
    return f"The week from {day_words(period.first)}" if "W" in period.key else f"{period.first:%B %Y}"


_UNASSISTED = {DailyBoard.FIRST_TRY: DailyBoard.FIRST_TRY_UNASSISTED, DailyBoard.SOLVED: DailyBoard.SOLVED_UNASSISTED}


def board_tabs(board: Leaderboard, shown: Audience | None) -> tuple[tuple[Tab, ...], tuple[Tab, ...]]:
    """Return tabs for the boards of a daily, and tabs for all its results or those without help."""
    among, here = shown.key if shown else EVERYBODY, board.board
    if here is DailyBoard.BOTS:
        among = EVERYBODY
    of_first_tries, of_solved = (
        (_UNASSISTED[DailyBoard.FIRST_TRY], _UNASSISTED[DailyBoard.SOLVED])
        if here.is_unassisted
        else tuple(_UNASSISTED)
    )
    usual = DailyBoard.FIRST_TRY if here.is_of_first_tries else DailyBoard.SOLVED
    kinds = {of_first_tries: "First try", of_solved: "Any that solved it", DailyBoard.BOTS: "Bots"}
    results = {usual: "With or without", _UNASSISTED[usual]: "Without"}

    def tabs(names: dict[DailyBoard, str]) -> tuple[Tab, ...]:
        return tuple(
            Tab(words, "" if each is here else f"?board={each}&among={among}") for each, words in names.items()
        )

    return tabs(kinds), () if here is DailyBoard.BOTS else tabs(results)


def audience_tabs(mine: list[Audience], shown: Audience | None, link: str) -> tuple[Tab, ...]:
    """Return tabs for the visitor's audiences and everybody, none without audiences; `link` lacks only a key."""
    choices = [(one.name, one.key) for one in mine] + [("Everybody", EVERYBODY)]
    here = shown.key if shown else EVERYBODY
    return tuple(Tab(name, "" if key == here else f"{link}{key}") for name, key in choices) if mine else ()
