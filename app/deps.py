"""What routes ask of a request: the database, the time, the player, the form."""

import time
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request

from app.guard import NEW_COOKIE
from app.refusals import Malformed
from app.store.database import Database
from app.store.ids import new_id
from app.visitors import COOKIE, set_cookie, sign, signed_player

_FORM_TYPE = "application/x-www-form-urlencoded"
_MOST_FIELDS = 20


class WrongType(Exception):
    """Raised when a body comes in another content type than the one asked for."""

    def __init__(self, wanted: str) -> None:
        super().__init__(f"Send the body as {wanted}.")


def database(request: Request) -> Database:
    """Give the database."""
    opened: Database = request.app.state.database
    return opened


def now_ms() -> int:
    """Give the time in milliseconds since the beginning of 1970."""
    return time.time_ns() // 1_000_000


def visitor(request: Request) -> str | None:
    """Give the player whom the cookie names, None before a first action."""
    value = request.cookies.get(COOKIE)
    return signed_player(request.app.state.settings.secret, value) if value else None


def player(request: Request) -> str:
    """Give the player who acts; somebody new becomes one, and gets a cookie with the answer."""
    known = visitor(request)
    if known is not None:
        return known
    made = new_id(now_ms())
    value = sign(request.app.state.settings.secret, made)
    request.scope[NEW_COOKIE] = set_cookie(value, request.url.scheme)
    return made


async def read_form(request: Request) -> dict[str, str]:
    """Read a form's fields, the last of each name; raise `Malformed` or `WrongType`."""
    body = await request.body()
    if not body:
        return {}
    if not request.headers.get("content-type", _FORM_TYPE).startswith(_FORM_TYPE):
        raise WrongType(_FORM_TYPE)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise Malformed("The form cannot be read.") from None


async def _database(request: Request) -> Database:
    return database(request)


async def _now() -> int:
    return now_ms()


async def _visitor(request: Request) -> str | None:
    return visitor(request)


async def _player(request: Request) -> str:
    return player(request)


Db = Annotated[Database, Depends(_database)]
Now = Annotated[int, Depends(_now)]
Visitor = Annotated[str | None, Depends(_visitor)]
Player = Annotated[str, Depends(_player)]
Form = Annotated[dict[str, str], Depends(read_form)]
