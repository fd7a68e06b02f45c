"""What routes need from a request: the database, the time, the player, the form, and what kind of answer it wants."""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar
from urllib.parse import parse_qsl

from fastapi import Depends, Path, Query, Request

from app.core.clock import now_ms
from app.core.refusals import Code, Malformed, Refusal, TooMany
from app.core.settings import Admission
from app.core.store.checked import CheckedDatabase
from app.core.store.database import Database
from app.core.store.ids import new_id
from app.people.addresses import mark, network
from app.people.service import players
from app.people.visitors import Visit, no_cookie, set_cookie, sign, visit_of
from app.web.doors import PROGRAMS
from app.web.entrance import Entrance
from app.web.gallery import Gallery
from app.web.limits import BEGINNING, DRAWING, JOINING, PUZZLING, REACTING, READING, TAKING_ALONG, Measure
from app.web.server import Server
from engine.games import find
from engine.rules import Game

_FORM_TYPE = "application/x-www-form-urlencoded"
_MOST_FIELDS = 20
NEW_COOKIE = "rampart.new_cookie"
"""The key in a request's scope for a Set-Cookie header that the guard sends with the answer."""
NO_NUL = "A text can’t hold the character NUL."
NUL_ENCODED = b"%00"
T = TypeVar("T")
_SEQ = re.compile(r"[0-9]{1,9}", re.ASCII)


class WrongType(Refusal):
    """The body has a content type other than the one wanted."""

    code = Code.WRONG_TYPE

    def __init__(self, wanted: str) -> None:
        super().__init__(f"Send the body as {wanted}.")


def server(request: Request) -> Server:
    """Return the server that got this request."""
    serving: Server = request.app.state.server
    return serving


def visit(request: Request) -> Visit | None:
    """Return the visit that the token or the cookie names, if any. Only the database knows if it is still valid."""
    return visit_of(server(request).settings.secret, request.scope)


def visitor(request: Request) -> str | None:
    """Return the id of the player whom the token or the cookie names, None before a first action."""
    known = visit(request)
    return known.player_id if known else None


def acting(request: Request) -> Visit:
    """Return the request's visit. Somebody new becomes a player, and gets a cookie with the answer."""
    known = visit(request)
    if known is None:
        known = Visit(new_id(now_ms()))
        remember(request, known)
    return known


def remember(request: Request, visit: Visit) -> None:
    """Set the visit's cookie with the answer: from then on, the server knows the browser."""
    value = sign(server(request).settings.secret, visit)
    request.scope[NEW_COOKIE] = set_cookie(value, request.scope["scheme"])


def forget(request: Request) -> None:
    """Delete the cookie with the answer."""
    request.scope[NEW_COOKIE] = no_cookie(request.scope["scheme"])


async def read_form(request: Request) -> dict[str, str]:
    """Read a form's fields; if a name comes twice, the last one counts. Raise `Malformed` or `WrongType`."""
    body = await request.body()
    if not body:
        return {}
    if not request.headers.get("content-type", _FORM_TYPE).lower().startswith(_FORM_TYPE):
        raise WrongType(_FORM_TYPE)
    if NUL_ENCODED in body or b"\0" in body:
        raise Malformed(NO_NUL)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise Malformed("The server can’t read the form.") from None


def seq_seen(form: dict[str, str]) -> int:
    """Read the `seq` of a form; raise `Malformed`."""
    seq = form.get("seq", "")
    if not _SEQ.fullmatch(seq):
        raise Malformed("A request needs a “seq”: the whole number of the board it is for.")
    return int(seq)


def is_api(request: Request) -> bool:
    """Return whether the answer must be JSON: below `/api/` lie pages about the API, too, which people look at."""
    path, accepted = request.url.path, request.headers.get("accept", "")
    is_for_program = path.startswith("/api/") or "application/json" in accepted
    return path.startswith(PROGRAMS) or (is_for_program and not is_for_people(request))


def is_for_people(request: Request) -> bool:
    """Return whether the request asks for a page, as browsers do."""
    return "text/html" in request.headers.get("accept", "")


def is_fragment(request: Request) -> bool:
    """Return whether a script sent the request, to put the answer into its page."""
    return request.headers.get("hx-request") == "true"


class Costs:
    """A dependency of a route that costs something: it counts the request, or refuses it with `TooMany`."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure

    async def __call__(self, request: Request) -> None:
        """Count one request."""
        if wait := await server(request).limits.spend(request.scope, self.measure):
            raise TooMany("You asked for too much at once; please wait a moment.", wait)


def at_once(read: Callable[[Request], T]) -> Any:
    """Return a dependency that reads from a request. FastAPI would run a plain function in another thread."""

    async def reading(request: Request) -> T:
        return read(request)

    return Depends(reading)


def _checked_database(request: Request) -> Database:
    database, known = server(request).database, visit(request)
    if known is None:
        return database
    return CheckedDatabase(database, lambda connection: players.check(connection, known))


def _host(request: Request) -> str:
    return request.client.host if request.client else ""


def _whence(request: Request) -> str:
    return mark(server(request).settings.secret, network(_host(request)), "whence")


def origin(request: Request) -> str:
    return str(request.base_url).rstrip("/")


Slug = Annotated[str, Path(description="The game’s slug.")]
SlugOrAll = Annotated[str, Query(description="A game’s slug; empty for all games.")]


async def _game(slug: Slug) -> Game:
    return find(slug)


async def _game_or_all(game: SlugOrAll = "") -> Game | None:
    return find(game) if game else None


Reading = Depends(Costs(READING))
TakingAlong = Depends(Costs(TAKING_ALONG))
Drawing = Depends(Costs(DRAWING))
NewGame = Depends(Costs(BEGINNING))
NewTry = Depends(Costs(PUZZLING))
Joining = Depends(Costs(JOINING))
Reacting = Depends(Costs(REACTING))
"""For the `dependencies` of routes that cost something. Every GET names one, unless a test lists it as cheap."""

Db = Annotated[Database, at_once(_checked_database)]
"""Refuses all work for a visitor whose token or cookie is no longer valid."""
PlainDb = Annotated[Database, at_once(lambda request: server(request).database)]
"""Refuses nobody: for routes that check the visit themselves."""
Now = Annotated[int, at_once(lambda _: now_ms())]
Played = Annotated[Game, Depends(_game)]
"""The game that an address names by its `slug`."""
PlayedOrAll = Annotated[Game | None, Depends(_game_or_all)]
"""The game that a query names as `game`; None for all games."""
Visiting = Annotated[Visit | None, at_once(visit)]
Acting = Annotated[Visit, at_once(acting)]
Visitor = Annotated[str | None, at_once(visitor)]
Player = Annotated[str, at_once(lambda request: acting(request).player_id)]
Doorway = Annotated[Entrance, at_once(lambda request: server(request).entrance)]
Admitting = Annotated[Admission, at_once(lambda request: server(request).settings.admission)]
"""Who may begin a daily while it is open."""
Pictures = Annotated[Gallery, at_once(lambda request: server(request).gallery)]
Address = Annotated[str, at_once(_host)]
"""The client's network address, as the proxies that we trust report it; empty if unknown."""
Whence = Annotated[str, at_once(_whence)]
"""The mark of the client's network, for bounds on what one address may hold; empty for this machine."""
Origin = Annotated[str, at_once(origin)]
"""The address of this server as the visitor knows it, without a slash at the end."""
Form = Annotated[dict[str, str], Depends(read_form)]
