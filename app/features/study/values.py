"""Certificates that a deal cannot be won, as files and in the database. `docs/proofs.md` describes the format."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.cards import TEXT, spell
from engine.deals import Deck
from engine.position import Position, face_down_rows, layout
from engine.proofs import Argument, PositionTable, Unwritten, collect, dealt, leanings
from engine.proofs.checker import Placement
from engine.rules import RULES_VERSION, Rules, Variant, builds

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
    position: str | None = None
    """The position that the certificate is about, as a line; None for the deal."""
    leans_on: list[str]
    positions: int


class CertificateState(StrEnum):
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
    state: CertificateState = CertificateState.WAITING
    positions: int = 0
    """How many positions it has; 0 if unknown."""
    size: int = 0
    """Its size as text, in bytes; 0 if unknown."""
    attempts: int = 0
    """How often somebody began to write it."""


def position_text(rules: Rules, deck: Deck, position: Position) -> str:
    """Return a position reached from a deck as a line of a certificate in which every card has its own name."""
    columns, piles = list[tuple[int, tuple[str, ...]]](), position.piles
    for at in layout(rules).columns:
        cards, hidden = piles[at], face_down_rows(rules, position, at)
        lowest = len(cards) - 1
        while lowest > 0 and lowest - 1 not in hidden and builds(rules.build, cards[lowest], cards[lowest - 1]):
            lowest -= 1
        known = lowest + 1 if lowest > 0 else 0
        columns.append((known, tuple(TEXT[card] for card in cards[known:])))
    homes, cells, reserve = (
        [piles[at] for at in places]
        for places in (layout(rules).foundations, layout(rules).cells, layout(rules).reserve)
    )
    held = [tuple(TEXT[card] for pile in places for card in pile) for places in (cells, reserve)]
    (text,) = PositionTable(rules, dealt(rules, deck), ()).lines(
        Placement(tuple(map(len, homes)), tuple(columns), *held)
    )
    return text


def certificate(
    variant: Variant,
    deal: str | None,
    deck: Deck,
    leans_on: Sequence[Argument],
    lines: list[str],
    position: str | None = None,
) -> bytes:
    """Write a certificate as text, about a deal or about a position that `position_text` wrote."""
    heading = Heading.model_validate(
        {
            "rampart-proof": 1,
            "rules": RULES_VERSION,
            "game": variant.game.slug,
            "options": dict(variant.options),
            "deal": deal,
            "deck": spell(deck),
            "position": position,
            "leans_on": [str(argument) for argument in leans_on],
            "positions": len(lines),
        }
    )
    head = heading.model_dump_json(by_alias=True, exclude={"position"} if position is None else None)
    return "".join(f"{line}\n" for line in (head, *lines)).encode()


def prove(
    variant: Variant,
    deal: str | None,
    deck: Deck,
    forms: Sequence[Collection[Argument]],
    limit: int,
    position: str | None = None,
) -> bytes | Unwritten:
    """Return the certificate of what cannot be won, in the first form that has one, or why there is none.

    It is about a deal, or about a position that `position_text` wrote, and has at most `limit` positions.
    """
    for form in forms:
        leans_on = leanings(variant.rules, form)
        lines = collect(variant.rules, dealt(variant.rules, deck), leans_on, limit, position)
        if isinstance(lines, list):
            return certificate(variant, deal, deck, leans_on, lines, position)
        if lines is Unwritten.TOO_LARGE:
            return lines
    return Unwritten.MEETS_A_WIN
