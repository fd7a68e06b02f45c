"""The answers to exceptions: a status and one sentence, as JSON, fragment or page to suit the request."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from app.core.logs import REQUEST_ID, Seldom
from app.core.metrics import Metrics
from app.core.refusals import Code, Refusal, SignedOut, TooMany
from app.core.store.database import Crowded, StoreUnavailable, cause_of
from app.web.dependencies import forget, is_api, is_for_people, is_fragment, server
from app.web.doors import Answer
from app.web.guard import FAILURES, HEADERS, NOT_KEPT
from app.web.rendering import draw, render
from app.web.trouble import STATUS, Trouble
from engine.cards import InvalidCard
from engine.deals import InvalidDeal
from engine.games import GAMES, UnknownGame
from engine.moves import IllegalMove, InvalidMove
from engine.readable import shown
from engine.rules import Game, InvalidOption
from engine.variations import InvalidVariations

CODES: dict[type[Exception], Code] = {
    InvalidMove: Code.INVALID_MOVE,
    InvalidCard: Code.INVALID_CARD,
    InvalidVariations: Code.INVALID_VARIATIONS,
    UnknownGame: Code.UNKNOWN_GAME,
    InvalidDeal: Code.INVALID_DEAL,
    IllegalMove: Code.ILLEGAL_MOVE,
    InvalidOption: Code.INVALID_OPTION,
}
"""The codes of the refusals of the engine, which knows of no programs."""
CROWDED_SECONDS = 5
"""How long a client should wait before it tries again, if too many requests were waiting."""
_OF_HTTP = {404: "There is no page at this address.", 405: "This address does not take that kind of request."}
_CODE_OF_HTTP = {
    401: Code.WRONG_PASSWORD,
    404: Code.UNKNOWN_ADDRESS,
    405: Code.WRONG_METHOD,
    406: Code.NOT_ACCEPTABLE,
}
"""What routes themselves refuse with."""
_LOST = "There is nothing at this address; /openapi.json describes all that programs can ask for."
"""What a program reads in place of a page that is not there."""

_log = logging.getLogger("rampart")
_seldom = Seldom()


def install(app: FastAPI, answers: Mapping[type[Exception], Answer], metrics: Metrics) -> None:
    """Make the application answer and count each kind of exception; `answers` has those of the rooms above."""
    kinds: tuple[type[Exception], ...] = (Refusal, *CODES)
    counted = (*_below(Refusal), *CODES, Crowded, *answers)
    metrics.refusals.update(dict.fromkeys((kind.__name__ for kind in counted), 0))
    for kind in kinds:
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(UnknownGame, _unknown_game)
    app.add_exception_handler(SignedOut, _signed_out)
    app.add_exception_handler(TooMany, _too_many)
    app.add_exception_handler(StoreUnavailable, _unavailable)
    app.add_exception_handler(Crowded, _crowded)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    for kind, answer in answers.items():
        app.add_exception_handler(kind, answer)


def _below(kind: type[Exception]) -> Iterator[type[Exception]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def refuse(request: Request, code: Code, sentence: str, back: str = "") -> Response:
    """Answer with a refusal in the form that suits the request; a page leads to the game at the address `back`.

    A sentence may repeat what was sent, so it is made one line without characters that nobody sees.
    """
    sentence, status = shown(sentence), STATUS[code]
    if is_api(request):
        return as_json(Trouble(detail=sentence, code=code))
    if is_fragment(request):
        return HTMLResponse(draw("_notice.html", sentence=sentence, reference=_reference(status)), status)
    return _page(request, status, sentence, back=back)


def _page(request: Request, status: int, sentence: str, games: Iterable[Game] = (), back: str = "") -> HTMLResponse:
    reference = _reference(status)
    return render(
        request, "error.html", status, code=status, sentence=sentence, games=games, reference=reference, back=back
    )


def _reference(status: int) -> str:
    """Return what leads from an answer to the log: the request's id after a failure of ours; empty after a refusal."""
    return REQUEST_ID.get() if status >= FAILURES else ""


async def _refused(request: Request, refusal: Exception) -> Response:
    count_refusal(request, refusal)
    return refuse(request, code_of(refusal), str(refusal))


def code_of(refusal: Exception) -> Code:
    """Return the code of a refusal, be it of the application or of the engine."""
    if isinstance(refusal, Refusal | StoreUnavailable):
        return refusal.code
    return next(code for kind, code in CODES.items() if isinstance(refusal, kind))


async def _unknown_game(request: Request, refusal: Exception) -> Response:
    if is_api(request) or is_fragment(request):
        return await _refused(request, refusal)
    count_refusal(request, refusal)
    # The refusal lists slugs, which are for programs.
    return _page(request, 404, "There is no such game here.", GAMES.values())


async def _signed_out(request: Request, refusal: Exception) -> Response:
    # The next request will come from somebody new.
    forget(request)
    return await _refused(request, refusal)


async def _too_many(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, TooMany)
    answer = await _refused(request, refusal)
    answer.headers["retry-after"] = str(refusal.wait)
    return answer


async def _unavailable(request: Request, refusal: Exception) -> Response:
    note_unavailable(refusal)
    return await _refused(request, refusal)


def note_unavailable(refusal: Exception) -> None:
    """Log why the database did not do what it should have, once a minute for each cause."""
    cause = cause_of(refusal)
    if _seldom.may(cause):
        _log.warning("The database did not do what a request needed.", extra={"more": {"cause": cause}})


async def _crowded(request: Request, refusal: Exception) -> Response:
    answer = await _unavailable(request, refusal)
    answer.headers["retry-after"] = str(CROWDED_SECONDS)
    return answer


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    name = str(first["loc"][-1])
    match first["type"]:
        case "enum":
            return refuse(request, Code.WRONG_VALUE, _not_a_choice(name, first["ctx"]["expected"]))
        case "less_than_equal":
            return refuse(request, Code.WRONG_VALUE, f"“{name}” can be at most {first['ctx']['le']}.")
        case "greater_than_equal":
            return refuse(request, Code.WRONG_VALUE, f"“{name}” must be at least {first['ctx']['ge']}.")
    sentence = "The server can’t read the request: a part of it is missing or of the wrong kind."
    return refuse(request, Code.MALFORMED, sentence)


def _not_a_choice(name: str, values: str) -> str:
    """Return the sentence for a part of an address that has none of its values, as pydantic lists them.

    >>> _not_a_choice("board", "'people' or 'bots'")
    '“board” can only be “people” or “bots”.'
    """
    quoted = re.sub(r"'([^']*)'", r"“\1”", values)
    return f"“{name}” can only be {quoted}."


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    by_program = is_api(request) or not (is_for_people(request) or is_fragment(request))
    if error.status_code == HTTPStatus.NOT_FOUND and by_program:
        return as_json(Trouble(detail=_LOST, code=Code.UNKNOWN_ADDRESS))
    code = _CODE_OF_HTTP.get(error.status_code, Code.MALFORMED)
    answer = refuse(request, code, _OF_HTTP.get(error.status_code, str(error.detail)))
    answer.headers.update(error.headers or {})
    return answer


async def _failed(request: Request, error: Exception) -> Response:
    _log.error("A request to %s failed.", request.scope.get("route", "?"), exc_info=error)
    answer = refuse(request, Code.FAILURE, "Something went wrong on the server, but your game is as it was before.")
    # This is the only answer that does not pass through the guard.
    answer.headers.update({**HEADERS, **NOT_KEPT, "x-request-id": REQUEST_ID.get()})
    answer.raw_headers.extend(server(request).limits.headers(request.scope))
    return answer


def as_json(trouble: Trouble) -> Response:
    """Answer with a refusal as JSON."""
    return Response(trouble.model_dump_json(), STATUS[trouble.code], media_type="application/json")


def count_refusal(request: Request, refusal: Exception) -> None:
    """Count a refusal among those of its kind."""
    metrics = server(request).metrics
    metrics.refusals[type(refusal).__name__] += 1
