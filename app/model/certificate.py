"""Certificates that a deal cannot be won, as files and in the store. `docs/proofs.md` describes the format."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.cards import spell
from engine.deals import Deck
from engine.proofs import Argument, Unwritten, collect, dealt, leanings
from engine.rules import RULES_VERSION, Variant

MOST_BYTES = 5_000_000
"""The size of the largest certificate that a server offers, as text."""
MOST_POSITIONS = 200_000
"""A certificate with this many positions is larger than that in every game, and takes some minutes to collect."""


class Heading(BaseModel):
    """The first line of a certificate."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    version: Literal[1] = Field(alias="rampart-proof")
    rules: Literal[1]
    game: str
    options: dict[str, str]
    deal: str | None
    deck: str
    leans_on: list[str]
    positions: int


class State(StrEnum):
    """How far a server has come with a certificate."""

    WAITING = "waiting"
    MADE = "made"
    TOO_LARGE = "too large"
    FAILED = "failed"
    """Writing it took too long, or killed the solver again and again."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that somebody has asked a server for."""

    key: str
    """The key of the question whether its deal can be won."""
    variant: Variant
    deal: int | None
    """The deal's number; None for a hand-made deck."""
    deck: Deck
    state: State = State.WAITING
    positions: int = 0
    """How many positions it has; 0 if unknown."""
    size: int = 0
    """Its size as text, in bytes; 0 if unknown."""
    attempts: int = 0
    """How often somebody began to write it."""


def certificate(
    variant: Variant, deal: str | None, deck: Deck, leans_on: Sequence[Argument], lines: list[str]
) -> bytes:
    """Write a certificate as text."""
    heading = Heading.model_validate(
        {
            "rampart-proof": 1,
            "rules": RULES_VERSION,
            "game": variant.game.slug,
            "options": dict(variant.options),
            "deal": deal,
            "deck": spell(deck),
            "leans_on": [str(argument) for argument in leans_on],
            "positions": len(lines),
        }
    )
    return "".join(f"{line}\n" for line in (heading.model_dump_json(by_alias=True), *lines)).encode()


def prove(
    variant: Variant, deal: str | None, deck: Deck, forms: Sequence[Collection[Argument]], limit: int
) -> bytes | Unwritten:
    """Return the certificate of a deal that cannot be won, in the first form that has one, or why there is none.

    It has at most `limit` positions.
    """
    for form in forms:
        leans_on = leanings(variant.rules, form)
        lines = collect(variant.rules, dealt(variant.rules, deck), leans_on, limit)
        if isinstance(lines, list):
            return certificate(variant, deal, deck, leans_on, lines)
        if lines is Unwritten.TOO_LARGE:
            return lines
    return Unwritten.MEETS_A_WIN
