"""What stays in memory: a cache keeps only what Rampart made, never what somebody wrote into a request."""

import functools
import gc
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from starlette.testclient import TestClient

from app.core.cache import Cache
from app.people.addresses import network
from app.people.names import skeleton
from tests.app.addresses import address, routes

ROOT = Path(__file__).parents[2]
MARK = "zq7xj"
"""What no cache may have in a key."""
FORGED = f"{(MARK * 4)[:16]}.1.{(MARK * 9)[:43]}"
"""A cookie's value that nobody signed."""
ROUTES = "".join(path.read_text() for path in sorted((ROOT / "app").rglob("*.py")))
FIELDS = sorted(set(re.findall(r'form(?:\.get\(|\[)"(\w+)"', ROUTES)))
"""The names of all fields that forms have."""
ENDLESS = ("/events", "/stream")
OURS = ("app.", "engine.")
OF_PYTHON = {"urlsplit", "_coerce_result", "urlparse"}
"""The caches of the standard library with addresses as keys. Each holds at most 128, and `LARGEST_HEAD` bounds them."""


def keys(container: object) -> Iterable[object]:
    """Return what a container finds its contents by; nothing for anything else."""
    return [*container] if isinstance(container, (dict, set, frozenset)) else ()


def batched(names: list[str]) -> Iterator[list[str]]:
    """Yield some names at a time."""
    return (names[start : start + 15] for start in range(0, len(names), 15))


def tells(key: object) -> bool:
    """Return whether a key has the mark somewhere."""
    if isinstance(key, bytes):
        return MARK.encode() in key.lower()
    if isinstance(key, (tuple, list)):
        return any(map(tells, key))
    if isinstance(key, Mapping):
        return any(map(tells, key.items()))
    return isinstance(key, str) and MARK in key.lower()


def parts(owner: object) -> Iterator[object]:
    """Yield what an object holds by itself."""
    own: object = getattr(owner, "__dict__", None)
    for part in gc.get_referents(owner):
        yield part
        if part is own and isinstance(part, dict):
            values: list[object] = [*part.values()]
            yield from values


def kept() -> Iterator[tuple[str, object]]:
    """Yield every key of every cache of this process, and of every container in our objects and modules."""
    gc.collect()
    for found in gc.get_objects():
        kind = type(found)
        if isinstance(found, functools._lru_cache_wrapper):
            name = getattr(found, "__name__", "")
        elif str(kind.__module__).startswith(OURS):
            name = kind.__qualname__
        elif isinstance(found, ModuleType) and found.__name__.startswith(OURS):
            name = found.__name__
        else:
            continue
        if name not in OF_PYTHON:
            yield from ((name, key) for part in parts(found) for key in keys(part))


def test_the_walk_finds_what_a_cache_keeps() -> None:
    cached = functools.lru_cache(len)
    cached(MARK)
    cache = Cache[str](10, len)
    cache.keep((1, MARK), "")
    assert {name for name, key in kept() if tells(key)} >= {"len", "Cache"}


def test_a_cache_does_not_grow_for_ever_by_empty_values() -> None:
    cache = Cache[str](10, len)
    for name in range(1000):
        cache.keep(name, "")
    assert sum(cache.find(name) is not None for name in range(1000)) == 10


@pytest.mark.long
def test_no_cache_has_a_key_that_a_visitor_chose(client: TestClient) -> None:
    headers = {
        "cookie": f"rampart={FORGED}; {MARK}=1; look={MARK}",
        "authorization": f"Bearer {MARK}",
        "accept-encoding": MARK,
        "accept-language": MARK,
        "if-none-match": MARK,
        "last-event-id": MARK,
        "user-agent": MARK,
    }
    game = {"game": f"fortress?{MARK}={MARK}"}
    # A form may have twenty fields.
    forms = [dict.fromkeys(some, MARK) | game for some in batched(FIELDS)]
    bodies: list[dict[str, object]] = [{"game": "fortress", name: MARK} for name in ("deck", "deal", "name", "code")]
    bodies.append({"game": "fortress", "options": {MARK: MARK}})
    for method, path in routes(client.app):
        if path.endswith(ENDLESS):
            continue
        client.request(method, address(path, defaultdict(lambda: MARK)), headers=headers)
        there = address(path, defaultdict(lambda: MARK, slug="fortress"))
        for form in forms:
            client.request(method, there, params=form, data=form if method == "POST" else None)
    for body in bodies:
        client.post("/api/v1/sessions", json=body)
    network(MARK), network(f"fe80::1%{MARK}"), skeleton(MARK)
    assert {name for name, key in kept() if tells(key)} == set()
