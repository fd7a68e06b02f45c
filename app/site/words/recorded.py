"""What a server has answered, for the examples of the reference. A long test holds it against a server.

`python -m tests.app.site.recording` writes the file again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from engine.caching import cached

FILE = Path(__file__).with_name("recorded.json")


@dataclass(frozen=True, slots=True)
class Recorded:
    """An example of whatever programs get back."""

    addresses: Mapping[str, str]
    """A value of each part of an address, and of some parameters, by its name."""
    documents: Mapping[str, Any]
    """A document of each kind, by the name of its schema; of longer lists in it, the beginning."""


@cached(1)
def recorded() -> Recorded:
    """Read the file."""
    return TypeAdapter(Recorded).validate_json(FILE.read_bytes())
