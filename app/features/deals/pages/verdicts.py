"""Asking a solver whether a deal can be won."""

from fastapi import APIRouter
from fastapi.responses import RedirectResponse

from app.features.deals.service import deal_pages
from app.features.study.pages.analysis import dealt
from app.play.words.deals import deal_link, variant_to_show
from app.web.dependencies import Db, Form, Now, Played, Player, Reading
from app.web.limits import RequestKind, counted_as
from engine.deals import deck_code

router = APIRouter(prefix="/verdicts/{slug}")


@router.post("", dependencies=[Reading])
@counted_as(RequestKind.HELP)
async def ask(game: Played, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Ask whether a deal can be won, and lead back to its page, which shows the answer as it comes."""
    number, deck = dealt(form)
    variant = variant_to_show(game, form)
    await db.study(deal_pages.check, variant, deck, player, now)
    await db.write(deal_pages.ask, variant, deck, player, now)
    place = f"custom/{deck_code(deck)}" if number is None else number
    return RedirectResponse(deal_link(game, place, variant.options), 303)
