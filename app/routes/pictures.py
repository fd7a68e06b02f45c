"""Pictures of dealt tables, for what other programs show of a link."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.deps import Drawing, Now, Pictures, PlainDb
from app.services.rulebook import options_text
from app.services.secrecy import check_open
from app.views.deals import options_to_show
from app.views.table_picture import dealt_picture, plain_picture
from engine.deals import deal_number, shuffled
from engine.games import find

router = APIRouter(prefix="/pictures")

_HEADERS = {"cache-control": "public, max-age=86400"}
"""The same address always shows the same deal; how it is drawn may change."""


@router.get("/{slug}.png", dependencies=[Drawing])
async def send_plain(slug: str, pictures: Pictures) -> Response:
    """Send the picture of a game without a card of any deal."""
    game = find(slug)
    drawn = await pictures.picture(game.slug, lambda: plain_picture(game.rules))
    return Response(drawn, media_type="image/png", headers=_HEADERS)


@router.get("/{slug}/{number}.png", dependencies=[Drawing])
async def send_dealt(request: Request, slug: str, number: str, db: PlainDb, pictures: Pictures, now: Now) -> Response:
    """Send the picture of a numbered deal; that of an open event is refused like its page."""
    game, deal = find(slug), deal_number(number)
    deck, options = shuffled(deal), options_to_show(game, request.query_params)
    await db.read(lambda connection: check_open(connection, deck, now))
    name = f"{slug} {options_text(options)} {deal}"
    drawn = await pictures.picture(name, lambda: dealt_picture(game.rules_with(options), deck))
    return Response(drawn, media_type="image/png", headers=_HEADERS)
