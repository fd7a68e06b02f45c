"""The password of the people who run the server, and the way back to their pages."""

import hmac
from base64 import b64decode
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from app.core.refusals import TooMany
from app.web.dependencies import Address, server

_USER = b"operator"
_TOO_MANY = "Too many wrong passwords came from your address; please wait a quarter of an hour."
_CHALLENGE = {"www-authenticate": 'Basic realm="Rampart", charset="UTF-8"'}


async def let_in(request: Request, host: Address) -> None:
    """Admit only somebody who knows the operator's password; answer 404 if the settings have none."""
    password = server(request).settings.operator_password
    if password is None:
        raise HTTPException(404)
    failures = server(request).failures
    given = _credentials(request)
    # A browser asks without a password first; that is no guess.
    if given is not None:
        # There is no await from here to the end, so guesses sent together count one after another.
        if wait := failures.wait(host):
            raise TooMany(_TOO_MANY, wait)
        if hmac.compare_digest(given, _USER + b":" + password):
            return failures.right(host)
        failures.wrong(host)
    raise HTTPException(401, "This page is for the people who run the server.", _CHALLENGE)


def lead_back(page: str, changed: object, **query: str) -> RedirectResponse:
    """Lead back to a page of the operator, which says whether anything has changed."""
    return RedirectResponse(f"{page}?{urlencode({**query, 'done': 'yes' if changed else 'already'})}", 303)


def _credentials(request: Request) -> bytes | None:
    """Return the user and password sent, empty if they are unreadable; None if there are none."""
    if "authorization" not in request.headers:
        return None
    kind, _, given = request.headers["authorization"].partition(" ")
    try:
        return b64decode(given, validate=True) if kind.lower() == "basic" else b""
    except ValueError:
        return b""
