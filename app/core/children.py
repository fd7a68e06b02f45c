"""Child processes, which talk to the server through pipes and inherit nothing else that the server has open.

An event loop's own way to start processes passes on every inheritable file and copies of the pipes. A solver that
outlived its server would then keep the server's port.
"""

import asyncio
import subprocess
import sys
from asyncio.streams import FlowControlMixin
from contextlib import suppress
from dataclasses import dataclass

from app.core.folders import HOME

_LONGEST_LINE = 1 << 20
_MOST_SAID = 1 << 14
"""How many of the last bytes on its standard error we keep of a process."""
_HEARING_SECONDS = 2.0
"""How long we wait for these once a process has ended: one that it started may still keep its standard error open."""


class _LastWords(asyncio.Protocol):
    """Keeps the end of what a process writes on its standard error, which would else stand raw in the server's log."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self._kept = b""

    def data_received(self, data: bytes) -> None:
        """Keep the end."""
        self._kept = (self._kept + data)[-_MOST_SAID:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that there is no more to come."""
        super().connection_lost(exc)
        self.over.set()

    @property
    def text(self) -> str:
        """What was kept."""
        return self._kept.decode(errors="replace").strip()


@dataclass(frozen=True, slots=True)
class Child:
    """A process that `start` has started."""

    reader: asyncio.StreamReader
    """Reads what the process writes."""
    writer: asyncio.StreamWriter
    """Writes what the process reads."""
    _process: subprocess.Popen[bytes]
    _reading: asyncio.BaseTransport
    _last_words: _LastWords
    _hearing: asyncio.BaseTransport

    @property
    def pid(self) -> int:
        """Return the process's id."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._process.poll()

    async def ended(self) -> int:
        """Wait until the process has ended by itself, and return its exit code."""
        return await asyncio.to_thread(self._process.wait)

    async def said(self) -> str:
        """Return the end of what the process, which has ended, wrote on its standard error: if it failed, why."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_HEARING_SECONDS):
                await self._last_words.over.wait()
        return self._last_words.text

    async def end(self) -> None:
        """Kill the process if it still runs, and close the pipes."""
        # A pipe that has closed by itself cannot be aborted any more.
        if not self.writer.is_closing():
            self.writer.transport.abort()
        self._reading.close()
        self._hearing.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await asyncio.to_thread(self._process.wait)


def last_line(said: str) -> str:
    """Return the last line of what a process said, where Python puts the cause of a failure; empty if there is none."""
    return said.rpartition("\n")[2].strip()


async def start(*arguments: str) -> Child:
    """Start a Python process with these arguments. Raise `OSError` if that fails."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=HOME,
        close_fds=True,
        # Ctrl-C in the server's terminal is not meant for the child, which ends when the server does.
        start_new_session=True,
    )
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_LONGEST_LINE)
    try:
        reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.stdout)
        writing, protocol = await loop.connect_write_pipe(FlowControlMixin, process.stdin)
        hearing, last_words = await loop.connect_read_pipe(_LastWords, process.stderr)
    except BaseException:
        # Nobody else knows of the process yet, so nobody else could end it.
        process.kill()
        raise
    return Child(reader, asyncio.StreamWriter(writing, protocol, None, loop), process, reading, last_words, hearing)
