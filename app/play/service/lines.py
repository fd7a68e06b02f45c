"""The lines that a player left: what an undo took back stays in the log, though redo no longer leads there."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from app.play.rows import entries, sessions
from app.play.service import company
from app.play.values.session import Entry, Session
from engine.moves import Move
from engine.record import Do


@dataclass(frozen=True, slots=True)
class Line:
    """Moves once made from the position where the game stands now, up to where they end or branch."""

    begins: int
    """Where they stand in the log: the `seq` of the first."""
    requests: tuple[tuple[Move, ...], ...]
    """The moves by the requests that made them."""

    @property
    def moves(self) -> list[Move]:
        """All its moves."""
        return [move for request in self.requests for move in request]


def look(connection: Connection, session_id: str, player_id: str | None) -> tuple[Session, list[Line]]:
    """Return a session with the lines left at the position where it stands. This reads its whole log.

    Raises:
        NotFound, NotYours.
    """
    session = company.seen_by(connection, sessions.find(connection, session_id), player_id)
    return session, lines_left(entries.all_of(connection, session_id))


def find(connection: Connection, session_id: str, player_id: str | None, seen: int, begins: int) -> Line | None:
    """Return the line left at `seen` that begins at `begins` in the log; None if there is none, or the game moved on.

    Raises:
        NotFound, NotYours.
    """
    session, left = look(connection, session_id, player_id)
    return next((line for line in left if line.begins == begins and session.seq == seen), None)


def lines_left(log: Sequence[Entry]) -> list[Line]:
    """Return the lines tried from the position where a log ends, the oldest first, except the one that redo follows."""
    tree = _Tree()
    at, ahead = 0, list[int]()
    for entry in log:
        match entry.do:
            case Do.UNDO:
                ahead.append(at)
                at = tree.parents[at]
            case Do.REDO:
                at = ahead.pop()
            case Do.MOVE if not entry.auto:
                at = tree.grown(at, entry.seq, _request(log, entry.seq))
                ahead.clear()
            case _:
                pass
    return [tree.line(child) for child in tree.children[at] if child not in ahead[-1:]]


@dataclass(slots=True)
class _Tree:
    """Every request that was made, below the one it followed; the deal has the number 0."""

    parents: list[int] = field(default_factory=lambda: [0])
    begins: list[int] = field(default_factory=lambda: [0])
    requests: list[tuple[Move, ...]] = field(default_factory=lambda: [()])
    children: list[list[int]] = field(default_factory=lambda: [[]])

    def grown(self, at: int, begins: int, request: tuple[Move, ...]) -> int:
        """Return the number of a request that follows another, adding it unless the same was made there before."""
        for child in self.children[at]:
            if self.requests[child] == request:
                return child
        self.parents.append(at)
        self.begins.append(begins)
        self.requests.append(request)
        self.children.append([])
        self.children[at].append(len(self.parents) - 1)
        return len(self.parents) - 1

    def line(self, at: int) -> Line:
        """Return the line that begins with a request."""
        begins, requests = self.begins[at], [self.requests[at]]
        while len(self.children[at]) == 1:
            [at] = self.children[at]
            requests.append(self.requests[at])
        return Line(begins, tuple(requests))


def _request(log: Sequence[Entry], first: int) -> tuple[Move, ...]:
    """Return the moves of the request that begins at a place in a log."""
    moves = list[Move]()
    for entry in log[first:]:
        if entry.move is None or (moves and not entry.auto):
            break
        moves.append(entry.move)
    return tuple(moves)
