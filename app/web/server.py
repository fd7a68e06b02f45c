"""What one serving process holds for as long as it serves."""

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from app.jobs.gallery import Gallery
from app.jobs.referee import Referee
from app.live.presence import Presence
from app.live.sharing import Sharing
from app.live.streams import Streams
from app.live.topics import Live
from app.metrics import Metrics
from app.services.front import Front
from app.services.rooms import OpenRooms
from app.settings import Settings
from app.store.database import Database
from app.web.entrance import Entrance
from app.web.guesses import Failures
from app.web.limits import Limits
from app.web.readiness import Readiness
from app.web.scoreboard import Scoreboard
from app.web.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The parts that routes reach; `app.web.application` puts them together."""

    settings: Settings
    database: Database
    live: Live
    limits: Limits
    tokens: Tokens
    metrics: Metrics
    streams: Streams
    sharing: Sharing
    referee: Referee
    presence: Presence
    entrance: Entrance
    failures: Failures
    gallery: Gallery
    open_rooms: OpenRooms
    front: Front
    scoreboard: Scoreboard
    readiness: Readiness
    wake: Callable[[], None]
    """Wakes idle solvers, which then look for questions at once."""
    solvers_are_starting: Callable[[], bool]
    """Returns whether this server has solvers of its own and none of them has started yet."""


def server(request: Request) -> Server:
    """Return the server that got this request."""
    serving: Server = request.app.state.server
    return serving
