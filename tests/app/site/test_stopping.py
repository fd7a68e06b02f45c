"""A server gets the signal to stop in the middle of moves, with streams open."""

from concurrent.futures import ThreadPoolExecutor
from signal import SIGTERM
from threading import Event

import httpx2
import pytest

from tests.app.conftest import SECRET, Serve
from tests.app.test_serving import AT_ONCE, FORTRESS, Stream, expect_kept
from tests.cli.conftest import Rampart, process
from tests.cli.test_serve import end

__all__ = ["process"]


def listen(visitor: httpx2.Client, session: str, begun: Event) -> str:
    """Read a session's updates until the server ends the stream; return everything read."""
    heard = []
    with visitor.stream("GET", f"/sessions/{session}/events", headers={"accept": "text/event-stream"}) as stream:
        for text in stream.iter_text():
            heard.append(text)
            begun.set()
    return "".join(heard)


@pytest.mark.long
def test_a_server_that_is_told_to_end_answers_what_it_took_and_loses_nothing(
    serve: Serve, process: Rampart, url: str
) -> None:
    enough, listening = Event(), Event()
    with serve() as server, ThreadPoolExecutor(AT_ONCE + 1) as players:
        streams = [Stream(server, FORTRESS) for _ in range(AT_ONCE)]
        heard = players.submit(listen, server.visitor(streams[0].visitor.cookies), streams[0].session, listening)
        assert listening.wait(20)
        played = [players.submit(stream.play, FORTRESS, enough) for stream in streams]
        assert enough.wait(60)
        ended = end(server.process, SIGTERM)
        for each in played:
            each.result()
    assert (ended.code, ended.err) == (-SIGTERM, "")
    # The stream was ended in good order, having told its reader when to come back.
    assert heard.result().startswith("retry: ")
    with serve() as server:
        for stream in streams:
            visitor = server.visitor(stream.visitor.cookies)
            expect_kept(stream, visitor)
            # No move was made without an answer to its player.
            assert visitor.get(f"/api/v1/sessions/{stream.session}").json() == stream.acknowledged[-1]
        assert server.log() == ""
    assert process("check", RAMPART_DATABASE_URL=url, RAMPART_SECRET=SECRET).code == 0
