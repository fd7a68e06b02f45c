"""Whether anybody answers what players ask the solvers."""

from dataclasses import dataclass
from enum import StrEnum


class Solvers(StrEnum):
    """How the solvers of a process stand, or of all processes together; the best one counts."""

    READY = "ready"
    """At least one takes questions."""
    STARTING = "starting"
    """The first is still getting ready."""
    AWAY = "away"
    """There is none, or none starts."""


@dataclass(frozen=True, slots=True)
class Workers:
    """The processes that have lately said that they run solvers."""

    count: int
    solvers: Solvers
    """How the solvers of all of them stand together."""
