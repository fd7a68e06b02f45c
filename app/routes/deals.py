"""Deals by number and deals made by hand: a look at them, and beginning to play."""

from collections.abc import Mapping

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.deps import Db, Form, Now, Origin, Player
from app.refusals import NotFound
from app.rendering import render
from app.services import replays, sessions
from app.store.database import Database
from app.views.deals import custom_page, deal_link, deal_page
from engine.boards import InvalidBoard, read_deal
from engine.cards import InvalidCard
from engine.deals import Deck, InvalidDeal, deal_number, deck_code, read_code, shuffled
from engine.games import find
from engine.rules import RULES_VERSION, Game, InvalidOption


async def _require_our_rules(request: Request) -> None:
    """Refuse a link that was made under other rules, under which its deal may have been another."""
    if request.query_params.get("rules", str(RULES_VERSION)) != str(RULES_VERSION):
        raise InvalidOption(f"This link asks for other rules; the rules here are version {RULES_VERSION}.")


router = APIRouter(dependencies=[Depends(_require_our_rules)])

_NOTHING_TYPED = "Type or paste the 52 cards first."


@router.get("/{slug}/custom")
async def show_custom(request: Request, slug: str) -> HTMLResponse:
    """Show the page on which a deal is typed in."""
    return render(request, "custom.html", page=custom_page(find(slug)))


@router.post("/{slug}/custom")
async def lay_out(request: Request, slug: str, form: Form) -> Response:
    """Lead to the link of a typed deal; what cannot be read comes back with the reason."""
    game = find(slug)
    text = form.get("text", "")
    if not text.strip():
        return render(request, "custom.html", page=custom_page(game, "", _NOTHING_TYPED), status=422)
    try:
        deck = read_deal(game.rules, text)
    except (InvalidBoard, InvalidCard) as invalid:
        return render(request, "custom.html", page=custom_page(game, text, str(invalid)), status=422)
    return RedirectResponse(deal_link(game, f"custom/{deck_code(deck)}", {}), 303)


@router.get("/{slug}/custom/{code}")
async def show_custom_deal(request: Request, slug: str, code: str, db: Db, now: Now, origin: Origin) -> HTMLResponse:
    """Show a hand-made deal. Nothing on the page repeats its code, which names every card."""
    game, deck = find(slug), _deck(code)
    shared = await db.read(lambda connection: replays.on_deal(connection, game, deck, now))
    return render(request, "deal.html", page=deal_page(game, request.query_params, None, deck, shared, origin))


@router.post("/{slug}/custom/{code}")
async def play_custom_deal(
    request: Request, slug: str, code: str, form: Form, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a hand-made deal."""
    game = find(slug)
    options = game.settle({**request.query_params, **form})
    return await begin(db, player, game, options, None, _deck(code), now)


@router.get("/{slug}/{number}")
async def show_deal(request: Request, slug: str, number: str, db: Db, now: Now, origin: Origin) -> HTMLResponse:
    """Show a numbered deal."""
    game, deal = find(slug), _number(number)
    deck = shuffled(deal)
    shared = await db.read(lambda connection: replays.on_deal(connection, game, deck, now))
    return render(request, "deal.html", page=deal_page(game, request.query_params, deal, deck, shared, origin))


@router.post("/{slug}/{number}")
async def play_deal(
    request: Request, slug: str, number: str, form: Form, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a numbered deal."""
    game, deal = find(slug), _number(number)
    options = game.settle({**request.query_params, **form})
    return await begin(db, player, game, options, deal, shuffled(deal), now)


async def begin(
    db: Database, player: str, game: Game, options: Mapping[str, str], deal: int | None, deck: Deck, now: int
) -> RedirectResponse:
    """Begin a session and lead to its table."""
    session = await db.write(lambda connection: sessions.start(connection, player, game, options, deal, deck, now))
    return RedirectResponse(f"/sessions/{session.id}", 303)


def _number(text: str) -> int:
    try:
        return deal_number(text)
    except InvalidDeal as invalid:
        raise NotFound(str(invalid)) from None


def _deck(code: str) -> Deck:
    try:
        return read_code(code)
    except InvalidCard as invalid:
        raise NotFound(f"This link leads to no deal. {invalid}") from None
