"""The operator's pages. They ask for a password; if the settings have none, the pages do not exist."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, PlainTextResponse

from app.core.metrics import Gauges
from app.site.features import OPERATOR_SECTIONS
from app.site.service import operating
from app.web.connection import UNHEARD
from app.web.dependencies import Now, PlainDb, server
from app.web.doors import read_sections
from app.web.operators import let_in
from app.web.rendering import render

router = APIRouter(dependencies=[Depends(let_in)])


@router.get("/operator")
async def show_operator(request: Request, db: PlainDb, now: Now) -> HTMLResponse:
    """Show the operator how the server is doing."""
    overview, found = await db.study(
        lambda connection: (operating.overview(connection, now), read_sections(OPERATOR_SECTIONS, connection, now))
    )
    metrics, streams = server(request).metrics, server(request).live.size()
    return render(request, "site/operator.html", overview=overview, sections=found, metrics=metrics, streams=streams)


@router.get("/metrics")
async def send_metrics(request: Request, db: PlainDb, now: Now) -> PlainTextResponse:
    """Send what this process counts, for Prometheus."""
    overview = await db.study(operating.overview, now)
    serving = server(request)
    standing = Gauges(serving.live.size(), overview.questions, UNHEARD, operating.unreadable_rows(), db.commits)
    return PlainTextResponse(serving.metrics.text(standing), media_type="text/plain; version=0.0.4")
