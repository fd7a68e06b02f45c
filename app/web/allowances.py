"""What programs hear of their limits: how much is left of each, in headers."""

from dataclasses import dataclass

from starlette.types import Scope

MOVES, WORK = "moves", "work"
"""The names of the limits of what is not counted by a kind of request: moves, and the processor's time."""
STANDINGS = "rampart.limits"
"""The key in a program's request scope for what is left of each limit that counted the request."""
MINUTE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much of a limit is left for a player or an address."""

    name: str
    quota: int
    window_seconds: int
    left: int
    reset_seconds: int
    """How long until there is more."""

    @property
    def policy(self) -> str:
        """The limit, in the form of `RateLimit-Policy`."""
        return f'"{self.name}";q={self.quota};w={self.window_seconds}'

    def __str__(self) -> str:
        """Return what is left, in the form of `RateLimit`."""
        return f'"{self.name}";r={self.left};t={self.reset_seconds}'


def refused_by(scope: Scope, name: str, most: int, wait: int) -> None:
    """Note that a request is refused by a limit of so many in a minute, which has room again in `wait` seconds."""
    scope.setdefault(STANDINGS, []).append(Allowance(name, most, MINUTE_SECONDS, 0, wait))


def written(stand: list[Allowance]) -> list[tuple[bytes, bytes]]:
    """Return the headers for some limits, in the form of draft-ietf-httpapi-ratelimit-headers; none without any."""
    if not stand:
        return []
    policies, left = ", ".join(one.policy for one in stand), ", ".join(map(str, stand))
    return [(b"ratelimit-policy", policies.encode()), (b"ratelimit", left.encode())]
