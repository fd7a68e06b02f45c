"""The daily challenge: a day's games, one of them, its boards."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from app.model.daily import Attempt, Daily
from app.model.export import instant, written
from app.services.calendar import State, closes_at, ends_at, has_month, opens_at
from app.services.daily import Challenge, sealed
from app.services.streaks import Streak
from app.settings import Admission
from app.views.deals import deal_link
from app.views.results import badges, result_words, tiers_in_words
from app.views.sharing import Preview, Words, preview, short_day
from app.views.statistics import streak_words
from app.views.summary import options_words
from app.views.words import Moment, day_words, moment, numbered, steps_words


@dataclass(frozen=True, slots=True)
class DailyCard:
    """One game of a day in a list."""

    name: str
    link: str
    options: str
    state: str
    mine: str
    """How the visitor did, in words; empty before an attempt has ended."""
    running: bool


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day in the archive's calendar."""

    number: int
    link: str
    """Empty if there is nothing to see."""
    today: bool


@dataclass(frozen=True, slots=True)
class DayPage:
    """What daily.html shows."""

    day: str
    day_words: str
    is_today: bool
    cards: tuple[DailyCard, ...]
    streak: str
    ends: Moment
    month_words: str
    weeks: tuple[tuple[CalendarDay | None, ...], ...]
    earlier: str
    """The address of the month before; empty if it had no daily yet."""
    later: str
    """The address of the month after; empty if it has not come."""


@dataclass(frozen=True, slots=True)
class StartButton:
    """One way to begin an attempt."""

    label: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Result:
    """An attempt that has ended, in words."""

    words: str
    badges: tuple[str, ...]
    session: str


@dataclass(frozen=True, slots=True)
class Way:
    """A winning line that a closed day tells."""

    options: str
    """Those that it is played under, in words; empty for none."""
    par: str
    """Its steps in words, with what we know about shorter ways."""
    line: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """What a closed day reveals."""

    deal: str
    link: str
    salt: str
    line: str
    """The line whose hash is the commitment."""
    ways: tuple[Way, ...]
    """The shortest line found for each set of options."""
    effort: str
    """The effort of finding them."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """How many first tries came to one tier."""

    words: str
    count: int
    part: int
    """In hundredths of the largest tier."""
    mine: bool


@dataclass(frozen=True, slots=True)
class DailyPage:
    """What daily_game.html shows."""

    slug: str
    name: str
    address: str
    day_words: str
    options: str
    state: str
    chosen: bool
    commitment: str
    fixed: Moment | None
    """When its deal was chosen; None while it is not."""
    fixed_late: bool
    """Whether its day had begun by then."""
    opens: Moment
    ends: Moment
    closes: Moment
    starters: str
    guest: bool
    """Whether the visitor has no account."""
    running: str
    """The session of the attempt that goes on; empty for none."""
    starts: tuple[StartButton, ...]
    barred: bool
    """Whether the visitor may not begin, though others may."""
    instead: str
    """The address of the daily that was closed last; empty before there is one."""
    instead_words: str
    """The day of that one."""
    results: tuple[Result, ...]
    may_compare: bool
    """Whether the visitor may see who did how well."""
    may_count: bool
    """Whether the visitor may see the own place and the numbers."""
    revealed: Revealed | None
    hidden_cards: bool
    field: tuple[FieldRow, ...]
    """The first tries of everybody by tier; none while they are not to be seen."""
    preview: Preview


def day_page(
    day: date, today: date, challenges: list[Challenge], streak: Streak, month: date, known: set[date]
) -> DayPage:
    """Show the games of a day and the calendar of a month, of which the days in `known` had a daily."""
    weeks = Calendar().monthdatescalendar(month.year, month.month)
    before, following = f"{month - timedelta(days=1):%Y-%m}", (month.replace(day=28) + timedelta(days=4)).replace(day=1)
    return DayPage(
        day=day.isoformat(),
        day_words=day_words(day),
        is_today=day == today,
        cards=tuple(map(_card, challenges)),
        streak=streak_words(streak),
        ends=moment(ends_at(day)),
        month_words=f"{month:%B %Y}",
        weeks=tuple(tuple(_calendar_day(one, month, today, known) for one in week) for week in weeks),
        earlier=f"/daily?month={before}" if has_month(before) else "",
        later=f"/daily?month={following:%Y-%m}" if following <= today else "",
    )


def daily_page(
    challenge: Challenge, field: list[int], admission: Admission, last_closed: date | None, origin: str
) -> DailyPage:
    """Show one daily; `field` counts the first tries by tier, `origin` is the address of this server.

    Whom the operator does not admit while it is open is offered the daily that was closed last.
    """
    game, day, daily = challenge.game, challenge.day, challenge.daily
    waiting = challenge.state is State.OPEN and daily is not None and challenge.running is None
    admitted = challenge.is_open_under(admission)
    return DailyPage(
        slug=game.slug,
        name=game.name,
        address=_address(challenge),
        day_words=day_words(day),
        options=_options(challenge),
        state=challenge.state,
        chosen=daily is not None,
        commitment=sealed(daily).seal if daily else "",
        fixed=moment(daily.chosen_at) if daily else None,
        fixed_late=challenge.fixed_late,
        opens=moment(opens_at(day)),
        ends=moment(ends_at(day)),
        closes=moment(closes_at(day)),
        starters=_starters(challenge.starters),
        guest=challenge.account is None,
        running=challenge.running.session_id if challenge.running else "",
        starts=_starts(challenge) if waiting and admitted else (),
        barred=waiting and not admitted,
        instead=f"/daily/{last_closed.isoformat()}/{game.slug}" if last_closed else "",
        instead_words=day_words(last_closed) if last_closed else "",
        results=tuple(_result(one) for one in challenge.attempts if one.ended_at is not None),
        may_compare=challenge.may_compare,
        may_count=challenge.may_count,
        revealed=_revealed(challenge) if challenge.state is State.CLOSED and daily else None,
        hidden_cards=bool(game.rules.face_down_rows),
        field=_field(challenge, field) if any(field) else (),
        preview=_preview(challenge, origin),
    )


def daily_document(challenge: Challenge) -> dict[str, Any]:
    """Write a daily as JSON; its deal only after it has closed."""
    daily = challenge.daily
    told = daily if challenge.state is State.CLOSED else None
    lines = _texts(told) if told else {}
    return {
        "date": challenge.day.isoformat(),
        "game": challenge.game.slug,
        "options": daily.options if daily else {},
        "state": challenge.state,
        "commitment": sealed(daily).seal if daily else None,
        "fixed_at": written(instant(daily.chosen_at)) if daily else None,
        "deal": str(told.deal) if told else None,
        "salt": told.salt if told else None,
        "line": next(iter(lines.values()), None),
        "lines": lines or None,
        "at_least": {variant.text: steps for variant, steps in told.bounds.items()} if told else None,
        "effort": told.effort if told else None,
    }


def _texts(told: Daily) -> dict[str, list[str]]:
    return {variant.text: list(map(str, line)) for variant, line in told.lines.items()}


def _address(challenge: Challenge) -> str:
    return f"/daily/{challenge.day.isoformat()}/{challenge.game.slug}"


def _options(challenge: Challenge) -> str:
    return options_words(challenge.game, challenge.daily.options) if challenge.daily else ""


_WITHOUT_DEAL = {State.COMING: "coming", State.OPEN: "choosing", State.CLOSING: "none", State.CLOSED: "none"}
"""How a day without a deal stands; after its end it never gets one."""


def _card(challenge: Challenge) -> DailyCard:
    ended = next((one for one in challenge.attempts if one.ended_at is not None), None)
    return DailyCard(
        name=challenge.game.name,
        link=_address(challenge),
        options=_options(challenge),
        state=challenge.state if challenge.daily else _WITHOUT_DEAL[challenge.state],
        mine=result_words(ended) if ended else "",
        running=challenge.running is not None,
    )


def _calendar_day(day: date, month: date, today: date, known: set[date]) -> CalendarDay | None:
    if day.month != month.month:
        return None
    there = day in known and day <= today
    return CalendarDay(day.day, f"/daily/{day.isoformat()}" if there else "", day == today)


def _starts(challenge: Challenge) -> tuple[StartButton, ...]:
    asked = next((option for option in challenge.game.options if option.default is None), None)
    word = "Practise" if challenge.attempts else "Start"
    if asked is None:
        return (StartButton(word, "", ""),)
    return tuple(StartButton(f"{word} {asked.name} {value}", asked.name, value) for value in asked.values)


def _starters(count: int) -> str:
    return numbered(count, "1 player has begun.", "{count} players have begun.") if count else "Nobody has begun yet."


def _result(ended: Attempt) -> Result:
    return Result(result_words(ended), badges(ended), ended.session_id)


def _field(challenge: Challenge, field: list[int]) -> tuple[FieldRow, ...]:
    first, words = challenge.first, tiers_in_words(challenge.game)
    mine = first.tier if first and first.ended_at is not None else None
    return tuple(
        FieldRow(words[tier], count, 100 * count // max(field), tier == mine) for tier, count in enumerate(field)
    )


def _preview(challenge: Challenge, origin: str) -> Preview:
    """Show a daily elsewhere, with its deal once that is public."""
    told = challenge.daily if challenge.state is State.CLOSED else None
    options = told.options if told else {}
    title = f"{challenge.game.name} daily {short_day(challenge.day)}"
    words = Words(title, "Everybody gets the same deal, proved winnable. How many steps do you need?")
    return preview(words, challenge.game, told.deal if told else None, options, origin)


def _revealed(challenge: Challenge) -> Revealed:
    daily = challenge.daily
    assert daily is not None
    return Revealed(
        deal=str(daily.deal),
        link=deal_link(challenge.game, daily.deal, daily.options),
        salt=daily.salt,
        line=sealed(daily).line,
        ways=tuple(
            Way(
                ", ".join(f"{name} {value}" for name, value in variant.options.items()),
                par_words(len(moves), daily.bounds.get(variant)),
                " ".join(map(str, moves)),
            )
            for variant, moves in daily.lines.items()
        ),
        effort=daily.effort,
    )


def par_words(steps: int, at_least: int | None) -> str:
    """Write a par and what the solver has proved about shorter ways.

    >>> par_words(86, 86), par_words(86, 80), par_words(86, None)
    ('86 steps, and no way is shorter', '86 steps; no way has fewer than 80', '86 steps')
    """
    words = steps_words(steps)
    if at_least is None:
        return words
    return f"{words}, and no way is shorter" if at_least == steps else f"{words}; no way has fewer than {at_least}"
