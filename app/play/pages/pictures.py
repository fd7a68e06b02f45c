"""Pictures of dealt tables, for the previews of links in other programs."""

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.play.service.secrecy import check_open
from app.play.table.framed_picture import Caption, PictureForm, frame
from app.play.table.table_picture import BoardPicture, dealt_board, plain_board
from app.play.words.captions import deal_caption, game_caption
from app.play.words.deals import variant_to_show
from app.web.dependencies import Drawing, Now, Origin, Pictures, PlainDb, Played
from app.web.gallery import Gallery
from engine.deals import deal_number, shuffled

router = APIRouter(prefix="/pictures")

PICTURE_HEADERS = {"cache-control": "public, max-age=86400"}
"""The same address always shows the same deal, but its drawing may change."""


@router.get("/{slug}.png", dependencies=[Drawing])
async def send_plain(game: Played, pictures: Pictures, origin: Origin) -> Response:
    """Send the picture of a game, with every card face down."""
    drawn = await paint(pictures, "plain", game_caption(game, origin), lambda: plain_board(game.rules))
    return Response(drawn, media_type="image/png", headers=PICTURE_HEADERS)


@router.get("/{slug}/{number}.png", dependencies=[Drawing])
async def send_dealt(
    request: Request, game: Played, number: str, db: PlainDb, pictures: Pictures, origin: Origin, now: Now
) -> Response:
    """Send the picture of a numbered deal; refuse a deal of an open event, as its page does."""
    deal = deal_number(number)
    deck, variant = shuffled(deal), variant_to_show(game, request.query_params)
    await db.read(check_open, deck, now)
    caption = deal_caption(variant, deal, origin)
    drawn = await paint(pictures, f"{variant.text} {deal}", caption, lambda: dealt_board(variant.rules, deck))
    return Response(drawn, media_type="image/png", headers=PICTURE_HEADERS)


async def paint(
    pictures: Gallery,
    shown: str,
    caption: Caption,
    board: Callable[[], BoardPicture],
    form: PictureForm = PictureForm.WIDE,
) -> bytes:
    """Return the picture of a board with its caption, as PNG; `shown` tells the boards of a game apart.

    Raises:
        TooMany: too many pictures are already waiting.
    """
    name = " ".join((caption.game.slug, form, shown, caption.headline, caption.details, caption.site))
    return await pictures.picture(name, lambda: frame(board(), caption, form))
