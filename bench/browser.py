"""Players at one server, each with a connection of their own. They send what the table's script would send."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection

from bench.scripts import Script
from bench.servers import Running

_HEADERS = {
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "en-GB,en;q=0.9",
    "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
    "HX-Request": "true",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
}


class Refused(Exception):
    """Raised when a server does not answer as a benchmark needs."""


@dataclass(slots=True)
class Seat:
    """One player at one game."""

    connection: HTTPConnection
    script: Script
    headers: dict[str, str]
    session: str
    """The address of the session."""

    def send(self, verb: str, place: int) -> None:
        """Send the move at this place of the script."""
        self.connection.request("POST", f"{self.session}/{verb}", self.script.steps[place].form, self.headers)

    def receive(self) -> bytes:
        """Return the body of the answer. Raise `Refused` if its status is not 200."""
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise Refused(f"A move was answered with {answer.status}: {body.decode()}")
        return body


def play(server: Running, scripts: Sequence[Script], verb: str = "moves") -> float:
    """Play games to the end of their scripts. Return the seconds of CPU time that the moves took the server.

    All play in step: everybody sends, then everybody gets an answer.
    """
    with seated(server, scripts) as seats:
        began = server.cpu_seconds()
        for place in range(max(len(script.steps) for script in scripts)):
            sending = [seat for seat in seats if place < len(seat.script.steps)]
            for seat in sending:
                seat.send(verb, place)
            for seat in sending:
                seat.receive()
        return server.cpu_seconds() - began


def answers(server: Running, script: Script) -> list[bytes]:
    """Play one game to the end of its script and return every answer."""
    with seated(server, [script]) as [seat]:
        bodies = []
        for place in range(len(script.steps)):
            seat.send("moves", place)
            bodies.append(seat.receive())
        return bodies


@contextmanager
def seated(server: Running, scripts: Sequence[Script]) -> Iterator[list[Seat]]:
    """Begin a game for each script, each with a player of its own."""
    with ExitStack() as stack:
        yield [_begin(stack.enter_context(closing(server.connect())), server, script) for script in scripts]


def _begin(connection: HTTPConnection, server: Running, script: Script) -> Seat:
    connection.request("POST", script.address, "", _HEADERS)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 303:
        raise Refused(f"A game was begun with {answer.status}.")
    session = answer.headers["location"]
    cookie = answer.headers.get("set-cookie", "rampart=none").partition(";")[0]
    origin = f"http://{server.address}"
    headers = {**_HEADERS, "Cookie": cookie, "Origin": origin, "Referer": f"{origin}{session}"}
    return Seat(connection, script, headers, session)
