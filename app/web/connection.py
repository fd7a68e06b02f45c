"""One connection of a browser, a program or a proxy: what is bounded before the application sees a request.

The application answers requests, and its guard bounds their bodies. The bounds here are those of the head of a request,
the time that a request takes to arrive, the requests that wait on one connection, and the time that an answer lies
unread. What is refused here is counted, and writes no line to the log, because anybody can send it without end.
"""

from collections import Counter
from enum import Enum
from typing import Any

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from app.core.bounds import LARGEST_BODY

LARGEST_HEAD = 96 * 1024
"""The most bytes in a request's first line and headers. The address of a large analysis has some 30 KiB, and htmx sends
it again in a header."""
MOST_LINES = 100
"""The most header lines of a request, and the most trailer lines after its body."""
LARGEST_MESSAGE = LARGEST_HEAD + 8 * LARGEST_BODY
"""The most bytes of a request in all, with whatever stands between the chunks of its body."""
MOST_WAITING = 16
"""The most requests that may wait on a connection for the answer to an earlier one."""
ARRIVAL_SECONDS = 40
"""The most time between a request's first byte and its last, or between the beginning of a connection and its first."""
LEAST_READ = 16 * 1024
"""The bytes that a reader must take of an answer, or all that is left of it, between two looks."""
MOST_DRAINED = 8 * 1024 * 1024
"""How much of a refused request to take and drop, so that its sender comes to read the answer."""

_PIECE = 4096
"""How much the parser gets at a time: a head can exceed its bound by so much."""
_SENTENCES = {
    400: "The server can't read this request.",
    431: f"The headers of a request can hold at most {LARGEST_HEAD} bytes in {MOST_LINES} lines.",
}
UNHEARD = Counter[int](dict.fromkeys(_SENTENCES, 0))
"""Requests of this process that were refused here, by the status."""


class _TooManyLines(Exception):
    """Raised for a head that is complete and has too many lines."""


class _Part(Enum):
    """What the connection expects next."""

    NOTHING = "nothing"
    HEAD = "head"
    BODY = "body"
    AN_END = "an end"
    """The last answer is written; whatever still comes is dropped."""


class _Parting:
    """The transport for an answer to a request whose body is still coming; see `Connection.part`."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self.write = connection.transport.write
        self.is_closing = connection.transport.is_closing

    def close(self) -> None:
        """Close the connection, or let it part if the body is still coming."""
        self._connection.part()


class Connection(HttpToolsProtocol):
    """A connection with bounds."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.headers = []
        self._answering: RequestResponseCycle | None = None
        """The request that the application has got last."""
        self._part = _Part.NOTHING
        self._taken = 0
        """Bytes of the request that is arriving; once the last answer is written, bytes dropped."""
        self._since: float | None = self.loop.time()
        """Since when the connection has waited for the rest of a request, or for its very first."""
        self._unread = 0
        """Bytes of answers that waited for their reader at the last look, and were not taken since."""

    def data_received(self, data: bytes) -> None:
        """Take bytes from the network."""
        if self._part is _Part.AN_END:
            self._taken += len(data)
            if self._taken > MOST_DRAINED:
                self._end()
            return
        self._unset_keepalive_if_required()
        if self._since is None:
            self._since = self.loop.time()
        if len(data) <= _PIECE:
            going_on = self._feed(data)
        else:
            going_on = all(self._feed(data[start : start + _PIECE]) for start in range(0, len(data), _PIECE))
        if not going_on:
            return
        if self._part is _Part.BODY and self.cycle.transport is self.transport:
            self.cycle.transport = _Parting(self)  # type: ignore[assignment]

    def on_message_begin(self) -> None:
        """Begin a request."""
        if self._since is None:
            self._since = self.loop.time()
        self._part, self._taken = _Part.HEAD, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start the request whose head is complete."""
        if len(self.headers) > MOST_LINES:
            raise _TooManyLines
        super().on_headers_complete()
        self._part = _Part.BODY
        # What comes after the body is no header of the request.
        self.headers = []

    def on_message_complete(self) -> None:
        """End a request."""
        self._part, self._since = _Part.NOTHING, None
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let nobody write any more."""
        self._stop_answering()
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        """Go on after the reader has taken enough."""
        self._unread = 0
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that stayed idle; if an answer is still on its way to a slow reader, look again later."""
        if self.transport.get_write_buffer_size():
            later = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)
            self.timeout_keep_alive_task = later
        else:
            super().timeout_keep_alive_handler()

    def look(self) -> None:
        """End the connection if a request takes too long to arrive, or an answer too long to be read.

        The server calls this at regular intervals.
        """
        if self._since is not None and self.loop.time() - self._since > ARRIVAL_SECONDS:
            self._end()
        left = self.transport.get_write_buffer_size()
        if left and self._unread and left > self._unread - LEAST_READ:
            self._end()
        self._unread = left

    def part(self) -> None:
        """Close after the last answer. If its request is still coming, first let the sender read the answer."""
        if self._part is _Part.NOTHING:
            self.transport.close()
            return
        self._part, self._taken = _Part.AN_END, 0
        self.transport.write_eof()
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _feed(self, piece: bytes) -> bool:
        """Let the parser read a piece; return False if the connection ends here."""
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            # The request is answered like any other. What follows may be its body or another protocol, but no request.
            self.cycle.keep_alive = False
            self._part, self._taken, self._since = _Part.AN_END, 0, None
            return False
        except httptools.HttpParserError as error:
            self._refuse(431 if isinstance(error.__context__, _TooManyLines) else 400)
            return False
        self._taken += len(piece)
        in_body, many = self._part is _Part.BODY, len(self.headers) > MOST_LINES
        if self._part is _Part.HEAD and (many or self._taken > LARGEST_HEAD + _PIECE):
            self._refuse(431)
        elif (in_body and (many or self._taken > LARGEST_MESSAGE)) or len(self.pipeline) > MOST_WAITING:
            self._end()
        return not self.transport.is_closing() and self._part is not _Part.AN_END

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _stop_answering(self) -> None:
        # The protocol knows only the request that came last, which may still wait for the answer to an earlier one.
        if self._answering and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _end(self) -> None:
        self._stop_answering()
        self.transport.abort()

    def _refuse(self, status: int) -> None:
        UNHEARD[status] += 1
        running = self._answering
        if running and not running.response_complete:
            if running is not self.cycle or running.response_started or self._part is not _Part.BODY:
                # This answer would fall into another one, or be taken for it.
                self._end()
                return
            self._stop_answering()
        sentence = _SENTENCES[status].encode()
        named = {b"content-type": b"text/plain; charset=utf-8", b"content-length": b"%d" % len(sentence)}
        headers = [*self.server_state.default_headers, *named.items(), (b"connection", b"close")]
        lines = b"".join(b"%s: %s\r\n" % each for each in headers)
        self.transport.write(STATUS_LINE[status] + lines + b"\r\n" + sentence)
        self._part = _Part.HEAD
        self.part()
