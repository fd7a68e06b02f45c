"""Walking along moves: the board after any number of them, a step at a time, and the list of all steps."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from app.core.words import time_words
from app.play.service.course import PlayedCourse
from app.play.table.board import BoardView, board_view
from app.play.words.reasons import move_sentence, short_move
from engine.moves import Move, apply
from engine.position import Position
from engine.rules import Game, Rules

MOST_LISTED = 400
"""The most steps in the list. For a longer game, it has those around the one shown."""


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
class ListedStep:
    """A step in the list."""

    step: int
    short: str
    red: bool
    words: str
    lost: bool = False
    """Whether its move lost a game that could still be won."""
    after: str = ""
    """How long the player took over this step; empty for less than a second, or if nobody made it."""


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
    listed: tuple[ListedStep, ...]

    def link(self, step: int) -> str:
        """Return the address of another step."""
        return f"{self.walk.address}{'&' if '?' in self.walk.address else '?'}{self.walk.field}={step}"


def walk_page(game: Game, rules: Rules, walk: Walk, way: tuple[Position, Sequence[Move]], step: int) -> WalkPage:
    """Show the position after `step` moves of a way, or the nearest one there is."""
    start, moves = way
    positions = list(accumulate(moves, lambda position, move: apply(rules, position, move), initial=start))
    shown = min(max(step, 0), len(moves))
    board = board_view(rules, positions[shown], moves[shown - 1] if shown else None)
    listed = [_list_step(rules, positions[at - 1], moves[at - 1], at) for at in _window(shown, len(moves))]
    words = move_sentence(rules, positions[shown - 1], moves[shown - 1]) if shown else ""
    return WalkPage(walk, game.name, board, shown, len(moves), words, tuple(listed))


def played_page(walk: Walk, course: PlayedCourse, at: int, lost: Collection[int] = ()) -> WalkPage:
    """Show a game as it was played, after that many entries of its log, or at its end.

    `lost` has the steps whose moves are known to have lost it.
    """
    rules, stops, last = course.variant.rules, course.stops, len(course.stops) - 1
    step, words = min(at, last), ""
    shown = stops[step]
    if shown.by:
        words = move_sentence(rules, stops[step - 1].position, shown.by)
    elif step:
        words = f"This step {'undid' if _is_undo(course, step) else 'redid'} a move."
    listed = [_list_stop(course, each, lost) for each in _window(step, last)]
    board = board_view(rules, shown.position, shown.by)
    return WalkPage(walk, course.variant.game.name, board, step, last, words, tuple(listed))


def _window(step: int, last: int) -> range:
    """Return the steps to list."""
    first = max(1, min(step - MOST_LISTED // 2, last - MOST_LISTED + 1))
    return range(first, min(first + MOST_LISTED - 1, last) + 1)


def _list_step(rules: Rules, before: Position, move: Move, step: int) -> ListedStep:
    short = short_move(rules, before, move)
    return ListedStep(step, short.words, short.red, move_sentence(rules, before, move))


def _list_stop(course: PlayedCourse, step: int, lost: Collection[int]) -> ListedStep:
    stop = course.stops[step]
    after = time_words(stop.after_ms) if stop.after_ms >= 1000 else ""
    if stop.by is None:
        short, words = ("Undo", "A move was undone.") if _is_undo(course, step) else ("Redo", "A move was redone.")
        return ListedStep(step, short, red=False, words=words, after=after)
    listed = _list_step(course.variant.rules, course.stops[step - 1].position, stop.by, step)
    return replace(listed, lost=step in lost, after=after)


def _is_undo(course: PlayedCourse, step: int) -> bool:
    """Return whether a step that made no move took one back: then it leads up the tree, to a lower number."""
    return course.numbers[step] < course.numbers[step - 1]
