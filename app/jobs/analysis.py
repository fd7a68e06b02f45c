"""Solver processes: fresh interpreters beside the web process, asked over pipes, one question at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from app.jobs.children import Child, start
from engine.asking import Answer, Question, read, written

_A = TypeVar("_A", bound=Answer)

_GRACE_SECONDS = 30
"""How far a solver may exceed its time before it counts as dead."""
_START_SECONDS = 300
"""How long it may take to be ready: on its first day it has to compile."""


class SolverDied(Exception):
    """Raised when a solver process ended, or went silent, before it answered."""


class Solver:
    """A solver process. The first question starts it, and so does the next one after it has died."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self._process: Child | None = None
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is none."""
        return self._process.pid if self._process else None

    async def ready(self) -> None:
        """Start a process if none is running, so that no question waits for it.

        Raises:
            SolverDied: it cannot be started.
        """
        async with self._turn, self._ending_what_fails():
            await self._running()

    async def ask(self, question: Question, kind: type[_A]) -> _A:
        """Return the answer to a question, which is of this kind.

        Raises:
            SolverDied: there is no answer; the next question goes to a new process.
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
        # Otherwise the process would send this answer to the next question.
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
