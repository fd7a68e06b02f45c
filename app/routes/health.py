"""What other programs ask a server about itself."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, RedirectResponse

from app.assets import asset
from app.deps import Db
from app.services import health

router = APIRouter(include_in_schema=False)

# Of numbered deals there are more than any crawler should fetch.
_ROBOTS = """User-agent: *
Disallow: /sessions/
Disallow: /history
Disallow: /settings
Disallow: /api/
Disallow: /*/custom/
""" + "".join(f"Disallow: /*/{digit}\n" for digit in range(1, 10))


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """Say that the server is alive."""
    return PlainTextResponse("alive\n")


@router.get("/readyz")
async def ready(db: Db) -> PlainTextResponse:
    """Say that the database answers, or be refused with 503."""
    await db.read(health.ask)
    return PlainTextResponse("ready\n")


@router.get("/robots.txt")
async def robots() -> PlainTextResponse:
    """Keep crawlers from the deals."""
    return PlainTextResponse(_ROBOTS)


@router.get("/favicon.ico")
async def favicon() -> RedirectResponse:
    """Lead to the mark."""
    return RedirectResponse(asset("favicon.svg"), 308)
