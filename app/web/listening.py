"""Streams of events that bring the news of a topic."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from fastapi import Request

from app.core.clock import now_ms
from app.core.live.lines import LineStream, Tell
from app.core.live.streams import Ask, EventStream
from app.core.live.topics import LEAVE, Live
from app.core.store.ids import new_id
from app.people.addresses import network
from app.people.service import tokens
from app.people.token import Token
from app.web.dependencies import server, visit
from app.web.tokens import TOKEN


def player_topic(player_id: str) -> str:
    """Name the topic of a player. All streams that this player has open subscribe to it."""
    return f"player {player_id}"


async def tell_of_ended_visits(live: Live, player_id: str) -> None:
    """Ask every stream that a player has open whether its cookie still counts."""
    await live.publish(player_topic(player_id), LEAVE, "")


def stream(
    request: Request,
    topic: str,
    presence: AbstractContextManager[None] | None = None,
    ask: Ask | None = None,
    counted: str = "",
) -> EventStream:
    """Answer with the news of a topic, starting after the event that `Last-Event-ID` names.

    `counted` is a further topic that counts this reader among its own.

    `ask` raises a `Refusal` once the reader may no longer listen. It is called at every heartbeat and whenever somebody
    may have lost the right to listen. A stream that a token opened also ends with the token.
    """
    topics, present = _open(request, topic, presence, counted)
    last_id = request.headers.get("last-event-id", "")[:80]
    return EventStream(server(request).live, topics, last_id, present, _with_token(request, ask))


def lines(
    request: Request,
    topic: str,
    tell: Tell,
    presence: AbstractContextManager[None] | None = None,
    ask: Ask | None = None,
) -> LineStream:
    """Answer with a line of JSON for each update of a topic, as `tell` writes it; see `stream`.

    Opening the same address again, with the same token or cookie, ends the earlier stream.
    """
    token: Token | None = request.scope.get(TOKEN)
    known = visit(request)
    reader = token.id if token else known.player_id if known else new_id(now_ms())
    place = f"{reader} {request.url.path}", new_id(now_ms())
    topics, present = _open(request, topic, presence, "")
    return LineStream(server(request).live, topics, present, _with_token(request, ask), tell, place)


def _open(
    request: Request, topic: str, presence: AbstractContextManager[None] | None, counted: str
) -> tuple[list[str], AbstractContextManager[None]]:
    """Count a stream; return the topics that it hears, and a context that lasts as long as it does."""
    serving, known = server(request), visit(request)
    address = network(request.client.host) if request.client else None
    # As everywhere, requests from this machine itself do not count.
    whose = (known.player_id, address) if known and address else (None, address)
    serving.streams.check(*whose)
    present = _both(serving.streams.place(*whose), presence or nullcontext())
    topics = [topic, *([counted] if counted else []), *([player_topic(known.player_id)] if known else [])]
    return topics, present


def _with_token(request: Request, ask: Ask | None) -> Ask | None:
    token: Token | None = request.scope.get(TOKEN)
    if token is None:
        return ask
    database = server(request).database

    async def both() -> None:
        await database.read(lambda connection: tokens.check_works(connection, token, now_ms()))
        if ask:
            await ask()

    return both


@contextmanager
def _both(place: AbstractContextManager[None], presence: AbstractContextManager[None]) -> Iterator[None]:
    with place, presence:
        yield
