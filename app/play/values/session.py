"""One game of a patience, its log, and what a request did in it."""

from dataclasses import dataclass
from typing import NamedTuple

from app.core.refusals import Code, Refusal
from app.play.values.event import Event
from engine.deals import Deck
from engine.moves import Move
from engine.position import Position
from engine.record import Deed, Do, Status
from engine.rules import Rules, Variant

LONGEST_PAUSE_MS = 120_000
"""The most of a pause between two entries that counts as time played; none of the player's absence counts."""


class Session(NamedTuple):
    """A session. Times are in milliseconds since 1970, durations in milliseconds."""

    id: str
    player_id: str
    variant: Variant
    version: int
    """The version of the rules; see `engine.rules.RULES_VERSION`."""
    deal: int | None
    """The deal number; None for a hand-made deck."""
    deck: Deck
    position: Position
    """The board now."""
    seq: int
    """The number of entries in the log."""
    status: Status
    steps: int
    undos: int
    undoable: int
    """Requests that undo can take back, one after another."""
    redoable: int
    """Requests that redo can make again."""
    last_move: Move | None
    played_ms: int
    started_at: int
    changed_at: int
    event: Event | None = None
    sealed: bool = False
    """Whether its deal is still secret."""
    top: int | None = None
    """The request that undo takes back, by the `seq` of its first entry. None if there is none, or if the log is older
    than the links between entries."""
    ahead: int | None = None
    """The undo that redo takes back, by its `seq`; None for the same reasons as `top`."""
    away_since: int | None = None
    """When its player left the table; None if unknown."""
    away_ms: int = 0
    """How long its player was away between the last entry and `away_since`, or now."""
    lead: int = 0
    """How many moves it began with, which undo does not take back."""

    @property
    def has_task(self) -> bool:
        """Whether it is about a goal rather than a whole game."""
        return self.event is not None and not self.event.whole_game

    @property
    def runs_on(self) -> bool:
        """Whether the time at its table runs from the deal on, because an open event counts it so."""
        return self.sealed and self.event is not None and self.event.timed_from_deal

    def time_at(self, now: int) -> int:
        """Return the time that its table shows while its event is open: since the deal if that counts, else as played.

        `Occasion.time_shown` knows it after that, too.
        """
        if self.runs_on:
            return self.since_deal(now)
        return self.played_ms if self.status.finished else self.played_until(now)

    def played_until(self, now: int) -> int:
        """Return the time played as an entry made now would count it."""
        return self.played_ms + min(self.watched_ms(now), LONGEST_PAUSE_MS)

    def watched_ms(self, now: int) -> int:
        """Return how many milliseconds the player has spent at the table since the last entry.

        >>> session = Session(*[None] * 16, changed_at=1_000, away_ms=300)
        >>> session.watched_ms(2_000), session._replace(away_since=1_500).watched_ms(2_000)
        (700, 200)
        """
        until = now if self.away_since is None else min(now, self.away_since)
        return max(until - self.changed_at - self.away_ms, 0)

    def since_deal(self, now: int) -> int:
        """Return the time from the deal to the end of the game, or to now."""
        return max(0, (self.changed_at if self.status.finished else now) - self.started_at)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.undoable > self.lead

    @property
    def visible_deal(self) -> int | None:
        """The deal number, if the player may know it; None for a hand-made deck, and while the deal is secret."""
        return None if self.sealed else self.deal


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a session's log."""

    seq: int
    do: Do
    move: Move | None
    auto: bool
    """Whether the server made it together with the move before it."""
    at: int
    request: int | None = None
    """The request that it belongs to, takes back or makes again, by the `seq` of its first entry. None for giving up,
    and in logs older than the links."""
    back: int | None = None
    """For the first entry of a request, the session's `top` before it; for an undo, the session's `ahead` before it."""
    turned: bool | None = None
    """For a move, whether it turned up a face-down card; for an undo, whether it took such a move back."""

    @property
    def deed(self) -> Deed:
        """The part of it that the rules can judge."""
        return Deed(self.do, self.move, self.auto)


class Stale(Refusal):
    """The action was meant for a `seq` other than the session's."""

    code = Code.STALE

    def __init__(self, session: Session, recorded: Move | None) -> None:
        super().__init__("The board has changed since then; this is how it stands now.")
        self.session = session
        self.recorded = recorded
        """The move that the log has at the `seq` of the request, if any."""


class Turn(NamedTuple):
    """What a request changed."""

    session: Session
    rules: Rules
    before: Position
    after: Position
    legal: list[Move]
    did: Do | None = None
    """What was done; None if the session was only looked at."""
    moves: tuple[Move, ...] = ()
    """The moves made, in order; none for an undo."""
    by: str = ""
    """The name of the guest at the table who did it; empty if its player did."""
