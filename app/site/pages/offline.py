"""What a browser keeps for times without a connection: static files, and one page that belongs to nobody."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.core.features import has
from app.core.settings import ServiceWorker
from app.people.looks import Look
from app.web.assets import MEDIA_TYPES, asset, shelf
from app.web.dependencies import server
from app.web.rendering import render

router = APIRouter(include_in_schema=False)

_SCRIPTS = {ServiceWorker.ON: "offline/worker.js", ServiceWorker.OFF: "offline/farewell.js"}


@router.get("/service-worker.js")
async def send_service_worker(request: Request) -> Response:
    """Return the service worker of this edition; at the root, because it sees only what lies below its address."""
    setting = server(request).settings.service_worker
    scripts = [_SCRIPTS[setting]]
    if setting is ServiceWorker.ON and has("reminders"):
        scripts.append("offline/reminding.js")
    named = ", ".join(f'"{asset(script)}"' for script in scripts)
    body = f'const EDITION = "{shelf().edition}";\nimportScripts({named});\n'
    return Response(body, headers={"content-type": MEDIA_TYPES[".js"]})


@router.get("/no-connection")
async def show_no_connection(request: Request) -> HTMLResponse:
    """Show the page that stands in for all others while there is no connection, in the usual look."""
    return render(request, "site/no_connection.html", 200, Look())
