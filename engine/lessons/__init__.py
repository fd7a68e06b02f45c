"""The lessons, one file for each game. Each file is named after its game and lists the lessons as `LESSONS`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pkgutil import iter_modules

from engine.caching import cached
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move, read_moves
from engine.puzzles import Puzzle, puzzle_id, read_goal
from engine.rules import Game


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A position with a task, and the texts about it. Any way to the goal without a losing move is right."""

    title: str
    says: str
    """What the lesson is about, shown before the first move."""
    rule: str
    """The rule that it teaches, in one sentence, which stands on the table until the task is done."""
    lit: str
    """The piles that the rule speaks of, separated by blanks."""
    task: str
    """What to do, in one sentence."""
    why: str
    """Why that helps, shown when the task is done."""
    slip: str
    """Why the win is gone, shown after a losing move."""
    remarks: Mapping[str, str]
    """For the texts of some first moves, why they lead nowhere or lose."""
    wary: Mapping[str, str] = field(default_factory=dict)
    """For moves that do what the lesson warns of although some keep the win, what to say: by how the names of their
    piles begin, as in `r-t2`, but never for a move of the way, or by the text of a first move."""
    options: str
    deal: int
    moves: str
    """The texts of the moves from the deal to the position, separated by blanks."""
    goal: str
    """The goal, as `goal_text` writes it."""
    way: str
    """A way to the goal, written like `moves`."""


def warnings_in(told: Lesson, line: Sequence[Move]) -> Sequence[str]:
    """Return for each move of a line from a lesson's position what the lesson says against it; empty for nothing."""
    way, said = told.way.split(), list[str]()
    for place, text in enumerate(map(str, line)):
        fits = (words for piles, words in told.wary.items() if text not in way and _leads(text, piles))
        said.append((told.wary.get(text, "") if place == 0 else "") or next(fits, ""))
    return said


def _leads(move: str, piles: str) -> bool:
    source, _, target = piles.partition("-")
    return move.startswith(source) and move.partition("-")[2].startswith(target)


def lessons(game: Game) -> Sequence[Lesson]:
    """Return the lessons of a game in order, or none if nobody has written any."""
    return _find_all().get(game.slug, ())


def lesson(game: Game, number: int) -> Lesson | None:
    """Return the lesson of that number, counted from 1, or None if there is none."""
    return lessons(game)[number - 1] if 1 <= number <= len(lessons(game)) else None


@cached(64)
def as_puzzle(game: Game, number: int) -> Puzzle:
    """Return the position and the goal of an existing lesson as a puzzle without a rating."""
    told = lessons(game)[number - 1]
    variant, deck, goal = variant_of(game.slug, told.options), shuffled(told.deal), read_goal(told.goal)
    bare = Puzzle(
        id="",
        variant=variant,
        deal=told.deal,
        deck=deck,
        moves=read_moves(told.moves),
        goal=goal,
        way=read_moves(told.way),
        rating=0.0,
        themes=(),
    )
    return replace(bare, id=puzzle_id(variant, bare.position, goal))


@cached()
def _find_all() -> dict[str, Sequence[Lesson]]:
    modules = (module.name for module in iter_modules(__path__))
    return {name.replace("_", "-"): import_module(f"{__name__}.{name}").LESSONS for name in modules}
