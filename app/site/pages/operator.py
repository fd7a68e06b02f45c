"""The operator's pages. They ask for a password; if the settings have none, the pages do not exist."""

from importlib.metadata import version

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, PlainTextResponse

from app.core.metrics import Gauges, Labels
from app.core.settings import sqlite_file
from app.core.store.migrate import newest
from app.play.attendance import Attendance
from app.site.features import OPERATOR_SECTIONS
from app.site.service import operating
from app.site.words.operator import switched_off
from app.web.connection import UNHEARD
from app.web.dependencies import Now, PlainDb, server
from app.web.doors import read_sections
from app.web.operators import let_in
from app.web.rendering import render
from engine.caching import cached
from engine.rules import RULES_VERSION


@cached()
def _build() -> Labels:
    return {"version": version("rampart-patience"), "rules": str(RULES_VERSION), "schema": newest()}


router = APIRouter(dependencies=[Depends(let_in)])


@router.get("/operator")
async def show_operator(request: Request, db: PlainDb, now: Now) -> HTMLResponse:
    """Show the operator how the server is doing."""
    overview, found = await db.study(
        lambda connection: (operating.overview(connection, now), read_sections(OPERATOR_SECTIONS, connection, now))
    )
    serving = server(request)
    return render(
        request,
        "site/operator.html",
        overview=overview,
        sections=found,
        metrics=serving.metrics,
        streams=serving.live.size(),
        trouble=await serving.part(Attendance).trouble(),
        off=switched_off(serving.settings),
    )


@router.get("/metrics")
async def send_metrics(request: Request, db: PlainDb, now: Now) -> PlainTextResponse:
    """Send what this process counts, for Prometheus."""
    watched = await db.study(operating.watched, now)
    serving = server(request)
    standing = Gauges(
        build={**_build(), "database": "sqlite" if sqlite_file(serving.settings.database_url) else "postgresql"},
        streams=serving.live.size(),
        questions=watched.questions,
        untaken_seconds=watched.untaken_ms / 1000,
        workers=watched.workers,
        moderation=watched.moderation,
        sessions=watched.sessions,
        database_bytes=watched.database_bytes,
        backed_up=(watched.backed_up or 0) / 1000,
        figures=watched.figures,
        unheard=UNHEARD,
        unreadable=operating.unreadable_rows(),
        commits=db.commits,
    )
    return PlainTextResponse(serving.metrics.text(standing), media_type="text/plain; version=0.0.4")
