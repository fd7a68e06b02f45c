"""The answer to an action that was meant for an older board: the board as it stands."""

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from app.play.documents import StaleTrouble
from app.play.pages.sessions import render_table
from app.play.service.play import standing
from app.play.table.table import Beside, stale_markup, table_page
from app.play.values.session import Stale
from app.web.errors import as_json, count_refusal, is_api, is_fragment


async def answer_stale(request: Request, stale: Exception) -> Response:
    """Answer with 409 and the board, as JSON, fragment or page to suit the request."""
    assert isinstance(stale, Stale)
    count_refusal(request, stale)
    if is_api(request):
        return as_json(StaleTrouble.of(stale), 409)
    turn = standing(stale.session)
    if is_fragment(request):
        return HTMLResponse(stale_markup(turn, stale.sentence, stale.recorded), 409)
    return render_table(request, turn, table_page(turn, notice=stale.sentence), 409, Beside())
