"""Solver processes: fresh interpreters beside the web process, asked over pipes, one question at a time."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from app.settings import CHECKOUT

Document = dict[str, Any]
"""JSON: a question or an answer; `engine.solver.__main__` tells what stands in them."""

_LONGEST_LINE = 1 << 20
_GRACE_SECONDS = 30
"""How much longer than it was given a solver may take before it counts as dead."""
_START_SECONDS = 300
"""How long it may take to be ready: on its first day it has to compile."""


class SolverDied(Exception):
    """Raised when a solver process ended, or went silent, before it answered."""


class Solver:
    """A solver process, started when it is first asked and anew after it died."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """Give the process's number; None while there is none."""
        return self._process.pid if self._process else None

    async def ready(self) -> None:
        """Have a process running, so that no question waits for its start.

        Raises:
            SolverDied: it cannot be started.
        """
        async with self._turn, self._ending_what_fails():
            await self._running()

    async def ask(self, question: Document) -> Document:
        """Give the answer to a question, which allows so many `seconds`.

        Raises:
            SolverDied: there is no answer; what is asked next goes to a new process.
        """
        async with self._turn, self._ending_what_fails():
            process = await self._running()
            async with asyncio.timeout(question["seconds"] + _GRACE_SECONDS):
                return await _exchange(process, question)

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    @asynccontextmanager
    async def _ending_what_fails(self) -> AsyncIterator[None]:
        # A process that was asked and not heard would give its answer to the next question.
        try:
            yield
        except (OSError, TimeoutError, ValueError) as failed:
            await self.close()
            raise SolverDied(str(failed) or "It took too long.") from failed
        except BaseException:
            await self.close()
            raise

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            async with asyncio.timeout(_START_SECONDS):
                self._process = await _start(self._megabytes)
                await _line(self._process)
        return self._process


async def _start(megabytes: int) -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engine.solver", "--memory", str(megabytes)),
        stdin=PIPE,
        stdout=PIPE,
        cwd=CHECKOUT,
        limit=_LONGEST_LINE,
        # A key pressed to end the server is not meant for it: it ends when its server does.
        start_new_session=True,
    )


async def _exchange(process: Process, question: Document) -> Document:
    assert process.stdin is not None
    process.stdin.write(json.dumps(question).encode() + b"\n")
    await process.stdin.drain()
    answer: Document = json.loads(await _line(process))
    return answer


async def _line(process: Process) -> bytes:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise SolverDied("The solver process ended.")
    return line
