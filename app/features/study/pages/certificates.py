"""Proofs that nobody can win a deal: viewing them, asking for them and downloading them. The address names the deal."""

import gzip
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.encoding import Encoding, allows
from app.core.store.database import Connection
from app.features.study.pages.analysis import dealt, lay_out
from app.features.study.service import certificates
from app.features.study.service.certificates import DealCertificate
from app.features.study.words.certificates import certificate_link, certificate_page, file_name, position_page
from app.play.pages.solvers import solvers_now
from app.play.words.deals import variant_to_show
from app.web.dependencies import Db, Form, Now, Played, Player, Reading, TakingAlong, Visitor
from app.web.limits import RequestKind, counted_as
from app.web.rendering import render
from engine.rules import Game

router = APIRouter(prefix="/certificates/{slug}")


@router.get("", dependencies=[Reading])
async def show_certificate(request: Request, game: Played, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show how the proof of a deal stands."""
    seen = await db.study(_look, game, request.query_params, visitor, now)
    return render(request, "study/certificate.html", page=certificate_page(seen, await solvers_now(request)))


@router.get("/position", dependencies=[Reading])
async def show_position(request: Request, game: Played, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show how to write the proof that nobody can win from a position in the middle of a game."""

    def look(connection: Connection) -> HTMLResponse:
        asked = lay_out(connection, game, request.query_params, visitor, now)
        page = position_page(asked, is_lost=certificates.is_lost_at(connection, asked))
        return render(request, "study/position_certificate.html", page=page)

    return await db.study(look)


@router.post("", dependencies=[Reading])
@counted_as(RequestKind.HELP)
async def ask(game: Played, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Ask the server to write the proof of a deal."""
    seen = await db.study(_look, game, form, player, now)
    await db.write(certificates.ask, seen, player, now)
    return RedirectResponse(certificate_link(seen.variant, seen.deal, seen.deck), 303)


@router.get("/certificate.txt", dependencies=[TakingAlong])
async def send_certificate(request: Request, game: Played, db: Db, visitor: Visitor, now: Now) -> Response:
    """Send a certificate in the form that `rampart verify` reads."""

    def read(connection: Connection) -> tuple[DealCertificate, bytes]:
        seen = _look(connection, game, request.query_params, visitor, now)
        return seen, certificates.text(connection, seen)

    seen, packed = await db.study(read)
    headers = {"content-disposition": f'attachment; filename="{file_name(seen)}"', "vary": "accept-encoding"}
    if allows(request.headers.get("accept-encoding", ""), Encoding.GZIP):
        return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type="text/plain")
    return Response(gzip.decompress(packed), headers=headers, media_type="text/plain")


def _look(
    connection: Connection, game: Game, fields: Mapping[str, str], player: str | None, now: int
) -> DealCertificate:
    number, deck = dealt(fields)
    return certificates.look(connection, variant_to_show(game, fields), number, deck, player, now)
