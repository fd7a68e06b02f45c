"""Reminders: where they go, and when they are due."""

import binascii
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Self
from zoneinfo import ZoneInfo

from app.core.refusals import Malformed

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""The hosts of the push services of browsers; `*.` stands for everything below a name."""
REMINDERS_OF_A_PLAYER = 5
"""A phone, a tablet and a few computers."""
LONGEST_ENDPOINT = 1_000
LATE_MS = 2 * 3_600_000
"""A reminder that is later than this is no longer one for the hour that the player chose."""

_ENDPOINT = re.compile(r"https://([a-z0-9.-]{1,253})/[!-~]*", re.ASCII)
_BASE64 = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}", re.ASCII)
_KEY_BYTES, _AUTH_BYTES = 65, 16
_UNCOMPRESSED = b"\x04"
"""How the public key of a browser begins."""


@dataclass(frozen=True, slots=True)
class PushAddress:
    """Where a browser gets its messages, and the keys with which they are encrypted for it."""

    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def read(cls, endpoint: str, p256dh: str, auth: str, services: Iterable[str]) -> Self:
        """Read what a browser has sent; raise `Malformed` unless it is of one of these push services."""
        found = _ENDPOINT.fullmatch(endpoint) if len(endpoint) <= LONGEST_ENDPOINT else None
        if found is None or not any(_is_of(found[1], service) for service in services):
            raise Malformed("This server sends reminders only through push services that it knows.")
        p256dh, auth = p256dh.rstrip("="), auth.rstrip("=")
        key = _decode(p256dh)
        if len(key) != _KEY_BYTES or not key.startswith(_UNCOMPRESSED) or len(_decode(auth)) != _AUTH_BYTES:
            raise Malformed("The keys of this reminder can’t be read.")
        return cls(endpoint, p256dh, auth)

    @property
    def service(self) -> str:
        """The host of its push service."""
        return self.endpoint.split("/")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """A browser to remind, once a day at an hour."""

    token: str
    """Ends it, whoever sends this."""
    player_id: str
    address: PushAddress
    hour: int
    """From 0 to 23, in the zone."""
    zone: str
    made_at: int
    due_at: int
    last_day: date | None = None
    """The last day there for which it was taken; None before the first."""
    failures: int = 0
    """How often sending it has failed in a row."""


class Sent(Enum):
    """What became of a message."""

    DELIVERED = "delivered"
    GONE = "gone"
    """The browser no longer wants any."""
    FAILED = "failed"


def read_hour(text: str) -> int:
    """Read an hour of the day; raise `Malformed`."""
    if not re.fullmatch("[0-9]{1,2}", text, re.ASCII) or int(text) > 23:
        raise Malformed("Choose an hour from 0 to 23.")
    return int(text)


def read_zone(text: str) -> str:
    """Return the name of a time zone that this machine knows; raise `Malformed`."""
    try:
        if _ZONE.fullmatch(text):
            return ZoneInfo(text).key
    except (LookupError, ValueError, OSError):
        pass
    raise Malformed("The server doesn’t know your time zone.")


def day_there(at: int, zone: str) -> date:
    """Return the day of a time in a zone."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).date()


def following(hour: int, zone: str, now: int, last_day: date | None) -> int:
    """Return the next time when it is this hour in a zone, on a day after `last_day`.

    >>> noon = 1_795_694_400_000
    >>> [(following(hour, "Europe/Berlin", noon, None) - noon) // 3_600_000 for hour in (13, 14, 23)]
    [24, 1, 10]
    >>> (following(14, "Europe/Berlin", noon, day_there(noon, "Europe/Berlin")) - noon) // 3_600_000
    25
    """
    there, day = ZoneInfo(zone), day_there(now, zone)
    if last_day is not None and last_day >= day:
        day = last_day + timedelta(days=1)
    while (at := _at(day, hour, there)) <= now:
        day += timedelta(days=1)
    return at


def _at(day: date, hour: int, there: ZoneInfo) -> int:
    return round(datetime.combine(day, time(hour), there).timestamp()) * 1000


def _is_of(host: str, service: str) -> bool:
    return host.endswith(service[1:]) if service.startswith("*.") else host == service


def _decode(text: str) -> bytes:
    if not _BASE64.fullmatch(text):
        return b""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        return b""
