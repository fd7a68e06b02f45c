"""Files of certificates, plain or through gzip. Each certificate is a heading in JSON and a line for each position."""

import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pydantic import ValidationError
from pydantic_core import from_json

from app.cli.parser import BadInput
from app.model.certificate import Heading
from engine.cards import InvalidCard
from engine.deals import Deck, InvalidDeal, deal_number, read_deck, shuffled
from engine.games import UnknownGame, find
from engine.proofs import Argument, Table, Unsound, check, dealt
from engine.rules import InvalidOption, Variant

_GZIP = b"\x1f\x8b"
_LONGEST_LINE = 2000


@dataclass(frozen=True, slots=True)
class Proved:
    """A deal that a sound certificate proves unwinnable."""

    variant: Variant
    deal: str | None
    leans_on: tuple[Argument, ...]
    positions: int


def holds_certificates(content: bytes) -> bool:
    """Say whether a file looks like certificates: it is compressed, or its first line has a heading's key."""
    if content.startswith(_GZIP):
        return True
    try:
        heading = from_json(content.partition(b"\n")[0])
    except ValueError:
        return False
    return isinstance(heading, dict) and "rampart-proof" in heading


def check_certificates(content: bytes, file: str) -> Iterator[Proved]:
    """Check the certificates of a file one by one, and yield what each proves.

    Raises:
        BadInput: the file cannot be read as certificates.
        Unsound: a certificate proves nothing.
    """
    packed = content.startswith(_GZIP)
    try:
        with gzip.open(io.BytesIO(content)) if packed else io.BytesIO(content) as stream:
            yield from _checked(_lines(stream), file)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as refused:
        raise BadInput(f"Cannot read {file} as a certificate: {refused}.") from None


def _lines(stream: gzip.GzipFile | io.BytesIO) -> Iterator[tuple[int, str]]:
    number = 0
    while line := stream.readline(_LONGEST_LINE):
        number += 1
        yield number, line.decode("ascii").replace("\r\n", "\n")


def _checked(lines: Iterator[tuple[int, str]], file: str) -> Iterator[Proved]:
    for number, line in lines:
        try:
            heading = Heading.model_validate_json(line)
        except ValidationError as invalid:
            first = invalid.errors(include_url=False, include_input=False)[0]
            where = " ".join(map(str, first["loc"]))
            reason = f"line {number}: {f'{where}: ' * bool(where)}{first['msg']}"
            raise BadInput(f"Cannot read {file} as a certificate: {reason}.") from None
        variant, deck, leans_on = _variant(heading), _deck(heading), _arguments(heading)
        positions = (text for _, text in islice(lines, max(heading.positions, 0)))
        count = check(Table(variant.rules, dealt(variant.rules, deck), leans_on), positions, number + 1)
        if count != heading.positions:
            raise Unsound(f"positions: There are {count} lines, not {heading.positions}.")
        yield Proved(variant, heading.deal, leans_on, count)


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
    return deck


def _arguments(heading: Heading) -> tuple[Argument, ...]:
    unknown = [name for name in heading.leans_on if name not in [*Argument]]
    if unknown:
        raise Unsound(f"leans_on: There is no argument “{unknown[0][:40]}”; there are {', '.join(Argument)}.")
    return tuple(map(Argument, heading.leans_on))
