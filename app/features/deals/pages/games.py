"""A game's page, and the ways from it to a deal."""

import re
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Malformed
from app.core.store.database import Database
from app.core.words import listed
from app.play.pages.solvers import solvers_now
from app.play.service import dealing, stock
from app.play.service.strength import strength_of
from app.play.values.solvers import Solvers
from app.play.values.strength import Strength
from app.play.words.deals import deal_link, variant_to_show
from app.web.dependencies import Db, Form, NewGame, Now, Played, Player, Visitor, server
from app.web.rendering import render
from engine.deals import InvalidDeal, deal_number
from engine.rules import Game

router = APIRouter()


async def _answers(request: Request, form: Form) -> dict[str, str]:
    return {**request.query_params, **form}


Asked = Annotated[Mapping[str, str], Depends(_answers)]
"""The fields of a form and of its address."""


@router.get("/{slug}")
async def show_game(request: Request, game: Played, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show a game's page."""
    strength = await _strength_of(db, visitor, game)
    return render(request, "deals/game.html", game=game, strength=strength, number="", error="")


@router.get("/games/{slug}")
async def find_game(game: Played) -> RedirectResponse:
    """Lead to a game's page from where somebody may look for it."""
    return RedirectResponse(f"/{game.slug}", 308)


@router.post("/{slug}/new", dependencies=[NewGame])
async def new_game(
    request: Request, game: Played, form: Form, asked: Asked, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a new deal; if the player must see the deal to choose an option, show the deal first."""
    # Settle the options before drawing a deal: a proof under other options would prove nothing.
    variant, wanted = variant_to_show(game, asked), _strength(game, asked) or await _strength_of(db, player, game)
    if game.asked and game.asked.name not in form:
        drawn = await db.write(dealing.draw, player, variant, wanted, now)
        settling = {name: value for name, value in variant.options.items() if game.option(name).default is not None}
        return _wait(request, game, asked, wanted) if drawn is None else _to(deal_link(game, drawn, settling))
    begun = await db.write(dealing.begin, player, variant, wanted, now, _shown(form))
    return _wait(request, game, asked, wanted) if begun is None else _to(f"/sessions/{begun.id}")


@router.get("/{slug}/wait")
async def show_waiting(request: Request, game: Played, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show that the server is looking for a deal, or that it has one."""
    asked = request.query_params
    variant, wanted = variant_to_show(game, asked), _strength(game, asked) or await _strength_of(db, visitor, game)
    stands = await db.read(lambda connection: stock.stands(connection, variant, wanted.bands(game), now))
    solvers = await solvers_now(request) is not Solvers.AWAY
    return render(request, "deals/wait.html", game=game, asked=asked, strength=wanted, stands=stands, solvers=solvers)


@router.get("/{slug}/deal")
async def go_to_deal(request: Request, game: Played, db: Db, visitor: Visitor, number: str = "") -> Response:
    """Redirect from the form for numbers to the deal's own link."""
    asked = number.strip()
    try:
        deal_number(asked)
    except InvalidDeal as invalid:
        strength, number = await _strength_of(db, visitor, game), number[:24]
        return render(request, "deals/game.html", 404, game=game, strength=strength, number=number, error=str(invalid))
    return RedirectResponse(deal_link(game, asked, request.query_params), 303)


async def _strength_of(db: Database, player: str | None, game: Game) -> Strength:
    return await db.read(strength_of, player, game)


def _shown(form: Mapping[str, str]) -> int | None:
    number = form.get("deal", "")
    return int(number) if re.fullmatch(r"[1-9][0-9]{0,19}", number) else None


def _strength(game: Game, asked: Mapping[str, str]) -> Strength | None:
    """Return how hard a form asks its deal to be; None if it does not say."""
    if "deals" not in asked:
        return None
    try:
        wanted = Strength(asked["deals"])
    except ValueError:
        named = listed([f"“{one}”" for one in Strength])
        raise Malformed(f"The deals to ask for are {named}.") from None
    dealing.check(game, wanted)
    return wanted


def _wait(request: Request, game: Game, asked: Mapping[str, str], wanted: Strength) -> RedirectResponse:
    """Wake the solvers to look for a deal, and redirect to the page that shows the search."""
    server(request).wake()
    options = {option.name: asked[option.name] for option in game.options if option.name in asked}
    return _to(f"/{game.slug}/wait?{urlencode({'deals': wanted, **options})}")


def _to(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)
