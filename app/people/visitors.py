"""Who sends a request: a player's id, from a signed cookie or a token, with the generation of cookies it belongs to."""

import hmac
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Self

from starlette.types import Scope

from app.core.refusals import SignedOut
from engine.caching import cached

VISIT = "rampart.visit"
"""The key in a request's scope that holds the visit, if it comes from a token."""
_READ = "rampart.visit_by_cookie"
"""The key in a request's scope that holds the visit that its cookie names, once that has been read."""
_YEAR = 365 * 24 * 3600
_VALUE = re.compile(r"([0-9a-z]{16})\.([0-9]{1,9})", re.ASCII)
_NAME, _NAME_OVER_TLS = "rampart", "__Host-rampart"
"""The names of the cookie. Over TLS, the prefix makes browsers accept it from this very host only."""
_OURS = tuple(
    re.compile(rb'(?:^|;)\s*%s="?([0-9a-z]{16}\.[0-9]{1,9}\.[\w-]{43})"?\s*(?=;|$)' % name.encode())
    for name in (_NAME, _NAME_OVER_TLS)
)
"""What finds our cookie among others, without TLS and with it."""


class _Unsigned(Exception):
    """Raised for a value that we did not sign."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The contents of our cookie. It is valid while the player has the same generation."""

    player_id: str
    generation: int = 0

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Read what `str` wrote; None for anything else."""
        match = _VALUE.fullmatch(text)
        return cls(match[1], int(match[2])) if match else None

    def check(self, generation: int) -> None:
        """Raise `SignedOut` if this is not the generation of the visit."""
        if self.generation != generation:
            raise SignedOut

    def __str__(self) -> str:
        """Write the visit as the cookie contains it, before the signature."""
        return f"{self.player_id}.{self.generation}"


def sign(secret: bytes, visit: Visit) -> str:
    """Return the cookie's value for a visit."""
    return f"{visit}.{_signature(secret, str(visit))}"


def visit_of(secret: bytes, scope: Scope) -> Visit | None:
    """Return the visit from a request's token, else from a cookie that we signed, or None."""
    by_token: Visit | None = scope.get(VISIT)
    if by_token:
        return by_token
    if _READ not in scope:
        sent = next((value for name, value in scope["headers"] if name == b"cookie"), None)
        found = _OURS[scope["scheme"] == "https"].findall(sent) if sent else None
        scope[_READ] = signed_visit(secret, found[-1].decode()) if found else None
    by_cookie: Visit | None = scope[_READ]
    return by_cookie


def signed_visit(secret: bytes, value: str) -> Visit | None:
    """Return the visit in a cookie's value; None if we did not sign it."""
    try:
        return _read_signed(secret, value)
    except _Unsigned:
        return None


# A browser sends the same cookie with each request. Only what we signed is kept, and nothing that somebody made up.
@cached(1 << 12)
def _read_signed(secret: bytes, value: str) -> Visit:
    signed, _, signature = value.rpartition(".")
    visit = Visit.read(signed)
    if visit is None or not hmac.compare_digest(signature.encode(), _signature(secret, signed).encode()):
        raise _Unsigned
    return visit


def cookie_name(scheme: str) -> str:
    """Return the cookie's name."""
    return _NAME_OVER_TLS if scheme == "https" else _NAME


def set_cookie(value: str, scheme: str) -> str:
    """Return the value of a Set-Cookie header that makes a browser keep a cookie for a year."""
    return f"{cookie_name(scheme)}={value}; Max-Age={_YEAR}{_terms(scheme)}"


def no_cookie(scheme: str) -> str:
    """Return the value of a Set-Cookie header that deletes the cookie."""
    return f"{cookie_name(scheme)}=; Max-Age=0{_terms(scheme)}"


def _terms(scheme: str) -> str:
    return f"; Path=/; HttpOnly; SameSite=Lax{'; Secure' if scheme == 'https' else ''}"


def _signature(secret: bytes, signed: str) -> str:
    digest = hmac.digest(secret, b"visit:" + signed.encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")
