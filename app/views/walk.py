"""Walking along moves: the board after any number of them, a step at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.services.course import Stop
from app.views.board import BoardView, board_view
from app.views.reasons import move_sentence
from engine.moves import Move, apply
from engine.position import Position
from engine.rules import Game, Rules


@dataclass(frozen=True, slots=True)
class Walk:
    """What the page steps through, and the way back."""

    title: str
    address: str
    """The page's address with a query, to which the step is added."""
    field: str
    """The name of the step in the query."""
    back: str
    back_words: str


@dataclass(frozen=True, slots=True)
class WalkPage:
    """What walk.html shows."""

    walk: Walk
    name: str
    board: BoardView
    step: int
    steps: int
    words: str
    """The move that led to this step; empty at the first."""

    def link(self, step: int) -> str:
        """Return the address of another step."""
        return f"{self.walk.address}{'&' if '?' in self.walk.address else '?'}{self.walk.field}={step}"


def walk_page(game: Game, rules: Rules, walk: Walk, way: tuple[Position, Sequence[Move]], step: int) -> WalkPage:
    """Show the position after so many moves of a way, or the nearest there is."""
    position, moves = way
    made, words = moves[: max(step, 0)], ""
    for move in made:
        words = move_sentence(rules, position, move)
        position = apply(rules, position, move)
    board = board_view(rules, position, made[-1] if made else None)
    return WalkPage(walk, game.name, board, len(made), len(moves), words)


def played_page(game: Game, rules: Rules, walk: Walk, stops: Sequence[Stop], at: int) -> WalkPage:
    """Show a game as it was played, after so many entries of its log, or at its end."""
    step, words = min(at, len(stops) - 1), ""
    shown = stops[step]
    if shown.by:
        words = move_sentence(rules, stops[step - 1].position, shown.by)
    elif step:
        words = "This step undid or redid a move."
    return WalkPage(walk, game.name, board_view(rules, shown.position, shown.by), step, len(stops) - 1, words)
