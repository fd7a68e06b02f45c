"""Solver processes: each is a fresh interpreter that answers one question at a time through pipes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from app.core.children import Child, start
from engine.asking import Answer, Question, read, written

_A = TypeVar("_A", bound=Answer)

_GRACE_SECONDS = 30
"""How many seconds beyond its limit a solver may take before it counts as dead."""
_START_SECONDS = 300
"""How long a solver may take to start: the first one on a machine has to compile."""


class SolverDied(Exception):
    """Raised when a solver process ends, or exceeds its time, before it answers."""


class SolverProcess:
    """A solver process. A question starts it if none is running, the first time or after one has died."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self._process: Child | None = None
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process's id; None while there is none."""
        return self._process.pid if self._process else None

    async def ready(self) -> None:
        """Start a process if none is running, so that no question has to wait for its start.

        Raises:
            SolverDied: it does not start.
        """
        async with self._turn, self._ending_what_fails():
            await self._running()

    async def ask(self, question: Question, kind: type[_A]) -> _A:
        """Return the answer to a question, as the type `kind`.

        Raises:
            SolverDied: no answer came; the next question goes to a new process.
        """
        async with self._turn, self._ending_what_fails():
            process = await self._running()
            async with asyncio.timeout(question.seconds + _GRACE_SECONDS):
                return await _exchange(process, question, kind)

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            await process.end()

    @asynccontextmanager
    async def _ending_what_fails(self) -> AsyncIterator[None]:
        # A process left running would send this answer to the next question.
        try:
            yield
        except (OSError, TimeoutError, ValueError) as failed:
            await self.close()
            raise SolverDied(str(failed) or "It took too long.") from failed
        except BaseException:
            await self.close()
            raise

    async def _running(self) -> Child:
        if self._process is None or self._process.code is not None:
            await self.close()
            async with asyncio.timeout(_START_SECONDS):
                self._process = await start("-m", "engine.solver", "--memory", str(self._megabytes))
                await _line(self._process)
        return self._process


async def _exchange(process: Child, question: Question, kind: type[_A]) -> _A:
    process.writer.write(written(question) + b"\n")
    await process.writer.drain()
    return read(await _line(process), kind)


async def _line(process: Child) -> bytes:
    line = await process.reader.readline()
    if not line:
        raise SolverDied("The solver process ended.")
    return line
