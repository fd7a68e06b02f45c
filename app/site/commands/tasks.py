"""The tasks of a command: positions named by a deal number, a range of deal numbers or a file of decks.

The functions yield tasks one at a time, so thousands of decks take no more memory than one.
"""

import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.site.commands.console import BadInput, Parser
from engine.cards import InvalidCard
from engine.deals import Deck, InvalidDeal, deal_number, read_deck, shuffled
from engine.games import GAMES, UnknownGame, find
from engine.moves import IllegalMove, InvalidMove, Move, apply
from engine.position import Position, deal
from engine.rules import Game, InvalidOption, Rules, Variant

_RANGE = re.compile(r"([0-9]+)-([0-9]+)", re.ASCII)
_LONGEST_LINE = 100_000


@dataclass(frozen=True, slots=True)
class PositionTask:
    """One position for a command to work on."""

    variant: Variant
    deal: str | None
    """The deal number; None for a deck from a file."""
    deck: Deck
    position: Position
    """The position that the deck deals, or that moves have led to from there."""
    name: str
    """The position's name in answers for people."""

    @property
    def head(self) -> dict[str, object]:
        """The keys at the start of every answer in JSON."""
        return {"game": self.variant.game.slug, "options": self.variant.options, "deal": self.deal}


def add_variant_arguments(parser: Parser) -> None:
    """Add the arguments that name a game and its options."""
    parser.add_argument("slug", metavar="SLUG", help=f"the game: {', '.join(GAMES)}")
    parser.add_argument(
        "--option", metavar="K=V", action="append", default=[], help="an option of the game, such as cell=one"
    )


def add_game_arguments(parser: Parser) -> None:
    """Add the arguments that name a game and its options, and `--json`."""
    add_variant_arguments(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON, one object per line")


def add_task_arguments(parser: Parser) -> None:
    """Add the arguments that name positions and a game, and `--json`."""
    add_game_arguments(parser)
    add_position_arguments(parser)


def add_position_arguments(parser: Parser) -> None:
    """Add the arguments that name positions of a game."""
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="a deal number")
    parser.add_argument("--deals", metavar="A-B", help="every deal number from A to B")
    parser.add_argument(
        "--decks",
        metavar="FILE",
        help="a file with one deck per line, 52 cards in dealing order; after a | a line may list moves to make first "
        "(- reads standard input)",
    )


def read_game(arguments: Namespace) -> tuple[Game, dict[str, str]]:
    """Read the game and its options, or raise `BadInput`."""
    try:
        game = find(arguments.slug)
    except UnknownGame as unknown:
        raise BadInput(str(unknown)) from None
    names = [option.name for option in game.options]
    given: dict[str, str] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"“{text[:40]}” is not an option; write one like cell=one.")
        if name not in names:
            raise BadInput(f"{game.name} has no option “{name[:40]}”; it has {' and '.join(names) or 'none'}.")
        if given.setdefault(name, value) != value:
            raise BadInput(f"The option “{name}” has two values.")
    return game, given


def settle(game: Game, given: dict[str, str]) -> Variant:
    """Return the variant of a game with the given options, or raise `BadInput`."""
    try:
        return game.settle(given)
    except InvalidOption as invalid:
        raise BadInput(str(invalid)) from None


def read_number(text: str) -> int:
    """Read a deal number, or raise `BadInput`."""
    try:
        return deal_number(text)
    except InvalidDeal as invalid:
        raise BadInput(str(invalid)) from None


def read_tasks(arguments: Namespace) -> Iterator[PositionTask]:
    """Yield the tasks in order.

    Raises:
        BadInput: the arguments are bad (raised at once), or a line of the file is (raised when it is read).
    """
    game, given = read_game(arguments)
    variant = settle(game, given)
    asked = [what for what in (arguments.number, arguments.deals, arguments.decks) if what is not None]
    if len(asked) != 1:
        raise BadInput("Name the deals in one way: a deal number, --deals A-B or --decks FILE.")
    if arguments.decks is not None:
        return _from_file(variant, arguments.decks)
    numbers = read_range(arguments.deals) if arguments.deals is not None else (read_number(arguments.number),)
    return _from_numbers(variant, numbers)


def _from_numbers(variant: Variant, numbers: Iterable[int]) -> Iterator[PositionTask]:
    suffix = "".join(f", {name} {value}" for name, value in variant.options.items())
    for number in numbers:
        deck = shuffled(number)
        yield PositionTask(
            variant, str(number), deck, deal(variant.rules, deck), f"{variant.game.name} {number}{suffix}"
        )


def read_range(text: str) -> range:
    """Read a range of deal numbers, or raise `BadInput`."""
    ends = _RANGE.fullmatch(text)
    if ends is None:
        raise BadInput("Write a range of deal numbers like 1-100.")
    first, last = map(read_number, ends.groups())
    if first > last:
        raise BadInput(f"There is no deal number from {first} to {last}.")
    return range(first, last + 1)


def _from_file(variant: Variant, path: str) -> Iterator[PositionTask]:
    for name, line in _read_lines(path):
        try:
            yield PositionTask(variant, None, *_read_position(variant.rules, line), name)
        except (InvalidCard, InvalidMove, IllegalMove) as invalid:
            raise BadInput(f"{name}: {invalid}") from None


def _read_lines(path: str) -> Iterator[tuple[str, str]]:
    """Yield each line that is not blank, after the name that error messages use for it."""
    file = "standard input" if path == "-" else path
    try:
        with _open(path) as lines:
            number = 0
            while line := lines.readline(_LONGEST_LINE):
                number += 1
                if len(line) == _LONGEST_LINE:
                    raise BadInput(f"{file} line {number}: This line is too long.")
                if line.strip():
                    yield f"{file} line {number}", line.decode("utf-8-sig")
    except OSError as refused:
        raise BadInput(f"Cannot read {file}: {refused.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} line {number}: This is not UTF-8 text.") from None


def _open(path: str) -> nullcontext[BinaryIO] | BinaryIO:
    return nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb")


def _read_position(rules: Rules, line: str) -> tuple[Deck, Position]:
    text, _, moves = line.partition("|")
    deck = read_deck(text)
    position = deal(rules, deck)
    for place, move in enumerate(moves.split(), start=1):
        try:
            position = apply(rules, position, Move.read(move))
        except (InvalidMove, IllegalMove) as refused:
            raise InvalidMove(f"Move {place}, {move[:40]}: {refused}") from None
    return deck, position
