"""A game's page, and the ways from it to a deal."""

from secrets import randbelow

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.deps import Db, Form, Now, Player
from app.rendering import render
from app.routes.deals import begin
from app.views.deals import deal_link
from app.views.games import game_page
from engine.deals import InvalidDeal, deal_number, random_deal, shuffled
from engine.games import find

router = APIRouter()


@router.get("/{slug}")
async def show_game(request: Request, slug: str) -> HTMLResponse:
    """Show a game's page."""
    return render(request, "game.html", page=game_page(find(slug)))


@router.post("/{slug}/new")
async def new_game(slug: str, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a session on a random deal; where an option must be chosen in view of the deal, show that first."""
    game = find(slug)
    number = random_deal(randbelow)
    if any(option.default is None and option.name not in form for option in game.options):
        return RedirectResponse(deal_link(game, str(number), {}), 303)
    return await begin(db, player, game, game.settle(form), number, shuffled(number), now)


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
