"""Pictures of dealt tables, for the previews of links in other programs."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.play.service.secrecy import check_open
from app.play.table.table_picture import dealt_picture, plain_picture
from app.play.words.deals import variant_to_show
from app.web.dependencies import Drawing, Now, Pictures, PlainDb, Played
from engine.deals import deal_number, shuffled

router = APIRouter(prefix="/pictures")

PICTURE_HEADERS = {"cache-control": "public, max-age=86400"}
"""The same address always shows the same deal, but its drawing may change."""


@router.get("/{slug}.png", dependencies=[Drawing])
async def send_plain(game: Played, pictures: Pictures) -> Response:
    """Send the picture of a game, with every card face down."""
    drawn = await pictures.picture(game.slug, lambda: plain_picture(game.rules))
    return Response(drawn, media_type="image/png", headers=PICTURE_HEADERS)


@router.get("/{slug}/{number}.png", dependencies=[Drawing])
async def send_dealt(
    request: Request, game: Played, number: str, db: PlainDb, pictures: Pictures, now: Now
) -> Response:
    """Send the picture of a numbered deal; refuse a deal of an open event, as its page does."""
    deal = deal_number(number)
    deck, variant = shuffled(deal), variant_to_show(game, request.query_params)
    await db.read(check_open, deck, now)
    name = f"{game.slug} {variant.text} {deal}"
    drawn = await pictures.picture(name, lambda: dealt_picture(variant.rules, deck))
    return Response(drawn, media_type="image/png", headers=PICTURE_HEADERS)
