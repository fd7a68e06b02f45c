"""What can be asked of a server: each function returns a call, and a client carries it out.

>>> puzzle("ftcsjx2m")
Call(GET /api/v1/puzzles/ftcsjx2m)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, TypeVar

from rampart_client.documents import Analysis, Attempt, Daily, Moves, Puzzle, Race, Session

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Call(Generic[T]):
    """A request, and how to read its answer."""

    verb: str
    path: str
    """Below /api/v1."""
    read: Callable[[Any], T]
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    may_repeat: bool = True
    """Whether it does no harm to send it again when no answer has come."""

    def __repr__(self) -> str:
        return f"Call({self.verb} /api/v1{self.path})"


def begin(
    game: str,
    *,
    deal: int | str | None = None,
    deck: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Call[Session]:
    """Begin a game on a deal number, on a deck text, or else on a random deal."""
    given = {"deal": None if deal is None else str(deal), "deck": deck}
    body = {"game": game, "options": dict(options or {})} | {name: text for name, text in given.items() if text}
    return Call("POST", "/sessions", Session.read, body, may_repeat=False)


def look(session_id: str) -> Call[Session]:
    """Look at a game."""
    return Call("GET", f"/sessions/{session_id}", Session.read)


def legal_moves(session: Session) -> Call[Moves]:
    """List the legal moves of a game."""
    return Call("GET", f"/sessions/{session.id}/moves", Moves.read)


def move(session: Session, text: str) -> Call[Session]:
    """Make a move, such as `t3-t5` or `t3-t5:4`, on the board that is given."""
    return _act(session, "moves", move=text)


def undo(session: Session) -> Call[Session]:
    """Take back the last request."""
    return _act(session, "undo")


def redo(session: Session) -> Call[Session]:
    """Do again what was taken back."""
    return _act(session, "redo")


def give_up(session: Session) -> Call[Session]:
    """Give the game up."""
    return _act(session, "give-up")


def restart(session: Session) -> Call[Session]:
    """Begin another game on the same deal."""
    return Call("POST", f"/sessions/{session.id}/restart", Session.read, {}, may_repeat=False)


def export(session: Session) -> Call[dict[str, Any]]:
    """Return the record of a game, as `rampart verify` reads it."""
    return Call("GET", f"/sessions/{session.id}/export", dict)


def daily(day: date, game: str) -> Call[Daily]:
    """Look at a day's challenge."""
    return Call("GET", f"/daily/{day}/{game}", Daily.read)


def start_daily(day: date, game: str, options: Mapping[str, str] | None = None) -> Call[Session]:
    """Begin a day's challenge, or return to the attempt that has begun."""
    return Call("POST", f"/daily/{day}/{game}/start", Session.read, {"options": dict(options or {})})


def make_race(game: str, *, name: str = "", best_of: int = 1, options: Mapping[str, str] | None = None) -> Call[Race]:
    """Make a race and be its host."""
    body = {"game": game, "options": dict(options or {}), "best_of": best_of, "name": name}
    return Call("POST", "/races", Race.read, body, may_repeat=False)


def race(code: str) -> Call[Race]:
    """Look at a race; it says that you are still there."""
    return Call("GET", f"/races/{code}", Race.read)


def join_race(code: str, name: str = "") -> Call[Race]:
    """Come into a race's room."""
    return Call("POST", f"/races/{code}/join", Race.read, {"name": name})


def be_ready(code: str) -> Call[Race]:
    """Say that you are ready; once everybody is, all get the deal."""
    return Call("POST", f"/races/{code}/ready", Race.read, {})


def leave_race(code: str) -> Call[Race]:
    """Leave a race."""
    return Call("POST", f"/races/{code}/leave", Race.read, {})


def next_puzzle(game: str | None = None) -> Call[Puzzle]:
    """Return a puzzle near your rating."""
    return Call("GET", "/puzzles/next", Puzzle.read, query={"game": game} if game else {})


def puzzle(puzzle_id: str) -> Call[Puzzle]:
    """Return a puzzle by its id."""
    return Call("GET", f"/puzzles/{puzzle_id}", Puzzle.read)


def attempt(asked: Puzzle, moves: Sequence[str]) -> Call[Attempt]:
    """Try moves from a puzzle's position. Only the first attempt is rated."""
    return Call("POST", f"/puzzles/{asked.id}/attempts", Attempt.read, {"moves": list(moves)})


def analyse(
    game: str, *, deal: int | str, moves: Sequence[str] = (), options: Mapping[str, str] | None = None
) -> Call[Analysis]:
    """Ask a solver about each move of the position that moves lead to on a deal."""
    body = {"game": game, "deal": str(deal), "moves": list(moves), "options": dict(options or {})}
    return Call("POST", "/analysis", Analysis.read, body)


def _act(session: Session, verb: str, **more: str) -> Call[Session]:
    # An action names the board it is for, so the server carries it out once however often it comes.
    return Call("POST", f"/sessions/{session.id}/{verb}", Session.read, {"seq": session.seq, **more})
