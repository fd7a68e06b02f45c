"""What one serving process holds for as long as it serves."""

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from app.core.live.sharing import Sharing
from app.core.live.streams import Streams
from app.core.live.topics import Live
from app.core.metrics import Metrics
from app.core.settings import Settings
from app.core.store.database import Database
from app.features.races.referee import Referee
from app.features.races.service.rooms import OpenRooms
from app.features.tournaments.scoreboard import Scoreboard
from app.play.presence import Presence
from app.site.service.front import Front
from app.web.entrance import Entrance
from app.web.gallery import Gallery
from app.web.guesses import Failures
from app.web.limits import Limits
from app.web.readiness import Readiness
from app.web.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The parts that routes reach; `app.site.application` puts them together."""

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
