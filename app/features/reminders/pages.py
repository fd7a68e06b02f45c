"""The page of reminders, and what the service worker tells the server."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.settings import ServiceWorker
from app.features.reminders import service
from app.features.reminders.values import PUSH_SERVICES, PushAddress, read_hour, read_zone
from app.features.reminders.vapid import Vapid
from app.web.dependencies import Db, Form, Now, PlainDb, Player, Visitor, server
from app.web.rendering import render

router = APIRouter(prefix="/reminders")

USUAL_HOUR = 18


@router.get("")
async def show_reminders(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the visitor's reminders, and how to ask for one."""
    serving = server(request)
    asked = await db.read(service.of_player, visitor)
    return render(
        request,
        "reminders/reminders.html",
        reminders=asked,
        hour=asked[-1].hour if asked else USUAL_HOUR,
        key=serving.part(Vapid).public,
        able=serving.settings.service_worker is ServiceWorker.ON,
        ended="ended" in request.query_params,
    )


@router.post("")
async def ask(request: Request, form: Form, db: Db, player: Player, now: Now) -> Response:
    """Remind this browser once a day."""
    address = _push_address(request, form)
    hour, zone = read_hour(form.get("hour", "")), read_zone(form.get("zone", ""))
    await db.write(service.ask, player, address, hour, zone, now)
    return Response(status_code=204)


@router.post("/moved")
async def move(request: Request, form: Form, db: PlainDb) -> Response:
    """Send a reminder to another address of the same browser."""
    await db.write(service.move, form.get("before", ""), _push_address(request, form))
    return Response(status_code=204)


@router.post("/end")
async def end(form: Form, db: PlainDb) -> Response:
    """End a reminder by its token, whoever is signed in."""
    await db.write(service.end, form.get("token", ""))
    return Response(status_code=204)


@router.post("/end-all")
async def end_all(db: Db, visitor: Visitor) -> RedirectResponse:
    """End all reminders of the visitor."""
    await db.write(service.end_all, visitor)
    return RedirectResponse("/reminders?ended", 303)


def _push_address(request: Request, form: dict[str, str]) -> PushAddress:
    services = (*PUSH_SERVICES, *server(request).settings.push_services)
    return PushAddress.read(form.get("endpoint", ""), form.get("p256dh", ""), form.get("auth", ""), services)
