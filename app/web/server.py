"""What one serving process holds for as long as it serves."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.core.live.calm import Calm
from app.core.live.sharing import Sharing
from app.core.live.streams import Streams
from app.core.live.topics import Live
from app.core.metrics import Metrics
from app.core.settings import Settings
from app.core.store.database import Database
from app.web.entrance import Entrance
from app.web.gallery import Gallery
from app.web.guesses import Failures
from app.web.limits import Limits
from app.web.readiness import Readiness
from app.web.tokens import Tokens

P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What routes reach; `app.site.application` puts it together."""

    settings: Settings
    database: Database
    live: Live
    calm: Calm
    limits: Limits
    tokens: Tokens
    metrics: Metrics
    streams: Streams
    sharing: Sharing
    entrance: Entrance
    failures: Failures
    gallery: Gallery
    readiness: Readiness
    wake: Callable[[], None]
    """Wakes idle solvers, which then look for questions at once."""
    _parts: dict[type, Any] = field(default_factory=dict, init=False)
    """What the rooms above hold, by type."""

    def hold(self, part: object) -> None:
        """Hold a part of a room above, of which there is one in a process."""
        self._parts[type(part)] = part

    def part(self, kind: type[P]) -> P:
        """Return the part of this type that a room above holds; raise `KeyError` if none does."""
        found: P = self._parts[kind]
        return found
