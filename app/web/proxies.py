"""Tells the operator of a proxy that is not trusted. Links, cookies and limits are then wrong without a word."""

import logging
from ipaddress import ip_address

from starlette.types import Scope

_FORWARDED = b"x-forwarded-for"
_log = logging.getLogger("rampart")


class Proxies:
    """Looks at requests for a forwarded address that was not believed, and says so once."""

    def __init__(self) -> None:
        self._told = False

    def look(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        """Log a line if a proxy at a private address has sent this request, and is not trusted.

        Anybody can send the header from elsewhere, and no line of the log names a visitor's address.
        """
        if self._told or _FORWARDED not in headers or not scope["client"]:
            return
        host = scope["client"][0]
        # Most visitors of a trusted proxy come from elsewhere, and the list may be long.
        if not _is_private(host):
            return
        # A server that trusts its proxy takes one of these addresses for the visitor's, whichever line it stands in.
        lines = (value.decode("latin-1") for name, value in scope["headers"] if name == _FORWARDED)
        if any(host in _addresses(each.strip()) for line in lines for each in line.split(",")):
            return
        self._told = True
        _log.warning(
            "A proxy at %s sends X-Forwarded headers and is not trusted, so links, cookies and limits are wrong: "
            "set RAMPART_TRUSTED_PROXIES=%s",
            host,
            host,
        )


def _addresses(said: str) -> tuple[str, ...]:
    """Return what a proxy may mean: an address alone, with a port, or in brackets with or without one."""
    return said, said.rpartition(":")[0], said.removeprefix("[").partition("]")[0]


def _is_private(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return False
