"""The network that a request comes from, as the limits count it."""

import hmac
from ipaddress import ip_address

from engine.caching import cached

_IPV6_NETWORK_BITS = 64
"""The size of the IPv6 network that a provider gives to one customer."""


@cached(1 << 12)
def network(host: str) -> str | None:
    """Return the network of an address; None for this machine and for anything that is not an IP address."""
    try:
        address = ip_address(host)
    except ValueError:
        # It came through a socket file.
        return None
    if address.is_loopback:
        return None
    return str(address) if address.version == 4 else f"{int(address) >> _IPV6_NETWORK_BITS:x}"


def whence(secret: bytes, host: str) -> str:
    """Return a mark that is the same for all addresses of a network, from which nobody can tell the network.

    It is empty for this machine, which no bound of an address counts.
    """
    known = network(host)
    return hmac.digest(secret, f"whence {known}".encode(), "sha256").hex()[:16] if known else ""
