"""The puzzles that come with Rampart: a file for each variant, with a line for each puzzle.

The server reads a file only when somebody asks for it, and makes a puzzle from its line only when somebody wants it.
"""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, json

from engine.caching import cached
from engine.games import GAMES
from engine.puzzles import Puzzle, read_puzzle
from engine.rules import Game, Variant

SHIPPED = Path(__file__).with_name("shipped_puzzles")


class _Named(Struct):
    """The part of a line that says which puzzle it is, and how hard at a first guess."""

    id: str
    rating: float


def file_of(variant: Variant) -> Path:
    """Return the path of a variant's puzzles; for a game that nobody has searched for puzzles, no such file exists."""
    return SHIPPED / (
        "-".join([variant.game.slug, *(f"{name}-{value}" for name, value in variant.options.items())]) + ".jsonl"
    )


def shipped_ids(variant: Variant) -> tuple[str, ...]:
    """Return the ids of the puzzles of a variant, in the order in which they were found."""
    return tuple(_lines(variant))


def ships_puzzles(game: Game) -> bool:
    """Return whether puzzles of a game come with Rampart."""
    return any(map(shipped_ids, game.variants({})))


@cached()
def first_guesses(variant: Variant) -> Mapping[str, float]:
    """Return how hard the puzzles of a variant are at a first guess, by id, without making them."""
    return {puzzle_id: json.decode(line, type=_Named).rating for puzzle_id, line in _lines(variant).items()}


@cached(16)
def shipped_puzzles(variant: Variant) -> tuple[Puzzle, ...]:
    """Return the puzzles of a variant, in the order in which they were found."""
    return tuple([read_puzzle(variant, line) for line in _lines(variant).values()])


def shipped_puzzle(puzzle_id: str) -> Puzzle | None:
    """Return the puzzle with this id; None if no shipped puzzle has it."""
    variant = _variants().get(puzzle_id)
    return _puzzle(variant, puzzle_id) if variant else None


@cached(1024)
def _puzzle(variant: Variant, puzzle_id: str) -> Puzzle:
    return read_puzzle(variant, _lines(variant)[puzzle_id])


@cached()
def _variants() -> Mapping[str, Variant]:
    """Return the variant of each shipped puzzle, by id."""
    every = (variant for game in GAMES.values() for variant in game.variants({}))
    return {puzzle_id: variant for variant in every for puzzle_id in _lines(variant)}


@cached()
def _lines(variant: Variant) -> Mapping[str, str]:
    file = file_of(variant)
    lines = file.read_text().splitlines() if file.exists() else []
    return {json.decode(line, type=_Named).id: line for line in lines}
