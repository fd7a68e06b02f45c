"""The table: the whole page, and what a turn changes on it: piles, counters, undo and redo, and how the game stands.

What every move sends is written here and in `app/play/table/piles.py` by code, because a template would take longer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup, escape

from app.core.refusals import Malformed
from app.core.words import numbered, time_words
from app.play.companions import Piece
from app.play.occasion import OccasionWords, occasion_of
from app.play.table.board import BoardView, lay_out
from app.play.table.piles import Seen, pile_markup, piles_at
from app.play.values.session import Session, Turn
from app.play.values.shelf import Proof
from app.play.values.strength import Strength
from app.play.words.beside import EventEnds, Seated
from app.play.words.ending import ending_markup
from app.play.words.spoken import describe_turn
from app.web.assets import asset
from engine.caching import cached
from engine.cards import TEXT
from engine.conveniences import finishing, gatherings, next_cards_home
from engine.moves import InvalidMove, Move
from engine.position import layout
from engine.record import NEAR, Status, goes_round

_OOB = ' hx-swap-oob="true"'
# A pile that the page has predicted hardly changes, so its cards stay and the browser lays out next to nothing.
_OOB_PILE = ' hx-swap-oob="outerMorph"'
_CIRCLES = "The only moves left go round in circles."


class StatusLine(NamedTuple):
    """How a session stands, for the page and for the table's script."""

    session: Session
    words: OccasionWords
    circling: bool
    """Whether a short search finds that no move left can lead to a card coming home or turning up."""
    legal: str
    """The legal moves, separated by blanks."""
    runs: str
    """The moves of several cards that a series of single moves can make, separated by blanks."""
    wanted: str
    """The cards that the foundations take next, separated by blanks."""
    made: str
    """The moves that the turn made, in order, separated by blanks."""
    spoken: str
    """What the turn did, as a sentence."""
    can_finish: bool
    """Whether all the cards that are left can go straight home."""
    time_ms: int
    """The time that the clock shows."""
    recorded: str | None
    """For somebody who saw an older board, the move in the log at the `seq` sent, empty for none; None for others."""

    @property
    def steps(self) -> int:
        """The moves that the player has made."""
        return self.session.steps - self.session.lead

    @property
    def query(self) -> str:
        """The options as the query of an address; empty without any."""
        text = self.session.variant.text
        return f"?{text}" if text else ""


@dataclass(frozen=True, slots=True)
class TablePage:
    """What table.html shows of a turn."""

    board: BoardView
    line: StatusLine
    status: Markup
    notice: str
    chosen: str


class Beside(NamedTuple):
    """What is shown beside the board; a part that is missing or not wanted keeps its default."""

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
    return _fragment(turn, after, changed, _status_line(turn, _time_now(turn)), "")


def stale_markup(turn: Turn, notice: str, recorded: Move | None) -> str:
    """Draw the whole board for somebody who saw an older one."""
    seen = piles_at(turn.session, turn.after)
    line = _status_line(turn, _time_now(turn), str(recorded or ""))
    return _fragment(turn, seen, range(len(seen)), line, notice)


def _time_now(turn: Turn) -> int:
    return turn.session.time_at(turn.session.changed_at)


def _fragment(turn: Turn, seen: Sequence[Seen], drawn: Iterable[int], line: StatusLine, notice: str) -> str:
    """Join elements, each of which replaces the one with the same id."""
    piles = "".join([pile_markup(turn.rules, at, seen[at], oob=_OOB_PILE) for at in drawn])
    return (
        f"{piles}{_status_markup(line, _OOB)}"
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
    rules, table, line = turn.rules, layout(turn.rules), _status_line(turn, time_ms)
    seen = piles_at(turn.session, turn.after)
    targets, marks, said = _targets_of(turn, chosen)
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
        status=_status_markup(line, known=ended),
        notice=notice or said,
        chosen=chosen if targets else "",
    )


def _targets_of(turn: Turn, chosen: str) -> tuple[dict[str, str], dict[int, str], str]:
    """Return the targets of the chosen cards by pile, the cards' marks, and a sentence if there is no target."""
    if not chosen:
        return {}, {}, ""
    source, _, count = chosen.partition(":")
    try:
        lifted = Move.read(f"{source}-t0:{count or 1}")
    except InvalidMove:
        raise Malformed("Write the chosen cards like t3, or t3:2 for two cards.") from None
    moves = [*turn.legal, *_runs(turn)]
    targets = {move.target: str(move) for move in moves if (move.source, move.count) == (lifted.source, lifted.count)}
    if not targets:
        return {}, {}, "Those cards can’t go anywhere now."
    cards = turn.after.piles[layout(turn.rules).index[lifted.source]][-lifted.count :]
    return targets, dict.fromkeys(cards, " chosen"), ""


def _status_line(turn: Turn, time_ms: int, recorded: str | None = None) -> StatusLine:
    """Describe the state of a session; its clock shows `time_ms`."""
    session = turn.session
    circling = session.status is Status.PLAYING and goes_round(turn.rules, turn.after, turn.legal, NEAR)
    said = describe_turn(turn)
    return StatusLine(
        session=session,
        words=occasion_of(session).words(session),
        circling=circling,
        legal=" ".join(map(str, turn.legal)),
        runs=" ".join(map(str, _runs(turn))),
        wanted=" ".join(TEXT[card] for card in next_cards_home(turn.rules, turn.after)),
        made=" ".join(map(str, turn.moves)),
        spoken=f"{said} {_CIRCLES}" if circling and said else said,
        can_finish=not session.status.finished and bool(finishing(turn.rules, turn.after)),
        time_ms=time_ms,
        recorded=recorded,
    )


def _runs(turn: Turn) -> list[Move]:
    """List the moves of several cards that no rule allows at once, but that a series of single moves can make."""
    return [] if turn.session.status.finished else gatherings(turn.rules, turn.after)


def _status_markup(line: StatusLine, oob: str = "", known: str = "") -> Markup:
    """Draw the status; `oob` is an attribute for it, `known` what can be said of the end, if that is known already."""
    session = line.session
    recorded = "" if line.recorded is None else f' data-recorded="{line.recorded}"'
    # How much of the time shown the next turn has yet to count; a page counts on only up to the longest pause.
    uncounted = 0 if session.runs_on else max(line.time_ms - session.played_ms, 0) // 1000
    waited = f' data-waited="{uncounted}"' if uncounted else ""
    steps = numbered(line.steps, "<b>1</b> step", "<b>{count}</b> steps")
    return Markup(
        f'<div id="status" class="status-line" data-seq="{session.seq}" data-status="{session.status}" '
        f'data-last="{session.last_move or ""}" data-seconds="{line.time_ms // 1000}"{waited} '
        f'data-legal="{line.legal}"{" data-runs-on" * session.runs_on} '
        f'data-undoable="{session.undoable - session.lead}" data-redoable="{session.redoable}" '
        f'data-wanted="{line.wanted}" data-runs="{line.runs}" '
        f'data-made="{line.made}" data-spoken="{escape(line.spoken)}"{recorded}{oob}>\n'
        f'<div class="tally"><span class="steps">{steps}</span> '
        f'<span class="clock"><b id="clock">{time_words(line.time_ms)}</b></span></div>\n'
        f"{'' if session.status.finished else _tools(line)}{_verdict(line, known)}</div>\n"
    )


def _tools(line: StatusLine) -> str:
    session = line.session
    undo = _tool(session, "undo", "Undo", "undo", "button quiet-button tool", "" if session.can_undo else " disabled")
    redo = _tool(session, "redo", "Redo", "redo", "button quiet-button tool", "" if session.redoable else " disabled")
    finish = _tool(session, "finish", "Finish", "home", "button tool") if line.can_finish else ""
    return f'<p class="take-back">{undo}{redo}{finish}</p>\n'


def _tool(session: Session, verb: str, name: str, sign: str, classes: str, disabled: str = "") -> str:
    return (
        f'<button id="{verb}" class="{classes}" form="play" formaction="/sessions/{session.id}/{verb}"{disabled}>'
        f"{_sign(sign)}<span>{name}</span></button>\n"
    )


@cached()
def _sign(sign: str) -> str:
    return f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><use href="{asset("signs.svg")}#{sign}"/></svg>'


def _verdict(line: StatusLine, known: str) -> str:
    session = line.session
    match session.status:
        case Status.STUCK:
            return _nothing_left(session, "No legal moves are left.")
        case Status.PLAYING if line.circling:
            return _nothing_left(session, _CIRCLES)
        case Status.WON | Status.GIVEN_UP if session.has_task:
            return ""
        case Status.WON | Status.GIVEN_UP:
            return ending_markup(session, line.words, line.steps, line.time_ms, known)
        case _:
            return ""


def _nothing_left(session: Session, words: str) -> str:
    """Draw what the bar of a stuck table says, and what can still be done there; help adds a way back."""
    return (
        f'<p class="stuck" id="verdict"><strong>{words}</strong> '
        '<span id="stuck-says">You can still go back.</span></p>\n'
        f'<span id="way-back"></span>\n{"" if session.event else _other("restart", "again", "Same deal")}'
        f"{'' if session.event else _other('new-deal', 'play', 'Next deal')}"
    )


def _other(form: str, sign: str, name: str) -> str:
    return f'<button class="button quiet-button tool other" form="{form}">{_sign(sign)}<span>{name}</span></button>\n'
