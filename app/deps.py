"""What routes ask of a request: the database, the time, the player, the form."""

import re
import time
from collections.abc import Callable
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request

from app.entrance import Entrance
from app.gallery import Gallery
from app.guard import NEW_COOKIE
from app.limits import BEGINNING, DRAWING, READING, TAKING_ALONG, Limits, Measure
from app.live import Live
from app.refusals import Malformed, TooMany
from app.services import players
from app.settings import Admission
from app.store.checked import CheckedDatabase
from app.store.database import Database
from app.store.ids import new_id
from app.visitors import Visit, no_cookie, set_cookie, sign, visit_of

_FORM_TYPE = "application/x-www-form-urlencoded"
_MOST_FIELDS = 20
_SEQ = re.compile(r"[0-9]{1,9}", re.ASCII)


class WrongType(Exception):
    """Raised when a body comes in another content type than the one asked for."""

    def __init__(self, wanted: str) -> None:
        super().__init__(f"Send the body as {wanted}.")


def database(request: Request) -> Database:
    """Return the database."""
    opened: Database = request.app.state.database
    return opened


def live(request: Request) -> Live:
    """Return what carries news."""
    carrying: Live = request.app.state.live
    return carrying


def now_ms() -> int:
    """Return the time in milliseconds since the beginning of 1970."""
    return time.time_ns() // 1_000_000


def visit(request: Request) -> Visit | None:
    """Return the cookie's visit, None before a first action. Only the database knows whether it is still valid."""
    return visit_of(request.app.state.settings.secret, request.scope)


def visitor(request: Request) -> str | None:
    """Return the player whom the cookie names, None before a first action."""
    known = visit(request)
    return known.player_id if known else None


def acting(request: Request) -> Visit:
    """Return the visit of who acts; somebody new becomes a player, and gets a cookie with the answer."""
    known = visit(request)
    if known is None:
        known = Visit(new_id(now_ms()))
        remember(request, known)
    return known


def remember(request: Request, visit: Visit) -> None:
    """Set a cookie with the answer, so that the server knows the browser from now on."""
    value = sign(request.app.state.settings.secret, visit)
    request.scope[NEW_COOKIE] = set_cookie(value, request.scope["scheme"])


def wake(request: Request) -> None:
    """Wake idle solvers, so that they take a new question at once."""
    waking: Callable[[], None] = request.app.state.wake
    waking()


def forget(request: Request) -> None:
    """Delete the cookie with the answer."""
    request.scope[NEW_COOKIE] = no_cookie(request.scope["scheme"])


async def read_form(request: Request) -> dict[str, str]:
    """Read a form's fields, the last of each name; raise `Malformed` or `WrongType`."""
    body = await request.body()
    if not body:
        return {}
    if not request.headers.get("content-type", _FORM_TYPE).lower().startswith(_FORM_TYPE):
        raise WrongType(_FORM_TYPE)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise Malformed("The server can’t read the form.") from None


def seq_seen(form: dict[str, str]) -> int:
    """Read the `seq` of a form; raise `Malformed`."""
    seq = form.get("seq", "")
    if not _SEQ.fullmatch(seq):
        raise Malformed("A request needs the “seq” of the board it was made for, a whole number.")
    return int(seq)


class Costs:
    """A dependency of a route that costs something: it counts the request, or refuses it with `TooMany`."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure

    async def __call__(self, request: Request) -> None:
        """Count one request."""
        limits: Limits = request.app.state.limits
        if wait := await limits.spend(request.scope, self.measure):
            raise TooMany("That was too much at once; please wait a moment.", wait)


async def _database(request: Request) -> Database:
    return database(request)


async def _checked(request: Request) -> Database:
    known = visit(request)
    if known is None:
        return database(request)
    return CheckedDatabase(database(request), lambda connection: players.check(connection, known))


async def _now() -> int:
    return now_ms()


async def _visit(request: Request) -> Visit | None:
    return visit(request)


async def _visitor(request: Request) -> str | None:
    return visitor(request)


async def _acting(request: Request) -> Visit:
    return acting(request)


async def _player(request: Request) -> str:
    return acting(request).player_id


async def _entrance(request: Request) -> Entrance:
    entrance: Entrance = request.app.state.entrance
    return entrance


async def _admission(request: Request) -> Admission:
    admission: Admission = request.app.state.settings.admission
    return admission


async def _pictures(request: Request) -> Gallery:
    gallery: Gallery = request.app.state.gallery
    return gallery


async def _origin(request: Request) -> str:
    return str(request.base_url).rstrip("/")


async def _address(request: Request) -> str:
    return request.client.host if request.client else ""


Reading = Depends(Costs(READING))
TakingAlong = Depends(Costs(TAKING_ALONG))
Drawing = Depends(Costs(DRAWING))
NewGame = Depends(Costs(BEGINNING))
"""What routes name that cost something, in `dependencies`; every GET does, or a test knows it to be cheap."""

Db = Annotated[Database, Depends(_checked)]
"""Refuses every work of a visitor whose cookie is no longer valid."""
PlainDb = Annotated[Database, Depends(_database)]
"""Refuses nobody: for works that look at the cookie themselves."""
Now = Annotated[int, Depends(_now)]
Visiting = Annotated[Visit | None, Depends(_visit)]
Acting = Annotated[Visit, Depends(_acting)]
Visitor = Annotated[str | None, Depends(_visitor)]
Player = Annotated[str, Depends(_player)]
Doorway = Annotated[Entrance, Depends(_entrance)]
Address = Annotated[str, Depends(_address)]
"""Where the request came from, if we trust the proxies."""
Admitting = Annotated[Admission, Depends(_admission)]
"""Who may begin a daily while it is open."""
Pictures = Annotated[Gallery, Depends(_pictures)]
Origin = Annotated[str, Depends(_origin)]
"""The address of this server as the visitor knows it, without a slash at the end."""
Form = Annotated[dict[str, str], Depends(read_form)]
