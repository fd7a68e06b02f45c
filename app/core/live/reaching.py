"""Reaches Redis at one address, or at the address that Sentinel names for the master.

`redis+sentinel://one:26379,two:26379,three:26379/news` names sentinels, and then the master by the sentinels' name for
it. A name and password before an @ are for Redis itself; the sentinels need none.
"""

from typing import Any
from urllib.parse import unquote, urlsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.exceptions import RedisError

LOST = (RedisError, OSError, RuntimeError)
"""What a command raises if it does not reach Redis or gets no answer.

uvloop raises `RuntimeError` if a connection closes while the library uses it, as when a sentinel's machine is lost.
"""

_SCHEME = "redis+sentinel://"
_SENTINEL_PORT = 26379
_SENTINEL_SECONDS = 1
"""How long one sentinel may take to answer before we ask the next."""


class _Found(SentinelConnectionPool):
    """Connections to the master; closing all of them also closes those to the sentinels."""

    async def disconnect(self, inuse_connections: bool = True) -> None:  # noqa: FBT001 - the library's own
        """Close the connections, or only those that nobody uses."""
        await super().disconnect(inuse_connections)
        if inuse_connections:
            await self.sentinel_manager.aclose()


def pool_at(url: str, **settings: Any) -> ConnectionPool:
    """Return a pool of connections to an address with these settings, without connecting.

    Raises:
        ValueError: the address makes no sense.
    """
    if not url.startswith(_SCHEME):
        return ConnectionPool.from_url(url, **settings)
    parts = urlsplit(url)
    who, _, hosts = parts.netloc.rpartition("@")
    username, _, password = who.partition(":")
    name = parts.path.strip("/")
    if not name or not hosts:
        raise ValueError(f"An address of sentinels looks like {_SCHEME}one:{_SENTINEL_PORT},two:{_SENTINEL_PORT}/name.")
    patience = {"socket_timeout": _SENTINEL_SECONDS, "socket_connect_timeout": _SENTINEL_SECONDS}
    places = [_host(host) for host in hosts.split(",")]
    sentinels = Sentinel(places, sentinel_kwargs=patience)  # type: ignore[no-untyped-call]
    own = {"username": unquote(username) or None, "password": unquote(password) or None}
    return _Found(name, sentinels, **own, **settings)  # type: ignore[no-untyped-call]


def _host(written: str) -> tuple[str, int]:
    host = urlsplit(f"//{written}")
    return host.hostname or "", host.port or _SENTINEL_PORT
