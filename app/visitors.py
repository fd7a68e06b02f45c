"""Who asks: a player's id in a signed cookie."""

import hmac
from base64 import urlsafe_b64encode

COOKIE = "rampart"
_YEAR = 365 * 24 * 3600


def sign(secret: bytes, player_id: str) -> str:
    """Give the cookie's value for a player."""
    return f"{player_id}.{_signature(secret, player_id)}"


def signed_player(secret: bytes, value: str) -> str | None:
    """Give the player whom a cookie's value names, None if we did not sign it."""
    player_id, _, signature = value.partition(".")
    good = hmac.compare_digest(signature.encode(), _signature(secret, player_id).encode())
    return player_id if good and player_id else None


def set_cookie(value: str, scheme: str) -> str:
    """Give the Set-Cookie header that lets a browser keep the value."""
    secure = "; Secure" if scheme == "https" else ""
    return f"{COOKIE}={value}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"


def _signature(secret: bytes, player_id: str) -> str:
    digest = hmac.digest(secret, b"player:" + player_id.encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")
