"""Files of certificates, plain or through gzip. Each certificate is a heading in JSON and a line for each position."""

import gzip
import io
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice

from pydantic_core import from_json

from app.features.study.values import Heading
from app.site.commands.console import BadInput
from app.site.commands.documents import UnreadableDocument, read_document
from engine.cards import InvalidCard, spell
from engine.deals import Deck, InvalidDeal, deal_number, read_deck, shuffled
from engine.games import UnknownGame, find
from engine.proofs import Argument, PositionTable, Unsound, check, dealt
from engine.rules import InvalidOption, Variant

_GZIP = b"\x1f\x8b"
_LONGEST_LINE = 2000
"""In bytes, without the end of the line. The longest that the writer writes has some 700."""
PEEKED = 4096
"""How many bytes at the start of a file show what it is."""


@dataclass(frozen=True, slots=True)
class CertifiedDeal:
    """A deal, or a position after moves on it, that a sound certificate proves unwinnable."""

    variant: Variant
    deal: str | None
    position: str | None
    """The position as a line of the certificate; None for the deal itself."""
    leans_on: tuple[Argument, ...]
    positions: int


def holds_certificates(source: io.BufferedReader) -> bool:
    """Return whether this looks like certificates, without consuming anything.

    It does if it is compressed by gzip, or its first line has a heading's key.
    """
    head = source.peek(PEEKED)
    if head.startswith(_GZIP):
        return True
    try:
        heading = from_json(head.removeprefix(BOM_UTF8).partition(b"\n")[0])
    except ValueError:
        return False
    return isinstance(heading, dict) and "rampart-proof" in heading


def check_certificates(source: io.BufferedReader, file: str, most: int) -> Iterator[CertifiedDeal]:
    """Check the certificates of a file one by one as they are read, and yield what each proves.

    Raises:
        BadInput: the file cannot be read as certificates, or one has more than `most` positions.
        Unsound: a certificate proves nothing.
    """
    packed = source.peek(PEEKED).startswith(_GZIP)
    try:
        with gzip.GzipFile(fileobj=source) if packed else nullcontext(source) as stream:
            yield from _check(_lines(stream), most)
    except (OSError, EOFError, zlib.error, UnreadableDocument) as refused:
        raise BadInput(f"Cannot read {file} as a certificate: {refused}.") from None


def _lines(stream: gzip.GzipFile | io.BufferedReader) -> Iterator[tuple[int, str]]:
    number = 0
    while line := stream.readline(_LONGEST_LINE + len("\r\n")):
        number += 1
        # An editor may have put a mark before the text, and other ends to its lines.
        text = line.removeprefix(BOM_UTF8) if number == 1 else line
        text = text.removesuffix(b"\n").removesuffix(b"\r") if text.endswith(b"\n") else text
        if len(text) > _LONGEST_LINE:
            raise UnreadableDocument(f"line {number}: It is longer than {_LONGEST_LINE} bytes")
        if not text.isascii():
            raise UnreadableDocument(f"line {number}: It is not ASCII")
        yield number, text.decode("ascii")
    if not number:
        # What holds no certificate must not pass for one that is sound.
        raise UnreadableDocument("It is empty")


def _check(lines: Iterator[tuple[int, str]], most: int) -> Iterator[CertifiedDeal]:
    for number, line in lines:
        try:
            heading = read_document(Heading, line)
        except UnreadableDocument as unreadable:
            raise UnreadableDocument(f"line {number}: {unreadable}") from None
        if heading.positions > most:
            raise UnreadableDocument(
                f"line {number}: positions: {heading.positions} is more than the {most} that --limit allows"
            )
        variant, deck, leans_on = _variant(heading), _deck(heading), _arguments(heading)
        positions, table = max(heading.positions, 0), PositionTable(variant.rules, dealt(variant.rules, deck), leans_on)
        if heading.position is not None and not table.begin_at(heading.position):
            raise Unsound("position: This is not the text of a position in which every card has its own name.")
        count = check(table, (text for _, text in islice(lines, positions)), number + 1, positions)
        if count != heading.positions:
            raise Unsound(f"positions: There are {count} lines, not {heading.positions}.")
        yield CertifiedDeal(variant, heading.deal, heading.position, leans_on, count)


def _variant(heading: Heading) -> Variant:
    try:
        game = find(heading.game)
        variant = game.settle(heading.options)
    except UnknownGame as unknown:
        raise Unsound(f"game: {unknown}") from None
    except InvalidOption as invalid:
        raise Unsound(f"options: {invalid}") from None
    if variant.options != heading.options:
        named = " and ".join(f"“{name}”" for name in variant.options) or "none"
        raise Unsound(f"options: A certificate of {game.name} names these options: {named}.")
    return variant


def _deck(heading: Heading) -> Deck:
    try:
        deck = read_deck(heading.deck)
        dealt = deck if heading.deal is None else shuffled(deal_number(heading.deal))
    except InvalidCard as invalid:
        raise Unsound(f"deck: {invalid}") from None
    except InvalidDeal as invalid:
        raise Unsound(f"deal: {invalid}") from None
    if deck != dealt:
        raise Unsound(f"deck: This is not the deck of deal {heading.deal}.")
    if heading.deck != spell(deck):
        raise Unsound("deck: Cards are written in capitals, with one blank between two.")
    return deck


def _arguments(heading: Heading) -> tuple[Argument, ...]:
    unknown = [name for name in heading.leans_on if name not in [*Argument]]
    if unknown:
        raise Unsound(f"leans_on: There is no argument “{unknown[0][:40]}”; there are {', '.join(Argument)}.")
    return tuple(map(Argument, heading.leans_on))
