"""Passwords and recovery codes: nobody can work them out from what we store."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.core.refusals import Malformed
from engine.caching import cached

SHORTEST = 8
LONGEST = 200
CODES = 8
"""How many recovery codes an account gets."""

_T = TypeVar("_T")
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_CODE_LENGTH = 16
"""With 32 characters to choose from, a code has 80 bits: too many to guess, so a quick digest is safe to store."""
_READ_AS = str.maketrans("oil", "011", " -")
_AT_ONCE = 2


_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Argon2id with the least time and memory that OWASP recommends for one lane: two passes over 19 MiB."""


class Passwords:
    """Hashes passwords with Argon2id, a few at once, in threads of its own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE, "rampart-password")
        _nobodys()  # worked out now, so it slows down no attempt to sign in

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str) -> str:
        """Return the hash to store for a password."""
        return await self._beside(lambda: hash_password(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Return whether a password matches the stored hash; without one, take just as long and return False."""

        return await self._beside(lambda: self._verify(kept or _nobodys(), password)) and kept is not None

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return _HASHER.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _beside(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def hash_password(password: str) -> str:
    """Return the hash to store for a password; this takes long."""
    return _HASHER.hash(password)


def read_password(text: str) -> str:
    """Check the length of a new password, and return it.

    Raises:
        Malformed: it is too short or too long.
    """
    if not SHORTEST <= len(text) <= LONGEST:
        raise Malformed(f"A password has {SHORTEST} to {LONGEST} characters.")
    return text


def draw_codes() -> tuple[str, ...]:
    """Return new recovery codes, in groups of four characters that are easy to write down."""
    return tuple(draw_password() for _ in range(CODES))


def draw_password() -> str:
    """Return a password that nobody can guess, in groups of four characters that are easy to write down."""
    return _group("".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH)))


def code_digest(code: str) -> str:
    """Return the digest to store for a recovery code, however somebody types it.

    >>> code_digest("01AB-cdef") == code_digest("o i abcdef")
    True
    """
    return sha256(code.lower().translate(_READ_AS).encode()).hexdigest()


@cached()
def _nobodys() -> str:
    """Return the hash of a password that nobody knows, made once per process."""
    return _HASHER.hash(secrets.token_hex())


def _group(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
