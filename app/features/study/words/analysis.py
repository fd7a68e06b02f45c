"""The analysis board: the position, what a solver says about each move, and the lines tried so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.core.refusals import Malformed
from app.core.words import numbered, sentence
from app.features.study.service.analysis import Analysis
from app.features.study.words.certificates import certificate_link, position_link
from app.features.study.words.course import CoursePlot, plot
from app.features.study.words.variations import Segment, analysis_link, fields_of, runs, sentence_of
from app.play.between import MAKINGS, Making
from app.play.table.board import BoardView, board_view
from app.play.table.framed_picture import Caption
from app.play.values.solvers import Solvers
from app.play.words.captions import board_caption
from app.play.words.deals import deal_link
from app.play.words.reasons import move_sentence
from app.play.words.sharing import Preview
from app.play.words.solvers import while_waiting
from app.play.words.summary import options_words
from engine.asking import Labelled, Labels, Verdict
from engine.deals import deck_code
from engine.moves import InvalidMove, Move, distinct_moves, is_won, legal_moves
from engine.position import cards_home, face_down_rows, face_up, layout
from engine.variations import Variations

_MARKS = {Verdict.WINNABLE: " wins", Verdict.UNWINNABLE: " loses", Verdict.UNDECIDED: " unsure"}


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A legal move of the position."""

    move: str
    words: str
    verdict: str
    """`winnable`, `unwinnable`, `undecided`, `thinking`, or `unknown` while nobody has asked."""
    said: str


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """What analysis.html shows."""

    slug: str
    name: str
    deal_words: str
    options_words: str
    deal_link: str
    fields: Mapping[str, str]
    """What every form sends along: the deal, its options and the moves."""
    board: BoardView
    words: str
    """The move that led here; empty at the deal."""
    verdict: str
    verdict_words: str
    proof_link: str
    """The link to the proof that nobody can win; empty unless the position shown is known to be lost."""
    makings: tuple[Making, ...]
    """What can be made of this position."""
    rows: tuple[MoveRow, ...]
    asked: bool
    open: bool
    """Whether more labels may come."""
    seen: str
    """A text that changes when the labels do."""
    turn: int
    """How often this page has asked for more."""
    all_seen: bool
    """Whether the board shows cards that lie face down in play."""
    chosen: str
    at: int
    step: int
    steps: int
    paces: Mapping[str, int]
    """The numbers of the moves that the keys lead to: first, previous, next, last, up, down; only those that exist."""
    tree: tuple[Segment, ...]
    remark: str
    is_main: bool
    """Whether the move shown is on the main line."""
    plot: CoursePlot
    text: str
    preview: Preview


def labels_seen(labels: Labels) -> str:
    """Return a short text that changes with every verdict, and when no line will become shorter any more."""
    return f"{sum(one.verdict is not Verdict.UNDECIDED for one in labels.moves)}-{labels.verdict}-{labels.open:d}"


def analysis_page(
    asked: Analysis,
    labels: Labels | None,
    known: Mapping[int, Labels],
    chosen: str,
    origin: str,
    turn: int = 0,
    solvers: Solvers = Solvers.READY,
) -> AnalysisPage:
    """Show a position with the labels of its moves that are known.

    `known` are the labels of the positions along the line, by their numbers. `chosen` names cards as `t3:2`. `turn` is
    how often the page has asked for more, and `solvers` how those stand that would answer.

    Raises:
        Malformed: `chosen` names no cards.
    """
    variant, tree, at = asked.variant, asked.tree, asked.at
    game, rules = variant.game, variant.rules
    targets, picked = _targets_of(asked, chosen)
    verdicts = {number: labels.verdict for number, labels in known.items()}
    return AnalysisPage(
        slug=game.slug,
        name=game.name,
        deal_words=_deal_words(asked),
        options_words=options_words(game, variant.options),
        deal_link=deal_link(game, asked.deal or f"custom/{deck_code(asked.deck)}", variant.options),
        fields=fields_of(variant, asked.deal, asked.deck, tree),
        board=board_view(
            rules,
            face_up(asked.position),
            tree.moves[at - 1] if at else None,
            marks=_marks(asked, labels) | picked,
            targets=targets,
        ),
        words=sentence_of(asked, at),
        verdict=_verdict(asked, labels),
        verdict_words=_verdict_words(asked, labels, solvers),
        proof_link=_proof_link(asked, labels),
        makings=tuple(each for each in MAKINGS if each.fits(asked.deal, _verdict(asked, labels))),
        rows=tuple(_rows(asked, labels)),
        asked=labels is not None,
        open=labels is None or labels.open,
        seen=labels_seen(labels) if labels else "",
        turn=turn,
        all_seen=any(asked.positions[0].face_down),
        chosen=chosen if targets else "",
        at=at,
        step=asked.path.index(at),
        steps=len(asked.path) - 1,
        paces=_paces(asked),
        tree=runs(asked, verdicts),
        remark=tree.remarks[at - 1] if at else "",
        is_main=at in tree.way(tree.main_end(0)),
        plot=plot([cards_home(rules, asked.positions[number]) for number in asked.path], _along(asked, verdicts)),
        text=tree.text,
        preview=_preview(asked, origin),
    )


def _preview(asked: Analysis, origin: str) -> Preview:
    game, path = asked.variant.game, asked.tree.path(asked.at)
    address = analysis_link(asked.variant, asked.deal, asked.deck, Variations.of_line(path), len(path))
    where = _where(asked)
    return Preview(
        title=f"Analysis: {game.name}, {_deal_words(asked)}",
        description=f"The board {where}, and what every move from there leads to.",
        picture=f"{origin}{address.replace('?', '/picture.png?', 1)}",
        picture_words=f"A table of {game.name}, {_deal_words(asked)}, {where}.",
    )


def analysis_caption(asked: Analysis, origin: str) -> Caption:
    """Name the board of an analysis that a picture shows."""
    return board_caption(asked.variant, sentence(_deal_words(asked)), _where(asked), origin)


def _where(asked: Analysis) -> str:
    path = asked.tree.path(asked.at)
    return numbered(len(path), "after one move", "after {count} moves") if path else "as it is dealt"


def _proof_link(asked: Analysis, labels: Labels | None) -> str:
    if _verdict(asked, labels) != Verdict.UNWINNABLE:
        return ""
    if asked.at:
        return position_link(asked.variant, asked.deal, asked.deck, asked.tree.path(asked.at))
    return certificate_link(asked.variant, asked.deal, asked.deck)


def _deal_words(asked: Analysis) -> str:
    return "hand-made deal" if asked.deal is None else f"deal {asked.deal}"


def _targets_of(asked: Analysis, chosen: str) -> tuple[dict[str, str], dict[int, str]]:
    """Return the targets of the chosen cards by pile, and the marks of the cards."""
    if not chosen:
        return {}, {}
    source, _, count = chosen.partition(":")
    try:
        lifted = Move.read(f"{source}-t0:{count or 1}")
    except InvalidMove:
        raise Malformed("Write the chosen cards like t3, or t3:2 for two cards.") from None
    rules, position = asked.variant.rules, asked.position
    moves = [move for move in legal_moves(rules, position) if (move.source, move.count) == (source, lifted.count)]
    if not moves:
        return {}, {}
    cards = position.piles[layout(rules).index[source]][-lifted.count :]
    return {move.target: str(move) for move in moves}, dict.fromkeys(cards, " chosen")


def _marks(asked: Analysis, labels: Labels | None) -> dict[int, str]:
    """Mark each card that can move by the best of its moves, and each card that lies face down in play."""
    rules, position = asked.variant.rules, asked.position
    marks = {}
    for at in layout(rules).columns:
        for low in face_down_rows(rules, position, at):
            marks[position.piles[at][low]] = " face-down-in-play"
    for row in reversed(labels.moves if labels else []):
        move = Move.read(row.move)
        card = position.piles[layout(rules).index[move.source]][-move.count]
        marks[card] = _MARKS[row.verdict]
    return marks


def _rows(asked: Analysis, labels: Labels | None) -> list[MoveRow]:
    rules, position = asked.variant.rules, asked.position
    known = {row.move: row for row in labels.moves} if labels else {}
    moves = {str(move): move for move in distinct_moves(rules, position)}
    order = [*[name for name in known if name in moves], *[name for name in moves if name not in known]]
    return [MoveRow(name, move_sentence(rules, position, moves[name]), *_row_words(known.get(name))) for name in order]


def _row_words(row: Labelled | None) -> tuple[str, str]:
    """Return how a row is marked, and what it says."""
    if row is None:
        return "unknown", ""
    if row.at_most is not None:
        if row.exact:
            return "winnable", numbered(row.at_most, "wins at once", "wins in {count}")
        return "winnable", numbered(row.at_most, "wins at once", "wins in at most {count}")
    if row.verdict is Verdict.UNWINNABLE:
        return "unwinnable", "lost (proved)"
    return ("thinking", "thinking") if row.open else ("undecided", "undecided")


def _verdict(asked: Analysis, labels: Labels | None) -> str:
    if is_won(asked.variant.rules, asked.position):
        return "won"
    return str(labels.verdict) if labels else "unknown"


def _verdict_words(asked: Analysis, labels: Labels | None, solvers: Solvers) -> str:
    if is_won(asked.variant.rules, asked.position):
        return "Every card is home."
    if labels is None:
        return "Nobody has asked about this position yet."
    best = labels.moves[0] if labels.moves else None
    match labels.verdict:
        case Verdict.UNWINNABLE if best is None:
            return "No move is left."
        case Verdict.UNWINNABLE:
            return "Proved lost: nobody can win from here."
        case Verdict.WINNABLE if best and best.at_most and best.exact:
            return numbered(best.at_most, "One move wins.", "It can be won in {count} moves, and not in fewer.")
        case Verdict.WINNABLE if best and best.at_most:
            return numbered(best.at_most, "One move wins.", "It can be won in at most {count} moves.")
        case Verdict.WINNABLE:
            return "It can be won."
        case _ if labels.open:
            return while_waiting(solvers, "The solver is thinking.")
        case _:
            return "The solver could not decide this in time."


def _paces(asked: Analysis) -> dict[str, int]:
    tree, at = asked.tree, asked.at
    place, last = asked.path.index(at), asked.path[-1]
    paces: dict[str, int] = {}
    if at:
        paces |= {"first": 0, "previous": tree.parents[at - 1]}
        beside = tree.following[tree.parents[at - 1]]
        among = beside.index(at)
        paces |= {"up": beside[among - 1]} if among else {}
        paces |= {"down": beside[among + 1]} if among + 1 < len(beside) else {}
    if at != last:
        paces |= {"next": asked.path[place + 1], "last": last}
    return paces


def _along(asked: Analysis, verdicts: Mapping[int, Verdict]) -> list[str]:
    """Return the verdicts along the line: all before a winnable position is winnable, all after a lost one is lost."""
    found = [str(verdicts.get(number, "open")) for number in asked.path]
    if is_won(asked.variant.rules, asked.positions[asked.path[-1]]):
        found[-1] = Verdict.WINNABLE
    winnable = max((place for place, verdict in enumerate(found) if verdict == Verdict.WINNABLE), default=-1)
    lost = min((place for place, verdict in enumerate(found) if verdict == Verdict.UNWINNABLE), default=len(found))
    return [
        Verdict.WINNABLE if place <= winnable else Verdict.UNWINNABLE if place >= lost else verdict
        for place, verdict in enumerate(found)
    ]
