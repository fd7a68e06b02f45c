"""What lies between a browser and the server: it can hold answers back, cut the line, and lead to another server."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_SOME = 65_536
_SCRIPT = re.compile(rb"GET [^ ?]*\.js[ ?]")
_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
_STREAMS = (b"/events ", b"/events?", b"/news ", b"/news?")


class Relay:
    """Passes bytes on, both ways, from a port of its own."""

    def __init__(self, origin: str) -> None:
        self._target = _address(origin)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._cut = self._scripts_are_withheld = False
        self._answers = threading.Event()
        self._answers.set()
        self._lock = threading.Lock()
        self._lines: dict[socket.socket, socket.socket] = {}
        self._streaming: set[socket.socket] = set()
        self.origin = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    @property
    def streams(self) -> int:
        """How many streams of news are open."""
        with self._lock:
            return len(self._streaming)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Let requests through and no answers, which come in the end."""
        self._answers.clear()
        try:
            yield
        finally:
            self._answers.set()

    def cut(self) -> None:
        """Break the line; what answers were held are lost."""
        self._cut = True
        self._end_lines()
        self._answers.set()

    def mend(self) -> None:
        """Let everything through again."""
        self._cut = False

    def withhold_scripts(self) -> None:
        """Find no script from now on, so that pages are what they are without."""
        self._scripts_are_withheld = True

    def lead_to(self, origin: str) -> None:
        """Lead to another server from now on."""
        self._target = _address(origin)
        self._end_lines()

    def close(self) -> None:
        """End all lines."""
        self._door.close()
        self.cut()

    def _welcome(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return
            if self._cut:
                browser.close()
                continue
            try:
                server = socket.create_connection(self._target)
            except OSError:
                browser.close()
                continue
            with self._lock:
                self._lines[browser] = server
            threading.Thread(target=self._ask, args=(browser, server), daemon=True).start()
            threading.Thread(target=self._answer, args=(browser, server), daemon=True).start()

    def _ask(self, browser: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while asked := browser.recv(_SOME):
                start = asked.split(b"\r\n", 1)[0]
                with self._lock:
                    if start.startswith(b"GET ") and any(stream in start for stream in _STREAMS):
                        self._streaming.add(browser)
                    elif browser in self._lines:
                        self._streaming.discard(browser)
                if self._scripts_are_withheld and _SCRIPT.match(start):
                    browser.sendall(_NOT_FOUND)
                else:
                    server.sendall(asked)
        self._end(browser)

    def _answer(self, browser: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while answered := server.recv(_SOME):
                self._answers.wait()
                browser.sendall(answered)
        self._end(browser)

    def _end_lines(self) -> None:
        with self._lock:
            lines = list(self._lines)
        for browser in lines:
            self._end(browser)

    def _end(self, browser: socket.socket) -> None:
        with self._lock:
            server = self._lines.pop(browser, None)
            self._streaming.discard(browser)
        for side in (browser, server):
            if side is not None:
                with suppress(OSError):
                    side.shutdown(socket.SHUT_RDWR)
                side.close()


def _address(origin: str) -> tuple[str, int]:
    parts = urlsplit(origin)
    assert parts.hostname
    assert parts.port
    return parts.hostname, parts.port
