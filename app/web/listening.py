"""Listening to the news of a topic by a stream of events."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from fastapi import Request

from app.live.news import player_topic
from app.live.streams import Ask, EventStream
from app.people.addresses import network
from app.web.dependencies import visit
from app.web.server import server


def stream(
    request: Request,
    topic: str,
    presence: AbstractContextManager[None] | None = None,
    ask: Ask | None = None,
    counted: str = "",
) -> EventStream:
    """Answer with the news of a topic, starting after the last one that the reader names.

    `counted` is a further topic among whose readers this one is to be counted.

    `ask` raises a `Refusal` once the reader may listen no more. It is called at every heartbeat and whenever somebody
    may have lost the right to listen.
    """
    serving, known = server(request), visit(request)
    address = network(request.client.host) if request.client else None
    # As everywhere, what comes from this machine itself is not counted.
    whose = (known.player_id, address) if known and address else (None, address)
    serving.streams.check(*whose)
    present = _both(serving.streams.place(*whose), presence or nullcontext())
    topics = [topic, *([counted] if counted else []), *([player_topic(known.player_id)] if known else [])]
    return EventStream(serving.live, topics, request.headers.get("last-event-id", "")[:80], present, ask)


@contextmanager
def _both(place: AbstractContextManager[None], presence: AbstractContextManager[None]) -> Iterator[None]:
    with place, presence:
        yield
