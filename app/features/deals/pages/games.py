"""A game's page, and the ways from it to a deal."""

from collections.abc import Mapping
from random import sample
from secrets import randbelow
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Malformed
from app.features.deals.pages.deals import begin
from app.play.service import dealing, stock
from app.play.values.shelf import Band, bands_of
from app.play.words.deals import deal_link, variant_to_show
from app.web.dependencies import Db, Form, NewGame, Now, Played, Player
from app.web.rendering import render
from app.web.server import server
from engine.deals import InvalidDeal, deal_number, random_deal, shuffled
from engine.rules import Game

router = APIRouter()


async def _asked(request: Request, form: Form) -> dict[str, str]:
    return {**request.query_params, **form}


Asked = Annotated[Mapping[str, str], Depends(_asked)]
"""The fields of a form and of its address."""


@router.get("/{slug}")
async def show_game(request: Request, game: Played) -> HTMLResponse:
    """Show a game's page."""
    return render(request, "deals/game.html", game=game, number="", error="")


@router.post("/{slug}/new", dependencies=[NewGame])
async def new_game(
    request: Request, game: Played, form: Form, asked: Asked, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a new deal; if the player must see the deal to choose an option, show the deal first."""
    # Settle the options before drawing a deal: a proof under other options would prove nothing.
    variant, bands = variant_to_show(game, asked), _bands(game, asked)
    if game.asked and game.asked.name not in form:
        drawn = await db.write(dealing.draw, player, variant, bands, now) if bands else random_deal(randbelow)
        settling = {name: value for name, value in variant.options.items() if game.option(name).default is not None}
        return _wait(request, game, asked) if drawn is None else _to(deal_link(game, drawn, settling))
    if not bands:
        deal = random_deal(randbelow)
        return await begin(db, player, variant, deal, shuffled(deal), now)
    begun = await db.write(dealing.begin, player, variant, bands, now)
    return _wait(request, game, asked) if begun is None else _to(f"/sessions/{begun.id}")


@router.get("/{slug}/wait")
async def show_waiting(request: Request, game: Played, db: Db, now: Now) -> HTMLResponse:
    """Show that the server is looking for a deal, or that it has one."""
    asked = request.query_params
    variant, bands = variant_to_show(game, asked), _bands(game, asked)
    stands = await db.read(stock.stands, variant, bands, now)
    solvers = server(request).settings.solvers
    return render(request, "deals/wait.html", game=game, asked=asked, stands=stands, solvers=solvers)


@router.get("/{slug}/deal")
async def go_to_deal(request: Request, game: Played, number: str = "") -> Response:
    """Redirect from the form for numbers to the deal's own link."""
    asked = number.strip()
    try:
        deal_number(asked)
    except InvalidDeal as invalid:
        return render(request, "deals/game.html", 404, game=game, number=number[:24], error=str(invalid))
    return RedirectResponse(deal_link(game, asked, request.query_params), 303)


def _bands(game: Game, asked: Mapping[str, str]) -> list[Band]:
    """Return the bands for a proved deal, in random order; none if any deal will do."""
    match asked.get("deals", "winnable"):
        case "any":
            return []
        case "winnable":
            return sample(bands_of(game), k=len(bands_of(game)))
        case named:
            try:
                band = Band(named)
            except ValueError:
                raise Malformed("The deals to ask for are “gentle”, “steady”, “stern”, “winnable” and “any”.") from None
            if band not in bands_of(game):
                raise Malformed("Nobody has counted yet how hard the deals of this game are. Ask for winnable ones.")
            return [band]


def _wait(request: Request, game: Game, asked: Mapping[str, str]) -> RedirectResponse:
    """Wake the solvers to look for a deal, and redirect to the page that shows the search."""
    server(request).wake()
    names = ["deals", *(option.name for option in game.options)]
    query = urlencode({name: asked[name] for name in names if name in asked})
    return _to(f"/{game.slug}/wait" + (f"?{query}" if query else ""))


def _to(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)
