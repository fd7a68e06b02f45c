"""A game's page, and the ways from it to a deal."""

from collections.abc import Mapping
from random import sample
from secrets import randbelow

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.deps import Db, Form, Now, Player
from app.refusals import Malformed
from app.rendering import render
from app.routes.deals import begin
from app.services import stock
from app.services.stock import Band
from app.store.database import Database
from app.views.deals import deal_link
from app.views.games import game_page
from engine.deals import InvalidDeal, deal_number, random_deal, shuffled
from engine.games import find
from engine.rules import Game

router = APIRouter()


@router.get("/{slug}")
async def show_game(request: Request, slug: str) -> HTMLResponse:
    """Show a game's page."""
    return render(request, "game.html", page=game_page(find(slug)))


@router.post("/{slug}/new")
async def new_game(request: Request, slug: str, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a session on a new deal; where an option must be chosen in view of the deal, show that first."""
    game = find(slug)
    number = await _new_deal(db, game, {**request.query_params, **form})
    if any(option.default is None and option.name not in form for option in game.options):
        return RedirectResponse(deal_link(game, str(number), {}), 303)
    options = game.settle({**request.query_params, **form})
    return await begin(db, player, game, options, number, shuffled(number), now)


@router.get("/{slug}/deal")
async def go_to_deal(request: Request, slug: str, number: str = "") -> Response:
    """Lead from the number form to the deal's own link."""
    game = find(slug)
    asked = number.strip()
    try:
        deal_number(asked)
    except InvalidDeal as invalid:
        return render(request, "game.html", page=game_page(game, number, str(invalid)), status=404)
    return RedirectResponse(deal_link(game, asked, request.query_params), 303)


async def _new_deal(db: Database, game: Game, form: Mapping[str, str]) -> int:
    """Give the number of a deal that can be won, unless any deal is asked for."""
    asked = form.get("deals", "winnable")
    if asked == "any":
        return random_deal(randbelow)
    try:
        bands = sample(list(Band), k=len(Band)) if asked == "winnable" else [Band(asked)]
    except ValueError:
        raise Malformed("Ask for gentle, steady or stern deals, for winnable ones, or for any deal.") from None
    chosen = {option.name: form[option.name] for option in game.options if option.name in form}
    game.settle({option.name: next(iter(option.values)) for option in game.options} | chosen)
    found = await db.write(lambda connection: stock.take(connection, game, chosen, bands))
    return random_deal(randbelow) if found is None else found
