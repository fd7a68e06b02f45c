"""What other programs ask the server about itself."""

from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.exceptions import HTTPException

from app.web.assets import asset
from app.web.dependencies import Now, server

router = APIRouter(include_in_schema=False)

_SECURITY_LASTS = timedelta(days=180)
"""How long a copy of security.txt is valid."""

# There are more numbered deals than any crawler should fetch. The allowed addresses have digits in them too.
_ROBOTS = """User-agent: *
Allow: /static/
Allow: /daily/
Disallow: /sessions/
Disallow: /history
Disallow: /settings
Disallow: /account
Disallow: /races/
Disallow: /api/
Disallow: /*/custom/
""" + "".join(f"Disallow: /*/{digit}\n" for digit in range(1, 10))


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """Answer that the server is alive."""
    return PlainTextResponse("alive\n")


@router.get("/readyz")
async def ready(request: Request) -> PlainTextResponse:
    """Return whether the server can serve and write, and what is degraded; else answer 503 with the part that fails."""
    status, told = await server(request).readiness.look()
    return PlainTextResponse(f"{told}\n", status)


@router.get("/.well-known/security.txt")
async def security(request: Request, now: Now) -> PlainTextResponse:
    """Name where to report a security hole, in the form of RFC 9116; answer 404 if the settings do not say where."""
    contact = server(request).settings.security_contact
    if contact is None:
        raise HTTPException(404)
    expires = datetime.fromtimestamp(now // 1000, UTC) + _SECURITY_LASTS
    return PlainTextResponse(f"Contact: {contact}\nExpires: {expires:%Y-%m-%dT%H:%M:%SZ}\nPreferred-Languages: en\n")


@router.get("/robots.txt")
async def robots() -> PlainTextResponse:
    """Keep crawlers from the deals."""
    return PlainTextResponse(_ROBOTS)


@router.get("/favicon.ico")
async def favicon() -> RedirectResponse:
    """Redirect to Rampart's mark."""
    return RedirectResponse(asset("favicon.svg"), 308)
