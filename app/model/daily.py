"""A day's deal of a game, and what its attempts come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from hashlib import sha256

from engine.deals import Deck
from engine.moves import Move
from engine.rules import Game, Variant


class ClosingStage(StrEnum):
    """What is done with the attempts of a daily that is over."""

    ENDING = ""
    """What still runs is ended. Before the daily is over it waits for that."""
    RANKING = "ranking"
    """Attempts get the tiers that come from the field."""
    COUNTING = "counting"
    """What attempts brought is added to the standings."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a game on a day."""

    day: date
    game: Game
    options: Mapping[str, str]
    """Those that the day settles; an attempt chooses the others."""
    deal: int
    deck: Deck
    salt: str
    lines: Mapping[Variant, tuple[Move, ...]]
    """For each variant that may be played the shortest winning line that was found."""
    effort: str
    """What was spent on finding short lines, in words."""
    settled: bool
    """Whether the day is over and its results stand."""
    chosen_at: int
    likeness: str
    """By which decks are known whose deals look like this one, or differ by names alone."""
    bounds: Mapping[Variant, int]
    """For each variant the fewest steps that any line has, as far as that was proved."""
    stage: ClosingStage = ClosingStage.ENDING
    walked_to: str = ""
    """The session up to which its stage is done."""
    allowed: tuple[tuple[int, int], ...] = ()
    """The tiers that come from its field, with the most steps they allow."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the seal is made of that binds the server to a deal from when it is chosen, so that anybody can check it."""

    game: str
    options: str
    """Those that the day settles, sorted `k=v` joined by `&`; empty where there are none."""
    day: str
    deal: str
    salt: str

    @property
    def line(self) -> str:
        """The line that is hashed: `slug options date deal salt`."""
        return f"{self.game} {self.options} {self.day} {self.deal} {self.salt}"

    @property
    def seal(self) -> str:
        """The SHA-256 of the line, in hexadecimal.

        >>> Sealed("fortress", "", "2026-11-20", "5", "salt").seal[:16]
        'b080f5231a0a564e'
        """
        return sha256(self.line.encode("ascii", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A playing of a daily."""

    session_id: str
    day: date
    variant: Variant
    player_id: str
    number: int
    """Which of the player's attempts at this daily it is, from 1."""
    ranked: bool
    """Whether it counts on the board of first tries."""
    started_at: int
    ended_at: int | None = None
    solved: bool = False
    first_solve: bool = False
    """Whether it is the first by which a player with an account solved this daily."""
    tier: int = 0
    steps: int = 0
    home: int = 0
    """Cards on the foundations at the end."""
    ms: int = 0
    undos: int = 0
    hints: int = 0
    assisted: bool = False
    held: bool = False
    """Whether a person has yet to look at it."""
    score: int = 0
    """What it is ranked by, the lowest first; equal scores share a rank."""
    bot: bool = False
    """Whether a program played it; such a one counts among programs alone."""

    @property
    def game(self) -> Game:
        """The game it is an attempt at."""
        return self.variant.game
