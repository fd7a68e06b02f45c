"""Links the entries of a log, so that undo and redo need not play the whole log again.

Each request names the one that was on top before it. So the requests that stand form a chain, from the top down. Undos
form another: each names the undo before it that redo can still answer. The name of an entry is its place in the log,
and the name of a request is its first entry.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.deals import Deck
from engine.moves import Move
from engine.position import Position, layout
from engine.record import NOTHING_TO_REDO, NOTHING_TO_UNDO, Deed, Do, Record, UnsoundRecord, begin
from engine.rules import Rules


class Made(NamedTuple):
    """A move that the player made, and what taking it back needs to know."""

    move: Move
    turned: bool
    """Whether it turned up a face-down card."""


class Link(NamedTuple):
    """How one entry is linked to others."""

    request: int | None
    """The request that the entry belongs to, takes back or makes again; None for giving up."""
    back: int | None
    """For the first entry of a request, the request on top before it. For an undo, the undo that redo would have
    answered before it. None if there was none, and for any other entry."""


@dataclass(slots=True)
class Chain:
    """The links of the entries read so far. A chain does not look at the cards."""

    links: list[Link] = field(default_factory=list)
    top: int | None = None
    """The request that undo would take back."""
    ahead: int | None = None
    """The undo that redo would answer."""
    led: bool = False
    """Whether the last entry is a move, which automatic moves may follow."""

    def enter(self, deed: Deed) -> Link:
        """Read one more entry and return its link. Raise `UnsoundRecord` if it cannot follow those before it."""
        at = len(self.links)
        match deed.do:
            case Do.MOVE if deed.auto:
                if not self.led:
                    raise UnsoundRecord("An automatic move must come after a move.")
                link = Link(self.top, None)
            case Do.MOVE:
                link = Link(at, self.top)
                self.top, self.ahead = at, None
            case Do.UNDO:
                if self.top is None:
                    raise UnsoundRecord(NOTHING_TO_UNDO)
                link = Link(self.top, self.ahead)
                self.top, self.ahead = self.links[self.top].back, at
            case Do.REDO:
                if self.ahead is None:
                    raise UnsoundRecord(NOTHING_TO_REDO)
                undone = self.links[self.ahead]
                link = Link(undone.request, None)
                self.top, self.ahead = undone.request, undone.back
            case Do.GIVE_UP:
                link = Link(None, None)
        self.led = deed.do is Do.MOVE
        self.links.append(link)
        return link

    def standing(self) -> list[int]:
        """List the requests that stand, the oldest first."""
        found, request = [], self.top
        while request is not None:
            found.append(request)
            request = self.links[request].back
        return found[::-1]


def chain(deeds: Iterable[Deed]) -> Chain:
    """Read a whole log. Raise what `Chain.enter` raises."""
    read = Chain()
    for deed in deeds:
        read.enter(deed)
    return read


def standing(deeds: list[Deed]) -> list[Deed]:
    """List the moves that stand after these deeds. Raise what `Chain.enter` raises."""
    read = chain(deeds)
    kept = set(read.standing())
    return [deed for deed, link in zip(deeds, read.links, strict=True) if deed.do is Do.MOVE and link.request in kept]


def turns_card(deed: Deed, before: Position, after: Position) -> bool | None:
    """Return whether a move turned a card up, or an undo turned it down again. Return None for any other entry."""
    return before.face_down != after.face_down if deed.do in {Do.MOVE, Do.UNDO} else None


def card_turns(rules: Rules, deck: Deck, deeds: Iterable[Deed]) -> list[bool | None]:
    """Play a whole log and return `turns_card` for each entry. Raise what `Record.enter` raises."""
    record, found = begin(rules, deck), list[bool | None]()
    for deed in deeds:
        found.append(_enter(record, deed))
    return found


def _enter(record: Record, deed: Deed) -> bool | None:
    before = record.position
    record.enter(deed)
    return turns_card(deed, before, record.position)


def take_back(rules: Rules, position: Position, made: Made) -> Position:
    """Return the position before the last move, which must be `made`.

    It checks nothing: if another move led here, the result is not a position of the game.
    """
    index = layout(rules).index
    source, target = index[made.move.source], index[made.move.target]
    piles, face_down = list(position.piles), position.face_down
    piles[source] += piles[target][-made.move.count :]
    piles[target] = piles[target][: -made.move.count]
    if made.turned:
        face_down = (*face_down[:source], face_down[source] + 1, *face_down[source + 1 :])
    return Position(tuple(piles), face_down)
