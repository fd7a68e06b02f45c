"""Requests with a token: whose they are, what they may do, and what they were for.

A program sends `Authorization: Bearer rpt_…` with every request below `/api/v1`. Such a request belongs to the token's
player and nobody else, whatever cookie comes with it. An endpoint says by `open_to` which scopes open it; one that says
nothing refuses every token.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from re import Pattern
from typing import Any, TypeVar

from starlette.routing import BaseRoute, Route
from starlette.types import Scope as RequestScope

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.refusals import LacksScope, TooMany, WrongToken
from app.core.store.database import Database, StoreUnavailable
from app.people.service import tokens
from app.people.token import PREFIX, Scope, Token, Use, token_digest
from app.people.visitors import VISIT
from app.web.doors import PROGRAMS
from app.web.guesses import WrongTokens

TOKEN = "rampart.token"
"""The key in a request's scope for its token."""
NOTED_EVERY_SECONDS = 60.0
"""How often to write uses down. No request writes down its own."""
_HOUR_MS = 3_600_000

_F = TypeVar("_F", bound=Callable[..., Any])
_OPEN_TO: dict[object, frozenset[Scope]] = {}
"""The scopes that open an endpoint, by the function that answers."""
_log = logging.getLogger("rampart")


def open_to(*scopes: Scope) -> Callable[[_F], _F]:
    """Mark a function that answers requests whose token has one of these scopes."""

    def mark(answers: _F) -> _F:
        _OPEN_TO[answers] = frozenset(scopes)
        return answers

    return mark


def scopes_of(answers: object) -> frozenset[Scope]:
    """Return the scopes that open the endpoint of a function; none if it refuses every token."""
    return _OPEN_TO.get(answers, frozenset())


@dataclass(frozen=True, slots=True)
class _Door:
    """An endpoint below `/api/v1`."""

    addresses: Pattern[str]
    methods: frozenset[str]
    path: str
    scopes: frozenset[Scope]


class Tokens:
    """Lets requests with tokens in, and notes what they were for."""

    def __init__(self, routes: Iterable[BaseRoute], clock: Callable[[], int] = now_ms) -> None:
        self._doors = [
            _Door(each.path_regex, frozenset(each.methods or ()), each.path, scopes_of(each.endpoint))
            for each in routes
            if isinstance(each, Route) and each.path.startswith(PROGRAMS)
        ]
        self._clock = clock
        self._wrong = WrongTokens()
        self._uses: dict[str, dict[tuple[int, str], Use]] = {}

    async def enter(self, scope: RequestScope, sent: str, database: Database) -> None:
        """Read the `Authorization` header of a request, and let the request act as its token's player.

        Raises:
            WrongToken, LacksScope, TooMany, StoreUnavailable: the token does not work, or does not open this address;
                there were too many wrong ones lately.
        """
        kind, _, text = sent.strip().partition(" ")
        # A proxy in front of us may ask for a password of its own, which comes with every request.
        if kind.lower() == "basic":
            return
        if not scope["path"].startswith(PROGRAMS):
            if text.strip().startswith(PREFIX):
                raise LacksScope("Tokens open addresses below /api/v1 and no pages.")
            return
        token = await self._admit(scope, kind, text.strip(), database)
        door = self._door(scope)
        if door is None:
            # The routes will answer that there is nothing at this address.
            return
        self._note(token, f"{scope['method']} {door.path}")
        if not token.may(door.scopes):
            raise LacksScope(_lacking(door.scopes))

    @asynccontextmanager
    async def running(self, database: Database) -> AsyncIterator[None]:
        """While the context lasts, write down now and then what tokens were used for."""
        try:
            async with beside(partial(self._go_on_noting, database)):
                yield
        finally:
            await self.write_down(database)

    async def write_down(self, database: Database) -> None:
        """Write down what tokens were used for since the last time. What cannot be written is lost."""
        made, self._uses = {token_id: list(uses.values()) for token_id, uses in self._uses.items()}, {}
        if not made:
            return
        try:
            await database.write(tokens.note_uses, made=made)
        except StoreUnavailable as error:
            _log.warning("What tokens were used for could not be noted: %s", error)
        except Exception:
            _log.exception("What tokens were used for could not be noted.")

    async def _admit(self, scope: RequestScope, kind: str, text: str, database: Database) -> Token:
        host = scope["client"][0] if scope["client"] else ""
        if wait := self._wrong.wait(host):
            raise TooMany("Too many of your tokens were wrong; please wait a minute.", wait)
        digest = token_digest(text) if kind.lower() == "bearer" else None
        try:
            if digest is None:
                raise WrongToken("Send a token as “Authorization: Bearer rpt_…”; this is not a token.")
            token, visit = await database.read(tokens.admit, digest=digest, now=self._clock())
        except WrongToken:
            self._wrong.count(host)
            raise
        scope[TOKEN], scope[VISIT] = token, visit
        return token

    def _door(self, scope: RequestScope) -> _Door | None:
        path, method = scope["path"], scope["method"]
        return next((door for door in self._doors if method in door.methods and door.addresses.match(path)), None)

    def _note(self, token: Token, what: str) -> None:
        now = self._clock()
        key = now - now % _HOUR_MS, what
        uses = self._uses.setdefault(token.id, {})
        before = uses.get(key)
        uses[key] = replace(before, last_at=now, times=before.times + 1) if before else Use(*key, now, 1)

    async def _go_on_noting(self, database: Database) -> None:
        while True:
            await asyncio.sleep(NOTED_EVERY_SECONDS)
            await self.write_down(database)


def needed_words(answers: object) -> str:
    """Return a sentence about which scopes open the endpoint of a function."""
    named = " or ".join(f"`{scope}`" for scope in Scope if scope in scopes_of(answers))
    return f"A token needs the scope {named}." if named else "No token opens this."


def _lacking(scopes: Iterable[Scope]) -> str:
    named = " or ".join(f"“{scope}”" for scope in Scope if scope in scopes)
    return f"This token lacks the scope {named}." if named else "No token opens this address; its owner has to sign in."
