"""The page that says why a request was refused."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TroublePage:
    """What error.html shows."""

    status: int
    sentence: str
