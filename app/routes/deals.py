"""Deals by number and deals made by hand: a look at them, and beginning to play."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.deps import Db, Form, NewGame, Now, Origin, Player, Reading
from app.refusals import NotFound
from app.rendering import render
from app.services import proof, replays, sessions
from app.store.database import Database
from app.views.deals import custom_page, deal_link, deal_page, options_to_show
from engine.boards import InvalidBoard, read_deal
from engine.cards import InvalidCard
from engine.deals import Deck, InvalidDeal, deal_number, deck_code, read_code, shuffled
from engine.games import find
from engine.rules import RULES_VERSION, Game, InvalidOption, Settled


async def _require_our_rules(request: Request) -> None:
    """Refuse a link from other rules, under which its deal may have been another."""
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
    """Redirect to the link of a typed deal; unreadable text comes back with the reason."""
    game = find(slug)
    text = form.get("text", "")
    if not text.strip():
        return render(request, "custom.html", page=custom_page(game, "", _NOTHING_TYPED), status=422)
    try:
        deck = read_deal(game.rules, text)
    except (InvalidBoard, InvalidCard) as invalid:
        return render(request, "custom.html", page=custom_page(game, text, str(invalid)), status=422)
    return RedirectResponse(deal_link(game, f"custom/{deck_code(deck)}", {}), 303)


@router.get("/{slug}/custom/{code}", dependencies=[Reading])
async def show_custom_deal(request: Request, slug: str, code: str, db: Db, now: Now, origin: Origin) -> HTMLResponse:
    """Show a hand-made deal. Nothing on the page repeats its code, which names every card."""
    return await _deal(request, find(slug), None, _deck(code), db, now, origin)


@router.post("/{slug}/custom/{code}", dependencies=[NewGame])
async def play_custom_deal(
    request: Request, slug: str, code: str, form: Form, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a hand-made deal."""
    game = find(slug)
    options = game.settle({**request.query_params, **form})
    return await begin(db, player, game, options, None, _deck(code), now)


@router.get("/{slug}/{number}", dependencies=[Reading])
async def show_deal(request: Request, slug: str, number: str, db: Db, now: Now, origin: Origin) -> HTMLResponse:
    """Show a numbered deal."""
    game, deal = find(slug), _number(number)
    return await _deal(request, game, deal, shuffled(deal), db, now, origin)


@router.post("/{slug}/{number}", dependencies=[NewGame])
async def play_deal(
    request: Request, slug: str, number: str, form: Form, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a numbered deal."""
    game, deal = find(slug), _number(number)
    options = game.settle({**request.query_params, **form})
    return await begin(db, player, game, options, deal, shuffled(deal), now)


async def begin(
    db: Database, player: str, game: Game, options: Settled, deal: int | None, deck: Deck, now: int
) -> RedirectResponse:
    """Begin a session and lead to its table."""
    session = await db.write(lambda connection: sessions.start(connection, player, game, options, deal, deck, now))
    return RedirectResponse(f"/sessions/{session.id}", 303)


async def _deal(
    request: Request, game: Game, number: int | None, deck: Deck, db: Database, now: int, origin: str
) -> HTMLResponse:
    options = options_to_show(game, request.query_params)
    # Refuse the deal of an open event first; only then look up the proof.
    shared, proved = await db.read(
        lambda connection: (
            replays.on_deal(connection, game, deck, now),
            proof.of_deal(connection, game, options, number, deck),
        )
    )
    page = deal_page(game, request.query_params, number, deck, shared, proved, origin)
    return render(request, "deal.html", page=page)


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
