"""The deal of a game for a day, and the attempts at it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.play.values.shelf import Band
from engine.deals import Deck
from engine.moves import Move
from engine.rules import Game, Variant


class ClosingStage(StrEnum):
    """The stages in which the server closes a daily that is over."""

    ENDING = ""
    """The server ends attempts that are still running. A daily that is not over yet is at this stage too."""
    RANKING = "ranking"
    """The server gives attempts the tiers that depend on the field."""
    COUNTING = "counting"
    """The server adds the points of attempts to the standings."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a game for a day."""

    day: date
    game: Game
    options: Mapping[str, str]
    """The options that the day settles; each attempt chooses the others."""
    deal: int
    deck: Deck
    salt: str
    lines: Mapping[Variant, tuple[Move, ...]]
    """The shortest winning line found, for each variant that may be played."""
    effort: str
    """How much work went into finding short lines, in words."""
    settled: bool
    """Whether the day is over and its results are final."""
    chosen_at: int
    likeness: str
    """Equal for decks whose deals look alike but for names; see `engine.likeness`."""
    bounds: Mapping[Variant, int]
    """For each variant, a proved lower bound on the steps of any winning line."""
    stage: ClosingStage = ClosingStage.ENDING
    walked_to: str = ""
    """The id of the last session for which this stage is done."""
    allowed: tuple[tuple[int, int], ...] = ()
    """The tiers that depend on its field, each with the most steps that it allows."""
    band: Band | None = None
    """How hard its deal is, by the solver's search; None if it was found before this was stored."""


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """One attempt at a daily."""

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
    """Whether a player with an account first solved this daily with it."""
    tier: int = 0
    steps: int = 0
    home: int = 0
    """Cards on the foundations at the end."""
    ms: int = 0
    undos: int = 0
    hints: int = 0
    assisted: bool = False
    held: bool = False
    """Whether a moderator has yet to look at it."""
    score: int = 0
    """The number that ranks it, the lowest first; equal scores share a rank."""
    bot: bool = False
    """Whether a program played it. Such an attempt counts only among programs."""
    guest: bool = False
    """Whether a guest began it. Such an attempt is no first try, even once it belongs to an account."""

    @property
    def game(self) -> Game:
        """The game it is an attempt at."""
        return self.variant.game
