"""Sections that features add to pages of the rooms below them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from app.core.slots import Slot

K = TypeVar("K")


def _nothing(_connection: Connection, _key: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Section(Generic[K]):
    """A section of a page: the fragment that draws it, and how to read what the fragment knows as `found`."""

    rank: int
    """The page shows the section with the lowest rank first."""
    template: str
    read: Callable[[Connection, K], object] = _nothing


class Found(NamedTuple):
    """A section with what it shows."""

    template: str
    found: object


def read_sections(slot: Slot[Section[K]], connection: Connection, key: K) -> list[Found]:
    """Read what the sections of a page show, in their order."""
    ranked = sorted(slot, key=lambda section: section.rank)
    return [Found(section.template, section.read(connection, key)) for section in ranked]
