"""The record of one playing: an append-only list of entries, from which everything else is derived; and its status.

A player's request adds one entry, or a move and then the moves that the server makes along with it. Undo takes back the
last request that stands, with all its moves. Redo repeats what the last undo took back, unless the player has made
another move since. Giving up and winning end the record.

Whether the moves that are left only go round in circles is found out in plain Python, because the web process asks
after every move. The visible cards alone decide that: if a face-down card can be turned up, the answer is no.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.deals import Deck
from engine.moves import Move, Outcome, after, apply, is_won, legal_moves, outcome
from engine.position import Position, deal, face_down_rows, layout
from engine.rules import Rules

NOTHING_TO_UNDO = "There is nothing to undo."
NOTHING_TO_REDO = "There is nothing to redo."


class Do(StrEnum):
    """What an entry does."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    GIVE_UP = "give-up"


class Status(StrEnum):
    """The status of a playing."""

    PLAYING = Outcome.PLAYING
    STUCK = Outcome.STUCK
    WON = Outcome.WON
    GIVEN_UP = "given-up"

    @property
    def finished(self) -> bool:
        """Whether nothing more can be done. A stuck player can still undo."""
        return self in {Status.WON, Status.GIVEN_UP}


class UnsoundRecord(ValueError):
    """Raised when an entry cannot follow those before it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What an entry did, as far as the rules can judge it."""

    do: Do
    move: Move | None = None
    auto: bool = False
    """Whether the server made the move along with the one before it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What one request of the player did."""

    before: Position
    moves: tuple[Move, ...]
    after: Position


@dataclass(slots=True)
class Record:
    """A playing, after the entries read so far."""

    rules: Rules
    position: Position
    given_up: bool = False
    done: list[Request] = field(default_factory=list)
    """The requests that stand."""
    undone: list[Request] = field(default_factory=list)
    """The requests that redo would repeat, the next one last."""
    steps: int = 0
    """Moves made, including those taken back."""
    undos: int = 0
    led: bool = False
    """Whether the last entry is a move, which automatic moves may follow."""

    @property
    def won(self) -> bool:
        """Return whether every card is home."""
        return is_won(self.rules, self.position)

    @property
    def status(self) -> Status:
        """Return the status of the playing. This lists the legal moves, so do not ask after every entry."""
        return Status.GIVEN_UP if self.given_up else status(self.rules, self.position)

    def enter(self, deed: Deed) -> None:
        """Read one more entry.

        Raises:
            UnsoundRecord: the entry has nothing to undo, redo or follow, or comes after the end.
            IllegalMove: the move is not legal at this point.
        """
        if self.given_up or self.won:
            raise UnsoundRecord("The game was over before this.")
        match deed.do:
            case Do.GIVE_UP:
                self.given_up = True
                return
            case Do.UNDO:
                self.undone.append(_last(self.done, NOTHING_TO_UNDO))
                self.position = self.undone[-1].before
                self.undos += 1
            case Do.REDO:
                self.done.append(_last(self.undone, NOTHING_TO_REDO))
                self.position = self.done[-1].after
            case Do.MOVE:
                self._move(deed)
        self.led = deed.do is Do.MOVE

    def _move(self, deed: Deed) -> None:
        if deed.move is None:
            raise UnsoundRecord("A move entry names no move.")
        if deed.auto and not self.led:
            raise UnsoundRecord("An automatic move must come after a move.")
        after = apply(self.rules, self.position, deed.move)
        if deed.auto:
            first = self.done.pop()
            self.done.append(Request(first.before, (*first.moves, deed.move), after))
        else:
            self.done.append(Request(self.position, (deed.move,), after))
        self.undone.clear()
        self.position = after
        self.steps += 1


def begin(rules: Rules, deck: Deck) -> Record:
    """Return the record of a playing that has no entry yet."""
    return Record(rules, deal(rules, deck))


def read(rules: Rules, deck: Deck, deeds: Iterable[Deed]) -> Record:
    """Read a whole record. Raise what `Record.enter` raises."""
    record = begin(rules, deck)
    for deed in deeds:
        record.enter(deed)
    return record


def status(rules: Rules, position: Position) -> Status:
    """Return the status of a playing in this position, unless it was given up."""
    return status_among(rules, position, legal_moves(rules, position))


def status_among(rules: Rules, position: Position, legal: Sequence[Move]) -> Status:
    """Return the same as `status`, given the legal moves of the position."""
    return Status(outcome(rules, position, legal))


class Reach(NamedTuple):
    """How far we look. A circle that would take more stays unknown."""

    at_once: int
    """The most moves that one position may have."""
    in_all: int
    """The most moves that we try."""


NEAR = Reach(4, 100)
"""The reach after every move. It costs less than a tenth of a move, and still finds nearly every circle in which random
play ends."""
FAR = Reach(100, 20_000)
"""The reach for a player who has asked and waits."""

_MOST_CIRCLING = 10_000
_circling: dict[tuple[Rules, Position], None] = {}
"""Positions of circles found before. A player who plays on in a circle asks about the same positions again."""


def goes_round(rules: Rules, position: Position, legal: Sequence[Move], reach: Reach) -> bool:
    """Return whether moves are left, but none ever leads to a card coming home or turning up.

    `legal` is what `legal_moves` returns for the position. If `reach` is too short to know, return False.
    """
    if legal and _circling and (rules, position) in _circling:
        return True
    if len(legal) > reach.at_once:
        # This is the case after most moves.
        return False
    met, left, tried = {position}, [position], 0
    while left:
        before = left.pop()
        if before is not position:
            legal = legal_moves(rules, before)
        tried += len(legal)
        if len(legal) > reach.at_once or tried > reach.in_all or any(_gets_on(rules, before, move) for move in legal):
            return False
        new = {after(rules, before, move) for move in legal} - met
        met |= new
        left += new
    if len(met) == 1:
        return False
    _remember(rules, met)
    return True


def _remember(rules: Rules, circle: set[Position]) -> None:
    # No move leads out of these positions, so what is true of one is true of all.
    if len(circle) > _MOST_CIRCLING:
        return
    if len(_circling) + len(circle) > _MOST_CIRCLING:
        _circling.clear()
    _circling.update(dict.fromkeys((rules, position) for position in circle))


def _gets_on(rules: Rules, before: Position, move: Move) -> bool:
    """Return whether a legal move brings a card home or turns one up."""
    table = layout(rules)
    if table.index[move.target] in table.foundations:
        return True
    if not any(before.face_down):
        return False
    source = table.index[move.source]
    return len(before.piles[source]) - move.count - 1 in face_down_rows(rules, before, source)


def _last(requests: list[Request], lacking: str) -> Request:
    if not requests:
        raise UnsoundRecord(lacking)
    return requests.pop()
