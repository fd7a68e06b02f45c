"""The table: the whole page, and what a turn changes on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup, escape

from app.core.refusals import Malformed
from app.play.companions import Piece
from app.play.table.board import BoardView, lay_out
from app.play.table.piles import Seen, pile_markup, piles_at
from app.play.table.status import StatusLine, runs, status_line, status_markup
from app.play.values.session import Turn
from app.play.values.shelf import Proof
from app.play.values.strength import Strength
from app.play.words.beside import EventEnds, Seated
from engine.moves import InvalidMove, Move
from engine.position import layout

_OOB = ' hx-swap-oob="true"'
# A pile that the page has predicted hardly changes, so its cards stay and the browser lays out next to nothing.
_OOB_PILE = ' hx-swap-oob="outerMorph"'


@dataclass(frozen=True, slots=True)
class TablePage:
    """What table.html shows of a turn."""

    board: BoardView
    line: StatusLine
    status: Markup
    notice: str
    chosen: str


class Beside(NamedTuple):
    """What stands beside the board; a part that is missing or not wanted keeps its default."""

    seated: Seated | None = None
    watched: bool = False
    proof: Proof | None = None
    lost: bool = False
    """Whether the position is known to be lost, though the deal is proved winnable."""
    pieces: tuple[Piece, ...] = ()
    ends: EventEnds | None = None
    strength: Strength | None = None
    """How hard the viewer wants a new deal of the game."""
    giving_up: str = ""
    """What giving the game up means, in a sentence."""


def turn_markup(turn: Turn) -> str:
    """Draw everything that a turn changed: the piles, the status, and the `seq` that forms send."""
    before, after = piles_at(turn.session, turn.before), piles_at(turn.session, turn.after)
    changed = [at for at, cards in enumerate(after) if cards != before[at]]
    return _fragment(turn, after, changed, status_line(turn, _time_now(turn)), "")


def stale_markup(turn: Turn, notice: str, recorded: Move | None) -> str:
    """Draw the whole board for somebody who saw an older one."""
    seen = piles_at(turn.session, turn.after)
    line = status_line(turn, _time_now(turn), str(recorded or ""))
    return _fragment(turn, seen, range(len(seen)), line, notice)


def _time_now(turn: Turn) -> int:
    return turn.session.time_at(turn.session.changed_at)


def _fragment(turn: Turn, seen: Sequence[Seen], drawn: Iterable[int], line: StatusLine, notice: str) -> str:
    """Join elements, each of which replaces the one with the same id."""
    piles = "".join([pile_markup(turn.rules, at, seen[at], oob=_OOB_PILE) for at in drawn])
    return (
        f"{piles}{status_markup(line, _OOB)}"
        f'<input type="hidden" name="seq" id="seq" value="{line.session.seq}"{_OOB}>\n'
        f'<input type="hidden" name="seq" id="typed-seq" value="{line.session.seq}"{_OOB}>\n'
        f'<p id="notice" hx-swap-oob="innerHTML">{escape(notice)}</p>\n'
    )


def table_page(turn: Turn, time_ms: int, chosen: str = "", notice: str = "", ended: str = "") -> TablePage:
    """Show the table; `chosen` names cards as `t3:2`, and the page marks their targets. `ended` is what there is to
    say about the end of the game, and its clock shows `time_ms`.

    Raises:
        Malformed: `chosen` names no cards.
    """
    rules, table, line = turn.rules, layout(turn.rules), status_line(turn, time_ms)
    seen = piles_at(turn.session, turn.after)
    targets, marks, said = _chosen(turn, chosen)
    if last := turn.session.last_move:
        for card in seen[table.index[last.target]][-last.count :]:
            marks[card] = marks.get(card, "") + " last"
    piles = [
        pile_markup(rules, at, cards, marks, targets.get(pile_id))
        for at, (pile_id, cards) in enumerate(zip(table.ids, seen, strict=True))
    ]
    return TablePage(
        board=lay_out(rules, turn.after, piles),
        line=line,
        status=status_markup(line, known=ended),
        notice=notice or said,
        chosen=chosen if targets else "",
    )


def _chosen(turn: Turn, chosen: str) -> tuple[dict[str, str], dict[int, str], str]:
    """Return the targets of the chosen cards by pile, the cards' marks, and a sentence if there is no target."""
    if not chosen:
        return {}, {}, ""
    source, _, count = chosen.partition(":")
    try:
        lifted = Move.read(f"{source}-t0:{count or 1}")
    except InvalidMove:
        raise Malformed("Write the chosen cards like t3, or t3:2 for two cards.") from None
    moves = [*turn.legal, *runs(turn)]
    targets = {move.target: str(move) for move in moves if (move.source, move.count) == (lifted.source, lifted.count)}
    if not targets:
        return {}, {}, "Those cards can’t go anywhere now."
    cards = turn.after.piles[layout(turn.rules).index[lifted.source]][-lifted.count :]
    return targets, dict.fromkeys(cards, " chosen"), ""
