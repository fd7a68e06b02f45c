"""A puzzle as a value, and as the line of text in which it ships.

A player who solves a puzzle sees every card, even those that lie face down by the rules. Positions of Stonewall without
a face-down card make no puzzles: each column has been taken down to its lowest card, so each is one packed sequence
now. The lowest card that is not home lies on top of one of them, or in the reserve, and can go home. So can the next,
to the end, and no move loses.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from msgspec import DecodeError, Struct, json

from engine.deals import Deck, shuffled
from engine.moves import Move, read_moves, replay
from engine.position import Position, snapshot
from engine.puzzles.goals import Goal, goal_text, read_goal
from engine.puzzles.themes import Theme
from engine.rules import Variant

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of an id: none looks like another."""
_LENGTH = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position that can be won, and a goal to reach without ever making a losing move."""

    id: str
    """The id that `puzzle_id` makes: the same position and goal have the same id everywhere."""
    variant: Variant
    deal: int | None
    """The deal number of the deck; None if the deck is hand-made."""
    deck: Deck
    moves: tuple[Move, ...]
    """The moves from the deal to the position."""
    goal: Goal
    way: tuple[Move, ...]
    """Moves from the position that never lose. The last one reaches the goal."""
    rating: float
    """The first estimate of how hard the puzzle is."""
    themes: tuple[Theme, ...]

    @property
    def position(self) -> Position:
        """The position to solve."""
        return replay(self.variant.rules, self.deck, self.moves)


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle on a numbered deal, in the form in which it ships."""

    id: str
    deal: int
    moves: str
    goal: str
    way: str
    rating: float
    themes: str


def puzzle_id(variant: Variant, position: Position, goal: Goal) -> str:
    """Return the id of the puzzle with this position and goal: eight small letters and digits."""
    text = f"{variant} {snapshot(variant.rules, position)} {goal_text(goal)}"
    number, letters = int.from_bytes(sha256(text.encode()).digest()), []
    for _ in range(_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)


def written_puzzle(puzzle: Puzzle) -> str:
    """Return the line of text in which a puzzle ships. Raise `ValueError` if its deal has no number."""
    if puzzle.deal is None:
        raise ValueError("A puzzle ships only with a deal that has a number.")
    moves, way = _texts(puzzle.moves), _texts(puzzle.way)
    goal, themes = goal_text(puzzle.goal), " ".join(puzzle.themes)
    return json.encode(_Line(puzzle.id, puzzle.deal, moves, goal, way, puzzle.rating, themes)).decode()


def read_puzzle(variant: Variant, line: str) -> Puzzle:
    """Read the line that `written_puzzle` wrote for a puzzle of this variant.

    It plays nothing: asking for the position shows whether the moves are legal.

    Raises:
        ValueError: the line is not of this form.
    """
    try:
        read = json.decode(line, type=_Line)
    except DecodeError as wrong:
        raise ValueError(f"This is no puzzle: {wrong}") from None
    return Puzzle(
        id=read.id,
        variant=variant,
        deal=read.deal,
        deck=shuffled(read.deal),
        moves=read_moves(read.moves),
        goal=read_goal(read.goal),
        way=read_moves(read.way),
        rating=read.rating,
        themes=tuple(map(Theme, read.themes.split())),
    )


def _texts(moves: Iterable[Move]) -> str:
    return " ".join(map(str, moves))
