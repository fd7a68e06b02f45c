"""The story of how a daily's field fared, told by looking at its games one after another."""

from dataclasses import dataclass
from datetime import date

from msgspec import Struct, json

from engine.rules import Game

MOST_GAMES = 200
"""The most games of a daily that a story looks at, for a thousand verdicts or so. Those that count on its board come
first."""
MOST_CHANGES = 60
"""The most changes in the cards home that a story keeps for a game: a plot shows no more."""


class Trace(Struct, frozen=True, omit_defaults=True):
    """The number of cards home in the course of a game."""

    session: str
    won: bool
    steps: int
    """Entries in its log, including undo and redo."""
    changes: tuple[tuple[int, int], ...]
    """Pairs: a number of entries, and the cards home after them. The deal comes first."""
    lost: tuple[int, int] | None = None
    """The number of entries after which the win was lost, and the cards home then; None if unknown."""


class Loss(Struct, frozen=True):
    """A move that lost the win, and how many games made it in the same position."""

    options: str
    """The options of those games, as text."""
    at: str
    """The position before the move, as a snapshot."""
    move: str
    games: int
    session: str
    """One of those games; one that counts on the board, if there is one."""
    step: int
    """After how many entries of that game's log its player made the move."""


class Story(Struct, frozen=True, omit_defaults=True):
    """What we know so far about a daily's field."""

    games: int = 0
    """First attempts with a move in them."""
    left: tuple[str, ...] | None = None
    """The games still to look at, the next one first; None before the first look."""
    asked: int = 0
    """How many verdicts the worker has asked for about the next game."""
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
        """Return the story in the form in which it is stored."""
        return json.encode(self).decode()

    @property
    def is_complete(self) -> bool:
        """Whether every game has been looked at."""
        return self.left == ()


@dataclass(frozen=True, slots=True)
class Telling:
    """A story that a worker has taken to continue."""

    day: date
    game: Game
    story: Story
    attempts: int
    """How often workers have taken it since one last got further."""
    until: int
    """When the worker that took it counts as dead. No two takings share a time."""
