"""The daily challenge: what its pages need beyond what the service shows."""

from calendar import Calendar
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from app.core.settings import Admission
from app.core.words import short_day, steps_words
from app.features.daily.service.calendar import DayState, closes_at, ends_at, has_month, opens_at
from app.features.daily.service.daily import DailyView, commitment
from app.features.daily.values.daily import Daily
from app.play.table.miniature import miniature, miniature_of_deal, miniature_of_layout
from app.play.values.sealed import Sealed
from app.play.values.session import Session
from app.play.values.shelf import Band
from app.play.words.sharing import Preview, preview


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month in the archive's calendar."""

    first: date
    weeks: list[list[date]]
    """Whole weeks, with days of other months at both ends."""
    known: set[date]
    """The days that had a daily, or have one today."""
    solved: set[date]
    """The days on which the visitor solved one in time."""
    solved_since: set[date]
    """The days of which the visitor has solved one only later."""
    rested: set[date]
    """The missed days that a rest day of the visitor's streak covers."""
    earlier: str
    """The month before, as addresses have it; empty if it had no daily yet."""
    later: str
    """The month after; empty if it has not come."""


@dataclass(frozen=True, slots=True)
class DailyPage:
    """What daily_game.html shows besides a `DailyView`."""

    board: Markup
    """The visitor's board as it is now; else the deal to those who may see it, and only its layout to others."""
    opens_at: int
    ends_at: int
    closes_at: int
    can_start: bool
    unranked: str
    """Why the visitor's first try will not be ranked; empty if it will be, or has begun."""
    barred: bool
    """Whether the visitor may not begin, though others may."""
    told: Daily | None
    """The daily once it is over and its deal is public; None before."""
    preview: Preview
    link: str
    """The page's whole address."""
    band: Band
    """How hard its deal is."""


def month_page(
    month: date, today: date, *, known: set[date], solved: set[date], since: set[date], rested: AbstractSet[date]
) -> CalendarMonth:
    """Show the calendar of a month; `known` has the days that had a daily, `solved` those that the visitor solved in
    time, `since` those of which the visitor has won a deal since, and `rested` the days, of any month, that rest days
    cover.
    """
    before, following = f"{month - timedelta(days=1):%Y-%m}", (month.replace(day=28) + timedelta(days=4)).replace(day=1)
    return CalendarMonth(
        first=month,
        weeks=Calendar().monthdatescalendar(month.year, month.month),
        known={day for day in known if day <= today},
        solved=solved,
        solved_since=since - solved,
        rested={day for day in rested if (day.year, day.month) == (month.year, month.month)},
        earlier=before if has_month(before) else "",
        later=f"{following:%Y-%m}" if following <= today else "",
    )


def daily_page(view: DailyView, table: Session | None, admission: Admission, origin: str) -> DailyPage:
    """Show one daily to a visitor of the server at `origin`, who has `table` in play.

    `admission` says who may play it while it is open.
    """
    day, daily = view.day, view.daily
    waiting = view.state is DayState.OPEN and daily is not None and view.running is None
    admitted = view.is_open_under(admission)
    return DailyPage(
        board=_board(view, table),
        opens_at=opens_at(day),
        ends_at=ends_at(day),
        closes_at=closes_at(day),
        can_start=waiting and admitted,
        unranked=_why_unranked(view) if waiting and not view.attempts else "",
        barred=waiting and not admitted,
        told=visible_daily(view),
        preview=_preview(view, origin),
        link=f"{origin}/daily/{day}/{view.game.slug}",
        band=view.band,
    )


def _why_unranked(view: DailyView) -> str:
    account = view.account
    if account is None:
        return "As a guest you play unranked; with an account you are ranked from the next day on."
    if account.made_at >= opens_at(view.day):
        return "Your account was made today, so this one counts for your streak only; you are ranked from tomorrow."
    return ""


def seal_of(view: DailyView) -> Sealed | None:
    """Return what binds the server to the deal of a daily; None until the deal is chosen."""
    return commitment(view.daily) if view.daily else None


def _board(view: DailyView, table: Session | None) -> Markup:
    rules, daily = view.game.rules, view.daily
    if table:
        return miniature(table.variant.rules, table.position)
    if daily and (view.attempts or view.state is DayState.CLOSED):
        return miniature_of_deal(rules, daily.deal)
    return miniature_of_layout(rules)


def visible_daily(view: DailyView) -> Daily | None:
    return view.daily if view.state is DayState.CLOSED else None


def _preview(view: DailyView, origin: str) -> Preview:
    """Preview the link of a daily, with its deal once that is public."""
    told = visible_daily(view)
    options = told.options if told else {}
    title = f"{view.game.name} daily {short_day(view.day)}"
    said = "Everybody gets the same deal, proved winnable. How many steps do you need?"
    return preview(title, said, view.game, told.deal if told else None, options, origin)


def par_words(steps: int, at_least: int | None) -> str:
    """Write a par and what the solver has proved about shorter ways.

    >>> par_words(86, 86), par_words(86, 80), par_words(86, None)
    ('86 steps, and no way is shorter', '86 steps; no way has fewer than 80', '86 steps')
    """
    words = steps_words(steps)
    if at_least is None:
        return words
    return f"{words}, and no way is shorter" if at_least == steps else f"{words}; no way has fewer than {at_least}"
