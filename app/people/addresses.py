"""The network that a request comes from, as the limits count it."""

import hmac
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from engine.caching import cached

_IPV6_PREFIX = 56
"""The prefix of the IPv6 network that a provider gives to a customer at home, as RIPE-690 recommends."""
_HOLDING_IPV4 = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
"""Networks whose addresses end with one of IPv4: as a socket or a proxy that speaks both writes it (RFC 4291), and as a
translator does (RFC 6052). Each counts as that address."""


def network(host: str) -> str | None:
    """Return the network of an address; None for this machine and for anything that is not an IP address.

    >>> network("::ffff:203.0.113.7"), network("2001:db8::1") == network("2001:db8::2"), network("127.0.0.1")
    ('203.0.113.7', True, None)
    """
    try:
        return _network(host.partition("%")[0])
    except ValueError:
        # It came through a socket file.
        return None


def mark(secret: bytes, known: str | None, purpose: str) -> str:
    """Return a mark of a network, from which nobody can tell the network; marks for two purposes differ.

    It is empty for this machine, which no bound of an address counts.
    """
    return hmac.digest(secret, f"{purpose} {known}".encode(), "sha256").hex()[:16] if known else ""


# What a visitor may write into a header is kept only if it is an address.
@cached(1 << 12)
def _network(host: str) -> str | None:
    address = ip_address(host)
    if isinstance(address, IPv6Address) and any(address in each for each in _HOLDING_IPV4):
        address = IPv4Address(address.packed[-4:])
    if address.is_loopback:
        return None
    return str(address) if address.version == 4 else f"{int(address) >> 128 - _IPV6_PREFIX:x}"
