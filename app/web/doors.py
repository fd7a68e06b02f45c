"""The doors of a room: the pages and endpoints by which requests reach it, and the words that its templates use."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Commands import this with the list of features, and need none of the web.
    from fastapi import APIRouter, Request
    from fastapi.responses import Response

Answer = Callable[["Request", Exception], Awaitable["Response"]]
"""A function that answers an exception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What a room adds to the web application."""

    api: tuple["APIRouter", ...] = ()
    """Endpoints for programs; each route has a description."""
    streams: tuple["APIRouter", ...] = ()
    """Endpoints that send lines for as long as somebody reads them; documented after all others."""
    pages: tuple["APIRouter", ...] = ()
    catch_all: tuple["APIRouter", ...] = ()
    """Pages whose addresses match nearly everything, so they come after those of all rooms."""
    filters: tuple[Callable[..., Any], ...] = ()
    """Functions that put values into words for templates, under their own names."""
    answers: Mapping[type[Exception], Answer] = field(default_factory=dict)
    """The answers to refusals that carry values of the room."""
