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
        forwarded = headers[_FORWARDED].decode("latin-1")
        # A server that trusts its proxy takes one of these addresses for the visitor's.
        if host in (each.strip() for each in forwarded.split(",")) or not _is_private(host):
            return
        self._told = True
        _log.warning(
            "A proxy at %s sends X-Forwarded headers and is not trusted, so links, cookies and limits are wrong: "
            "set RAMPART_TRUSTED_PROXIES=%s",
            host,
            host,
        )


def _is_private(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return False
