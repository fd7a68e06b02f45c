"""Processes beside the server, which talk to it through pipes and inherit nothing else that the server has open.

An event loop's own way to start processes passes on every inheritable file, and copies of the pipes: a solver that
outlived its server would keep the server's port.
"""

import asyncio
import subprocess
import sys
from asyncio.streams import FlowControlMixin
from contextlib import suppress
from dataclasses import dataclass

from app.folders import HOME

_LONGEST_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class Child:
    """A process that was started."""

    reader: asyncio.StreamReader
    """The pipe that it writes to."""
    writer: asyncio.StreamWriter
    """The pipe that it reads from."""
    _process: subprocess.Popen[bytes]
    _reading: asyncio.BaseTransport

    @property
    def pid(self) -> int:
        """Return the process's number."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """Return its exit code, None while it runs."""
        return self._process.poll()

    async def ended(self) -> int:
        """Wait until it has ended by itself; return its exit code."""
        return await asyncio.to_thread(self._process.wait)

    async def end(self) -> None:
        """End it, unless it has ended, and let go of the pipes."""
        # One that has closed by itself meanwhile cannot be broken off any more.
        if not self.writer.is_closing():
            self.writer.transport.abort()
        self._reading.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await asyncio.to_thread(self._process.wait)


async def start(*arguments: str) -> Child:
    """Start a Python process with these arguments; raise `OSError`."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=HOME,
        close_fds=True,
        # A key pressed to stop the server is not meant for it: it ends when its server does.
        start_new_session=True,
    )
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_LONGEST_LINE)
    try:
        reading, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.stdout)
        writing, protocol = await loop.connect_write_pipe(FlowControlMixin, process.stdin)
    except BaseException:
        # Nobody else knows of it yet, so nobody else could end it.
        process.kill()
        raise
    return Child(reader, asyncio.StreamWriter(writing, protocol, None, loop), process, reading)
