"""The pages of the daily challenge."""

from datetime import date
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.core.clock import today
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service import daily, later, leaderboards, story, tomorrow
from app.features.daily.service.calendar import ends_at, read_day, read_month
from app.features.daily.words.daily import daily_page, month_page, seal_of
from app.features.daily.words.standings import audience_tabs, board_tabs
from app.features.daily.words.story import story_page
from app.features.daily.words.tomorrow import after_daily, streak_today
from app.play.front import FrontLook, read_front
from app.web.dependencies import (
    Admitting,
    Db,
    Form,
    NewGame,
    Now,
    Origin,
    Player,
    Reading,
    Slug,
    Visitor,
    origin,
    server,
)
from app.web.rendering import render
from engine.games import find
from engine.rules import Game

router = APIRouter(prefix="/daily")


class Which(NamedTuple):
    """The daily that an address names."""

    day: date
    game: Game


DayAsked = Annotated[str, Path(description="A date such as 2026-11-20, from midnight to midnight UTC.")]
Among = Annotated[
    str, Query(description="`everybody`, `friends` or the code of one of your groups; empty for everybody.")
]
BoardAsked = Annotated[
    DailyBoard,
    Query(
        description="Which leaderboard: the first tries or all that solved it, each also without results that needed "
        "help, or the one of programs."
    ),
]


async def _which(day: DayAsked, slug: Slug) -> Which:
    return Which(read_day(day), find(slug))


class LeaderboardChoice(NamedTuple):
    """Which leaderboard of a daily to show."""

    board: DailyBoard
    among: str
    """A group's code, `friends`, `everybody`, or nothing."""


async def _wish(board: BoardAsked = DailyBoard.FIRST_TRY, among: Among = "") -> LeaderboardChoice:
    return LeaderboardChoice(board, among)


Named = Annotated[Which, Depends(_which)]
BoardWish = Annotated[LeaderboardChoice, Depends(_wish)]


@router.get("", dependencies=[Reading])
async def show_today(request: Request, db: Db, visitor: Visitor, now: Now, month: str = "") -> HTMLResponse:
    """Show today's games, with the calendar of a month."""
    return await _show(request, db, visitor, now, today(now), read_month(month) if month else today(now).replace(day=1))


@router.get("/{day}", dependencies=[Reading])
async def show_day(request: Request, day: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the games of a day."""
    asked = read_day(day)
    return await _show(request, db, visitor, now, asked, asked.replace(day=1))


@router.get("/{day}/{slug}", dependencies=[Reading])
async def show_daily(
    request: Request, which: Named, db: Db, visitor: Visitor, now: Now, origin: Origin, admitting: Admitting
) -> HTMLResponse:
    """Show one daily, with its deal once the day has closed."""
    view, table, field, last_closed, told, after, running, won_later, shared = await db.read(
        lambda connection: (
            seen := daily.look(connection, *which, visitor, now),
            daily.in_play(connection, seen),
            leaderboards.field(connection, seen),
            daily.last_closed_day(connection, which.game),
            story.look(connection, seen, now),
            tomorrow.look(connection, seen, now),
            tomorrow.running(connection, visitor, now),
            later.table(connection, seen, visitor),
            daily.to_share(connection, seen, now),
        )
    )
    return render(
        request,
        "daily/daily_game.html",
        view=view,
        field=field,
        last_closed=last_closed,
        page=daily_page(view, table, admitting, origin),
        streak=streak_today(running),
        story=story_page(told) if told else None,
        shared=shared,
        counts_today=running.solved_today,
        origin=origin,
        later=won_later,
        after=after_daily(after, view.game) if after else None,
    )


@router.get("/{day}/{slug}/fair", dependencies=[Reading])
async def show_seal(request: Request, which: Named, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show what binds the server to the deal of a daily, and how to check it."""
    view = await db.read(daily.look, *which, visitor, now)
    return render(request, "daily/fair.html", view=view, sealed=seal_of(view))


@router.post("/{day}/{slug}/start", dependencies=[NewGame])
async def start(form: Form, which: Named, db: Db, player: Player, now: Now, admitting: Admitting) -> RedirectResponse:
    """Begin an attempt, or go on with the one that is running."""
    session = await db.write(daily.start, *which, form, player, admitting, now)
    return RedirectResponse(f"/sessions/{session.id}", 303)


@router.get("/{day}/{slug}/leaderboard", dependencies=[Reading])
async def show_leaderboard(
    request: Request, which: Named, db: Db, visitor: Visitor, now: Now, wish: BoardWish
) -> HTMLResponse:
    """Show a leaderboard, of friends or of others, to those who can no longer profit from it."""
    seen = await db.read(leaderboards.look, *which, visitor, wish.board, wish.among, now)
    boards, results = board_tabs(seen.leaderboard, seen.chosen)
    audiences = audience_tabs(seen.mine, seen.chosen, f"?board={seen.leaderboard.board}&among=")
    return render(
        request,
        "daily/leaderboard.html",
        view=seen.view,
        board=seen.leaderboard,
        public=seen.public,
        audiences=audiences,
        rows=(("Attempts", boards), ("Help", results), ("Players", audiences)),
    )


async def _show(request: Request, db: Db, visitor: str | None, now: int, day: date, month: date) -> HTMLResponse:
    look = FrontLook(server(request), visitor, now)
    views, running, known, solved, won_later, parts = await db.read(
        lambda connection: (
            daily.of_day(connection, day, visitor, now),
            tomorrow.running(connection, visitor, now),
            daily.days_of_month(connection, month),
            daily.solved_in_month(connection, visitor, month),
            later.in_month(connection, visitor, month, now),
            read_front(connection, look, "today") if day == today(now) else [],
        )
    )
    return render(
        request,
        "daily/daily.html",
        day=day,
        today=today(now),
        ends_at=ends_at(day),
        views=views,
        streak=streak_today(running),
        later=won_later,
        month=month_page(
            month,
            today(now),
            known=known,
            solved=solved,
            since={day for day, _ in won_later},
            rested=running.streak.rested,
        ),
        parts=parts,
        origin=origin(request),
    )
