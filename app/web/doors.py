"""The doors of a room: the pages and endpoints by which requests reach it, and the words that its templates use.

Sections are what features add to pages of the rooms below them.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from app.core.slots import Slot

if TYPE_CHECKING:
    # Commands import this with the list of features, and need none of the web.
    from fastapi import APIRouter, Request
    from fastapi.responses import Response
    from pydantic import BaseModel

PROGRAMS = "/api/v1/"
"""How every address for programs begins."""

Answer = Callable[["Request", Exception], Awaitable["Response"]]
"""A function that answers an exception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What a room adds to the web application."""

    api: tuple["APIRouter", ...] = ()
    """Endpoints for programs; each route has a description."""
    streams: tuple["APIRouter", ...] = ()
    """Endpoints that send lines for as long as somebody reads them; documented after all others."""
    lines: tuple[type["BaseModel"], ...] = ()
    """What the stream of a player's events may carry; `type` says which of them a line is."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """What the endpoints of each tag are for, in a sentence."""
    pages: tuple["APIRouter", ...] = ()
    catch_all: tuple["APIRouter", ...] = ()
    """Pages whose addresses match nearly everything, so they come after those of all rooms."""
    filters: tuple[Callable[..., Any], ...] = ()
    """Functions that put values into words for templates, under their own names."""
    answers: Mapping[type[Exception], Answer] = field(default_factory=dict)
    """The answers to refusals that carry values of the room."""


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


class FilledSection(NamedTuple):
    """A section with what it shows."""

    template: str
    found: object


def read_sections(slot: Slot[Section[K]], connection: Connection, key: K) -> list[FilledSection]:
    """Read what the sections of a page show, in their order."""
    ranked = sorted(slot, key=lambda section: section.rank)
    return [FilledSection(section.template, section.read(connection, key)) for section in ranked]
