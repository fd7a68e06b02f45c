"""Templates: each gets values by name, and puts them into words with filters.

A whole page also gets the player's look.
"""

from collections.abc import Callable, Iterable

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.core import plots
from app.core.bounds import MOST_POSITIONS_OF_A_REVIEW
from app.core.encoding import encoding_for, squeeze
from app.core.features import has
from app.core.folders import PARTS
from app.core.words import (
    day_words,
    listed,
    moment,
    number,
    numbered,
    sentence,
    short_day,
    short_day_of,
    steps_words,
    time_words,
)
from app.people import names, passwords
from app.people.looks import COOKIE, Look
from app.people.names import chosen_name
from app.web.assets import asset
from engine.lessons import lessons
from engine.measured import measurements
from engine.rules import RULES_VERSION

_templates = Environment(
    loader=FileSystemLoader(PARTS / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    # `make dev` restarts when a template changes, so Jinja need not check the files' times.
    auto_reload=False,
)
_templates.filters.update(
    (each.__name__, each)
    for each in (
        *(chosen_name, lessons, measurements),
        *(day_words, listed, moment, number, numbered, sentence, short_day, short_day_of, steps_words, time_words),
    )
)
"""The filters that put values into words, besides Jinja's own and those of the rooms above."""
_templates.globals.update(
    asset=asset,
    has=has,
    most_positions=MOST_POSITIONS_OF_A_REVIEW,
    name_lengths=(names.SHORTEST, names.LONGEST),
    nameless="a player who has left",
    password_lengths=(passwords.SHORTEST, passwords.LONGEST),
    plots=plots,
    rules_version=RULES_VERSION,
)


def add_filters(filters: Iterable[Callable[..., object]]) -> None:
    """Let templates put values into words with these functions, by their names."""
    _templates.filters.update((each.__name__, each) for each in filters)


def draw(template: str, /, **values: object) -> str:
    """Return a fragment with its values filled in."""
    return _templates.get_template(template).render(values)


def render(
    request: Request, template: str, status: int = 200, look: Look | None = None, /, **values: object
) -> HTMLResponse:
    """Answer with a page, in the given look, or else in the one that the browser's cookie names."""
    look = look or Look.read(request.cookies.get(COOKIE, ""))
    body = _templates.get_template(template).render(values, look=look).encode()
    headers = {"vary": "accept-encoding"}
    if way := encoding_for(request.headers.get("accept-encoding", "")):
        body = squeeze(body, way)
        headers["content-encoding"] = way
    return HTMLResponse(body, status, headers)
