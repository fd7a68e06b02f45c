"""Tokens, with which programs act for a player: make, list, revoke and check them.

Below `/api/v1`, a token opens what its scopes say, and nothing else. It goes on working when its owner signs out, and
ends when somebody revokes it, when its time is up, or with the account.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, Malformed, NotFound, WrongToken
from app.core.store.ids import new_id
from app.core.typed import read_line
from app.people.names import in_form
from app.people.rows import tokens
from app.people.rows.accounts import Account
from app.people.service import accounts
from app.people.token import Scope, Token, Use
from app.people.visitors import Visit

MOST_TOKENS = 20
"""How many working tokens an account may have. The list also keeps as many that no longer work."""
USES_SHOWN = 20
LONGEST_DESCRIPTION = 80
LIFETIMES_DAYS = (30, 90, 365)
"""The days after which a token may expire; it may also last until it is revoked."""
_DAY_MS = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """The token that somebody would like to have."""

    description: str = ""
    scopes: frozenset[Scope] = frozenset()
    days: int | None = None
    """None for a token that does not expire."""


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token as its owner sees it."""

    token: Token
    works: bool
    uses: list[Use]
    """The last ones, the latest first."""


def read_wish(description: str, scopes: Sequence[str], days: str) -> TokenRequest:
    """Read what a link or a form asks for; raise `Malformed`."""
    worded = read_line(in_form(description), LONGEST_DESCRIPTION, "A token’s description")
    known = frozenset(scope for scope in Scope if scope in scopes)
    if unknown := set(scopes) - known:
        raise Malformed(f"There is no scope “{min(unknown)[:20]}”.")
    if days and days not in map(str, LIFETIMES_DAYS):
        raise Malformed("Choose how long the token works from the times that the page offers.")
    return TokenRequest(worded, known, int(days) if days else None)


def check(wish: TokenRequest) -> None:
    """Raise `Malformed` if a wish lacks something that a token needs."""
    if not wish.description:
        raise Malformed("Say what the token is for, so that you will recognise it later.")
    if not wish.scopes:
        raise Malformed("Choose what the token is allowed to do.")


def make(connection: Connection, account: Account, wish: TokenRequest, digest: str, now: int) -> Token:
    """Make a token for an account whose owner has just sent the password.

    Raises:
        Malformed, NotFound, WrongPassword, Impossible: the account has been deleted or has another password meanwhile,
            or has as many tokens as it may.
    """
    check(wish)
    # If two requests come at once, the second counts the token of the first.
    accounts.confirm(connection, account)
    if tokens.count_working(connection, account.player_id, now) >= MOST_TOKENS:
        raise Impossible(f"You have {MOST_TOKENS} tokens, which is the most allowed; revoke one first.")
    expires_at = now + wish.days * _DAY_MS if wish.days else None
    made = Token(new_id(now), account.player_id, wish.description, wish.scopes, now, expires_at)
    tokens.add(connection, made, digest)
    ended = [token.id for token in tokens.of_player(connection, account.player_id) if not token.works(now)]
    tokens.forget(connection, ended[MOST_TOKENS:])
    return made


def list_tokens(connection: Connection, visit: Visit | None, now: int) -> list[TokenView]:
    """List the visitor's tokens, those that work first; raise `SignedOut` or `NotFound`."""
    return of_player(connection, accounts.own(connection, visit).player_id, now)


def of_player(connection: Connection, player_id: str, now: int) -> list[TokenView]:
    """List a player's tokens, those that work first."""
    theirs = tokens.of_player(connection, player_id)
    seen = [TokenView(token, token.works(now), tokens.uses(connection, token.id, USES_SHOWN)) for token in theirs]
    return sorted(seen, key=lambda each: not each.works)


def revoke(connection: Connection, visit: Visit | None, token_id: str, now: int) -> str:
    """End one of the visitor's tokens at once; return the player's id.

    Raises:
        SignedOut, NotFound: the visitor has no account, or no such token.
    """
    account = accounts.own(connection, visit)
    if not tokens.revoke(connection, account.player_id, token_id, now):
        raise NotFound("You have no such token.")
    return account.player_id


def revoke_all(connection: Connection, visit: Visit | None, now: int) -> str:
    """End all of the visitor's tokens; return the player's id. Raise `SignedOut` or `NotFound`."""
    account = accounts.own(connection, visit)
    tokens.revoke_all(connection, account.player_id, now)
    return account.player_id


def admit(connection: Connection, digest: str, now: int) -> tuple[Token, Visit]:
    """Return a working token, and the visit that a request with it makes.

    Raises:
        WrongToken: no token has that digest, or it no longer works.
    """
    found = tokens.find(connection, digest)
    if found is None:
        raise WrongToken("There is no such token here.")
    token, generation = found
    _check_works(token, now)
    return token, Visit(token.player_id, generation)


def check_works(connection: Connection, token: Token, now: int) -> None:
    """Raise `WrongToken` unless a token that `admit` returned still works."""
    found = tokens.find_by_id(connection, token.id)
    if found is None:
        raise WrongToken("There is no such token here.")
    _check_works(found, now)


def note_uses(connection: Connection, made: Mapping[str, Sequence[Use]]) -> None:
    """Store what tokens were used for; `made` has the uses by token id."""
    for token_id in sorted(made):
        tokens.note_uses(connection, token_id, made[token_id], USES_SHOWN)


def _check_works(token: Token, now: int) -> None:
    if token.revoked_at is not None:
        raise WrongToken("This token has been revoked.")
    if token.has_expired(now):
        raise WrongToken("This token has expired.")
