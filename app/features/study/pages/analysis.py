"""The analysis board. The deal, the moves and the place among them are all in the address."""

import asyncio
import re
import time
from collections.abc import Callable, Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.clock import now_ms
from app.core.refusals import Malformed, NotFound
from app.core.store.database import Connection, Database
from app.features.study.service import analysis
from app.features.study.service.analysis import Analysis, AnalysisLine
from app.features.study.words.analysis import analysis_caption, analysis_page, labels_seen
from app.features.study.words.variations import link_to
from app.play.pages.pictures import PICTURE_HEADERS, paint
from app.play.pages.solvers import solvers_now
from app.play.service import sessions
from app.play.service.sessions import Opening
from app.play.table.table_picture import standing_board
from app.play.values.solvers import Solvers
from app.play.words.deals import variant_to_show
from app.web.dependencies import (
    Db,
    Drawing,
    Form,
    NewGame,
    Now,
    Origin,
    Pictures,
    Played,
    Player,
    Reading,
    Visitor,
    is_fragment,
    server,
)
from app.web.limits import RequestKind, counted_as
from app.web.rendering import draw, render
from engine.asking import Labels
from engine.deals import Deck, deal_number, read_code, shuffled
from engine.moves import Move
from engine.position import face_up
from engine.rules import Game
from engine.variations import Variations

router = APIRouter(prefix="/analysis/{slug}", include_in_schema=False)

NEWS_SECONDS = 2.0
"""How long a page waits for more labels before it asks again."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, ASK_EVERY_SECONDS = 0.03, 0.5, 2.0
"""The first and the longest pause between two looks for labels, and how often to ask for them again."""

_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


@router.get("", dependencies=[Reading])
async def show_analysis(request: Request, game: Played, db: Db, visitor: Visitor, now: Now, origin: Origin) -> Response:
    """Show the board at a place of the tree; `?move=` tries a move there, `?from=t3:2` marks where two cards may go."""
    query, solvers = request.query_params, await solvers_now(request)

    def look(connection: Connection) -> Response:
        asked = lay_out(connection, game, query, visitor, now)
        address = link_to(asked, asked.tree, asked.at)
        if "move" in query and not is_fragment(request):
            return RedirectResponse(address, 303)
        known = analysis.known_labels(connection, asked)
        page = analysis_page(asked, known.get(asked.at), known, query.get("from", ""), origin, solvers=solvers)
        # With thousands of moves this takes long, so it isn't drawn on the event loop.
        answer = render(request, "study/analysis.html", page=page)
        if is_fragment(request):
            # If the visitor tried a move, the board now has a different address.
            answer.headers["HX-Push-Url"] = address
        return answer

    return await db.study(look)


@router.get("/picture.png", dependencies=[Drawing])
async def send_picture(
    request: Request, game: Played, db: Db, visitor: Visitor, now: Now, pictures: Pictures, origin: Origin
) -> Response:
    """Send the picture of the board at a place of the tree, for the preview of a link to it."""
    asked = await db.study(lay_out, game, request.query_params, visitor, now)
    rules, position = asked.variant.rules, face_up(asked.position)
    caption = analysis_caption(asked, origin)
    drawn = await paint(pictures, request.url.query, caption, lambda: standing_board(rules, position))
    return Response(drawn, media_type="image/png", headers=PICTURE_HEADERS)


@router.post("", dependencies=[Reading])
@counted_as(RequestKind.ANALYSIS)
async def ask(request: Request, game: Played, form: Form, db: Db, player: Player, now: Now, origin: Origin) -> Response:
    """Ask a solver to label the moves of the position shown; answer a script as soon as there is something new."""
    asked = await db.study(lay_out, game, form, player, now)
    labels = await db.write(analysis.ask, asked, player, now)
    if not is_fragment(request):
        server(request).wake()
        return RedirectResponse(link_to(asked, asked.tree, asked.at), 303)
    if labels.open:
        server(request).wake()
        seen = form.get("seen", "")
        labels = await labels_when(db, asked, player, labels, lambda known: labels_seen(known) != seen, NEWS_SECONDS)

    turn = _number(form.get("turn", "0"))
    solvers = await solvers_now(request) if labels.open else Solvers.READY

    def look(connection: Connection) -> str:
        known = analysis.known_labels(connection, asked)
        page = analysis_page(asked, labels, known, form.get("from", ""), origin, turn, solvers)
        return draw("study/_analysis.html", page=page)

    return HTMLResponse(await db.study(look))


@router.post("/tree", dependencies=[Reading])
async def change_tree(game: Played, form: Form, db: Db, visitor: Visitor, now: Now) -> RedirectResponse:
    """Make the line shown the main one, delete the move shown, or remark on it."""

    def change(connection: Connection) -> str:
        asked = lay_out(connection, game, form, visitor, now)
        tree, at = asked.tree, asked.at
        if at:
            match form.get("do"):
                case "promote":
                    tree, at = tree.with_main_line(at)
                case "delete":
                    tree, at = tree.without(at)
                case "remark":
                    tree = tree.with_remark(at, form.get("remark", ""))
                case _:
                    raise Malformed("A tree can be changed by “promote”, “delete” or “remark”.")
        return link_to(asked, tree, at)

    return RedirectResponse(await db.study(change), 303)


@router.post("/play", dependencies=[NewGame])
async def play_from_here(game: Played, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a session that has the moves up to the position shown."""

    def lead_on(connection: Connection) -> tuple[Analysis, Opening]:
        asked = lay_out(connection, game, form, player, now)
        return asked, sessions.opening(asked.variant, asked.deck, asked.tree.path(asked.at), now)

    asked, begins = await db.study(lead_on)
    begun = await db.write(sessions.start, player, asked.variant, asked.deal, asked.deck, now, begins)
    return RedirectResponse(f"/sessions/{begun.id}", 303)


async def labels_when(
    db: Database, asked: Analysis, player: str, labels: Labels, enough: Callable[[Labels], bool], seconds: float
) -> Labels:
    """Return the labels of a position as soon as they are enough, or as they are after that many seconds.

    The longer it takes, the less often this looks. It asks again from time to time, because the server drops a
    question that nobody keeps asking.
    """
    name, until, pause = asked.question(asked.at), time.monotonic() + seconds, FIRST_PAUSE_SECONDS
    ask_again = time.monotonic() + ASK_EVERY_SECONDS
    while not enough(labels) and time.monotonic() < until:
        await asyncio.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE_SECONDS)
        if time.monotonic() > ask_again:
            ask_again += ASK_EVERY_SECONDS
            labels = await db.write(lambda connection: analysis.ask(connection, asked, player, now_ms()))
        else:
            news = await db.read(analysis.labels_now, name)
            labels = labels if news is None else news
    return labels


def lay_out(connection: Connection, game: Game, fields: Mapping[str, str], player: str | None, now: int) -> Analysis:
    """Lay out what an address or a form names. This plays all its moves, so run it with `Database.study`."""
    tree, at = Variations.read(fields.get("moves", "")), _number(fields.get("at", "0"))
    number, deck = dealt(fields)
    if at > len(tree.moves):
        raise NotFound(f"There are only {len(tree.moves):,} moves here.")
    if move := fields.get("move"):
        tree, at = tree.with_move(at, Move.read(move))
    return analysis.lay_out(
        connection, AnalysisLine(variant_to_show(game, fields), number, deck, tree, at), player, now
    )


def dealt(fields: Mapping[str, str]) -> tuple[int | None, Deck]:
    """Return the number and the deck of the deal that an address or a form names; a hand-made one has no number."""
    if code := fields.get("deck"):
        return None, read_code(code)
    number = deal_number(fields.get("deal", ""))
    return number, shuffled(number)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Malformed("A place among the moves is a whole number.")
    return int(text)
