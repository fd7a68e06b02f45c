"""Deals by number and deals made by hand: showing them, and beginning to play them."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import NotFound
from app.core.store.database import Database
from app.features.deals.service import deal_pages
from app.features.deals.service.deal_pages import DealPage, SearchState
from app.features.deals.words import difficulty_words, result_lines
from app.play.pages.solvers import solvers_now
from app.play.service import sessions
from app.play.table.preview import preview
from app.play.words.deals import deal_link, variant_to_show
from app.play.words.sharing import deal_preview
from app.play.words.solvers import while_waiting
from app.web.dependencies import Db, Form, NewGame, Now, Origin, Played, Player, Reading, Visitor
from app.web.rendering import render
from engine.boards import InvalidBoard, read_deal
from engine.cards import InvalidCard
from engine.deals import Deck, InvalidDeal, deal_number, deck_code, read_code, shuffled
from engine.position import deal
from engine.rules import RULES_VERSION, Game, InvalidOption, Variant


async def _require_our_rules(request: Request) -> None:
    """Refuse a link from another version of the rules, under which its number may have meant another deal."""
    if request.query_params.get("rules", str(RULES_VERSION)) != str(RULES_VERSION):
        raise InvalidOption(f"This link is for other rules than those here, which are version {RULES_VERSION}.")


class Asking(NamedTuple):
    """Who asks for the page of a deal, when and where."""

    db: Database
    visitor: str | None
    now: int
    origin: str


async def _asking(db: Db, visitor: Visitor, now: Now, origin: Origin) -> Asking:
    return Asking(db, visitor, now, origin)


Looking = Annotated[Asking, Depends(_asking)]

router = APIRouter(dependencies=[Depends(_require_our_rules)])

LONGEST_TEXT = 4000
"""The most characters of a typed deal that the page shows again for correction."""
_NOTHING_TYPED = "Type or paste the 52 cards first."


@router.get("/{slug}/custom")
async def show_custom(request: Request, game: Played) -> HTMLResponse:
    """Show the page for typing in a deal."""
    return render(request, "deals/custom.html", game=game, text="", error="")


@router.post("/{slug}/custom")
async def lay_out(request: Request, game: Played, form: Form) -> Response:
    """Redirect to the link of a typed deal; if the text is unreadable, show it again with the reason."""
    text = form.get("text", "")
    if not text.strip():
        return render(request, "deals/custom.html", 422, game=game, text="", error=_NOTHING_TYPED)
    try:
        deck = read_deal(game.rules, text)
    except (InvalidBoard, InvalidCard) as invalid:
        return render(request, "deals/custom.html", 422, game=game, text=text[:LONGEST_TEXT], error=str(invalid))
    return RedirectResponse(deal_link(game, f"custom/{deck_code(deck)}", {}), 303)


@router.get("/{slug}/custom/{code}", dependencies=[Reading])
async def show_custom_deal(request: Request, game: Played, code: str, asking: Looking) -> HTMLResponse:
    """Show a hand-made deal. Nothing on the page repeats its code, which names every card."""
    return await _deal(request, game, None, _deck(code), asking)


@router.post("/{slug}/custom/{code}", dependencies=[NewGame])
async def play_custom_deal(
    request: Request, game: Played, code: str, form: Form, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a hand-made deal."""
    variant = game.settle({**request.query_params, **form})
    return await begin(db, player, variant, None, _deck(code), now)


@router.get("/{slug}/{number}", dependencies=[Reading])
async def show_deal(request: Request, game: Played, number: str, asking: Looking) -> HTMLResponse:
    """Show a numbered deal."""
    deal = _number(number)
    return await _deal(request, game, deal, shuffled(deal), asking)


@router.post("/{slug}/{number}", dependencies=[NewGame])
async def play_deal(
    request: Request, game: Played, number: str, form: Form, db: Db, player: Player, now: Now
) -> RedirectResponse:
    """Begin a session on a numbered deal."""
    deal = _number(number)
    variant = game.settle({**request.query_params, **form})
    return await begin(db, player, variant, deal, shuffled(deal), now)


async def begin(
    db: Database, player: str, variant: Variant, deal: int | None, deck: Deck, now: int
) -> RedirectResponse:
    """Begin a session and lead to its table."""
    session = await db.write(sessions.start, player, variant, deal, deck, now)
    return RedirectResponse(f"/sessions/{session.id}", 303)


async def _deal(request: Request, game: Game, number: int | None, deck: Deck, asking: Asking) -> HTMLResponse:
    variant = variant_to_show(game, request.query_params)
    visitor, now = asking.visitor, asking.now
    page = await asking.db.read(deal_pages.look, variant, number, deck, visitor, now)
    return render(
        request,
        "deals/deal.html",
        game=game,
        given=request.query_params,
        variant=variant,
        number=number,
        board=preview(variant.rules, deal(variant.rules, deck)),
        preview=deal_preview(game, number, variant.options, asking.origin),
        page=page,
        waiting=await _waiting_words(request, page),
        results=result_lines(page.results),
        difficulty=difficulty_words(page.difficulty),
        deck=deck,
        address=f"{request.url.path}?{request.url.query}",
        origin=asking.origin,
    )


async def _waiting_words(request: Request, page: DealPage) -> str:
    """Return what to say while nobody knows yet whether a deal can be won; nothing if nobody has asked."""
    if page.search is not SearchState.WAITING:
        return ""
    return while_waiting(await solvers_now(request), "A solver is working out whether this deal can be won…")


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
