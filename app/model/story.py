"""How the field of a daily fared: what its games come to when they are looked at one after another."""

from dataclasses import dataclass
from datetime import date

from msgspec import Struct, json

from engine.rules import Game

MOST_GAMES = 200
"""Games of a daily that are looked at, some thousand verdicts at most; those that count on its board come first."""
MOST_CHANGES = 60
"""Changes of the cards home that are kept of a game: a plot shows no more."""


class Trace(Struct, frozen=True, omit_defaults=True):
    """Cards home along a game."""

    session: str
    won: bool
    steps: int
    """Entries of its log, undo and redo among them."""
    changes: tuple[tuple[int, int], ...]
    """After how many entries how many cards were home; the deal comes first."""
    lost: tuple[int, int] | None = None
    """After how many entries the win was lost, and how many cards were home then; None where that is not known."""


class Loss(Struct, frozen=True):
    """A move that lost the win, and how many games made it in the same position."""

    options: str
    """The options of those games, as text."""
    at: str
    """The position before the move, as a snapshot."""
    move: str
    games: int
    session: str
    """One of those games, one that counts on the board if there is any."""
    step: int
    """After how many entries of its log the move was made there."""


class Story(Struct, frozen=True, omit_defaults=True):
    """What is known by now of a daily's field."""

    games: int = 0
    """First attempts with a move in them."""
    left: tuple[str, ...] | None = None
    """The games that are still to be looked at, the next one first; None before the first look."""
    asked: int = 0
    """Verdicts asked for about the next one."""
    traces: tuple[Trace, ...] = ()
    losses: tuple[Loss, ...] = ()
    open: int = 0
    """Games that could still have been won where they were left."""
    shortest: tuple[str, ...] = ()
    """The shortest wins that count on the board, by steps."""
    dramatic: tuple[str, ...] = ()
    """The wins that count on the board and took back the most moves."""

    @classmethod
    def read(cls, text: str) -> "Story":
        """Read what `text` wrote."""
        return json.decode(text, type=cls)

    @property
    def text(self) -> str:
        """Return it as it is stored."""
        return json.encode(self).decode()

    @property
    def is_told(self) -> bool:
        """Whether every game has been looked at."""
        return self.left == ()


@dataclass(frozen=True, slots=True)
class Telling:
    """A story that a worker has taken to go on with."""

    day: date
    game: Game
    story: Story
    attempts: int
    """How often it was taken since it last went on."""
    until: int
    """When whoever took it counts as dead. No two have the same."""
