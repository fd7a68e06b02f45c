"""The tree of moves of an analysis board: its address, and how it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.features.study.service.analysis import Analysis
from app.play.service.course import PlayedCourse
from app.play.values.session import Session
from app.play.words.reasons import move_sentence, short_move
from engine.asking import Verdict
from engine.deals import Deck, deck_code, shuffled
from engine.rules import Variant
from engine.variations import MOST_MOVES, Variations


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A move of the tree."""

    number: int
    short: str
    red: bool
    words: str
    remark: str
    shown: bool
    verdict: str
    """The verdict on the position after it; empty where none is known."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a line: its moves up to one that has alternatives, and the lines that begin with these."""

    moves: tuple[TreeMove, ...]
    branches: tuple[tuple["Segment", ...], ...]


def analysis_link(variant: Variant, number: int | None, deck: Deck, tree: Variations, at: int) -> str:
    """Return the address of an analysis board at a move of a tree; `number` is None for a hand-made deck."""
    fields = fields_of(variant, number, deck, tree) | ({"at": str(at)} if at else {})
    return f"/analysis/{variant.game.slug}?{urlencode(fields, safe=',:()-')}"


def deal_analysis_link(variant: Variant, number: int) -> str:
    """Return the address of the analysis board of a numbered deal."""
    return analysis_link(variant, number, shuffled(number), Variations.of_line(()), 0)


def game_link(session: Session, course: PlayedCourse, stop: int) -> str:
    """Return the address of the analysis board of a finished game at one of its stops, with every line tried in it.

    If that is too much for an address, it has only the line up to that stop.
    """
    tree, at = course.tree, course.numbers[min(stop, len(course.numbers) - 1)]
    if not tree.fits:
        tree = Variations.of_line(tree.path(at)[:MOST_MOVES])
        at = len(tree.moves)
    return analysis_link(session.variant, session.deal, session.deck, tree, at)


def place_fields(session: Session, course: PlayedCourse, stop: int) -> dict[str, str]:
    """Return the fields by which a form names a stop of a finished game; none if the way there is too long."""
    line = course.tree.path(course.numbers[min(stop, len(course.numbers) - 1)])
    if len(line) > MOST_MOVES:
        return {}
    tree = Variations.of_line(line)
    return fields_of(session.variant, session.deal, session.deck, tree) | {"at": str(len(tree.moves))}


def link_to(asked: Analysis, tree: Variations, at: int) -> str:
    """Return the address of another place, or another tree, on the deal of an analysis."""
    return analysis_link(asked.variant, asked.deal, asked.deck, tree, at)


def fields_of(variant: Variant, number: int | None, deck: Deck, tree: Variations) -> dict[str, str]:
    """Return the fields by which an address names a tree of moves; `number` is None for a hand-made deck."""
    dealt = {"deck": deck_code(deck)} if number is None else {"deal": str(number)}
    return dealt | dict(variant.options) | ({"moves": tree.text} if tree.moves else {})


def runs(asked: Analysis, verdicts: Mapping[int, Verdict]) -> tuple[Segment, ...]:
    """Return the main line in runs, with what branches off from it."""
    return tuple(_runs(asked, verdicts, asked.tree.following[0]))


def sentence_of(asked: Analysis, number: int) -> str:
    """Return a move of the tree as a sentence; nothing for the deal."""
    if not number:
        return ""
    before = asked.positions[asked.tree.parents[number - 1]]
    return move_sentence(asked.variant.rules, before, asked.tree.moves[number - 1])


def _runs(
    asked: Analysis, verdicts: Mapping[int, Verdict], beginnings: tuple[int, ...], moves: tuple[TreeMove, ...] = ()
) -> list[Segment]:
    """Return the line of `moves` and the first of `beginnings`; the other beginnings branch off from it."""
    found, run = list[Segment](), list(moves)
    while beginnings:
        main, *others = beginnings
        run.append(_move(asked, verdicts, main))
        if others:
            branches = [
                _runs(asked, verdicts, asked.tree.following[each], (_move(asked, verdicts, each),)) for each in others
            ]
            found.append(Segment(tuple(run), tuple(map(tuple, branches))))
            run = []
        beginnings = asked.tree.following[main]
    return [*found, Segment(tuple(run), ())] if run else found


def _branch(asked: Analysis, verdicts: Mapping[int, Verdict], first: int) -> tuple[Segment, ...]:
    return tuple(_runs(asked, verdicts, asked.tree.following[first], (_move(asked, verdicts, first),)))


def _move(asked: Analysis, verdicts: Mapping[int, Verdict], number: int) -> TreeMove:
    move = asked.tree.moves[number - 1]
    short = short_move(asked.variant.rules, asked.positions[asked.tree.parents[number - 1]], move)
    return TreeMove(
        number=number,
        short=short.words,
        red=short.red,
        words=sentence_of(asked, number),
        remark=asked.tree.remarks[number - 1],
        shown=number == asked.at,
        verdict=str(verdicts.get(number, "")),
    )
