"""Solver processes: each is a fresh interpreter that answers one question at a time through pipes."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from signal import SIGKILL
from typing import TypeVar

from app.core.children import Child, last_line, start
from engine.asking import OUT_OF_MEMORY, Answer, Question, read, written

_A = TypeVar("_A", bound=Answer)

_GRACE_SECONDS = 30
"""How many seconds beyond its limit a solver may take before it counts as dead."""
_START_SECONDS = 300
"""How long a solver may take to start: the first one on a machine has to compile."""
_ENDING_SECONDS = 10
"""How long a solver that says nothing more may take to end."""
_NO_MEMORY = re.compile(r"MemoryError|out of memory|Cannot allocate memory|bad_alloc|failed to map segment")
"""What the compiler's and the system's libraries say when there is not enough memory to load them."""
_MORE_MEMORY = "Lower RAMPART_SOLVER_MEMORY or RAMPART_SOLVERS, or allow solvers more memory."


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
        async with asyncio.timeout(_ENDING_SECONDS):
            raise SolverDied(_cause(await process.ended(), await process.said()))
    return line


def _cause(code: int, said: str) -> str:
    """Return in one sentence or two why a solver ended, and what to do about it.

    >>> _cause(1, "KeyError: 'TH'")
    "It ended with code 1 and said: KeyError: 'TH'"
    """
    if code == -SIGKILL:
        return f"It was killed, as machines do that run out of memory. {_MORE_MEMORY}"
    if code == OUT_OF_MEMORY or _NO_MEMORY.search(said):
        return f"It got no more memory. {_MORE_MEMORY}"
    ended = f"It ended by signal {-code}" if code < 0 else f"It ended with code {code}"
    return f"{ended} and said: {last_line(said)}" if said else f"{ended}."
