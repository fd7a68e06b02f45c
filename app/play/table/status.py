"""What stands beside the board and changes with every turn: counters, undo and redo, and how the game stands.

This is code and not a template for the same reason as the piles: every move sends it.
"""

from typing import NamedTuple

from markupsafe import Markup, escape

from app.core.words import numbered, time_words
from app.play.occasion import OccasionWords, occasion_of
from app.play.values.session import Session, Turn
from app.play.words.ending import ending_markup
from app.play.words.spoken import describe_turn
from app.web.assets import asset
from engine.cards import TEXT
from engine.conveniences import finishing, gatherings, next_cards_home
from engine.moves import Move
from engine.record import NEAR, Status, goes_round

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


def status_line(turn: Turn, time_ms: int, recorded: str | None = None) -> StatusLine:
    """Describe the state of a session; its clock shows `time_ms`."""
    session = turn.session
    circling = session.status is Status.PLAYING and goes_round(turn.rules, turn.after, turn.legal, NEAR)
    said = describe_turn(turn)
    return StatusLine(
        session=session,
        words=occasion_of(session).words(session),
        circling=circling,
        legal=" ".join(map(str, turn.legal)),
        runs=" ".join(map(str, runs(turn))),
        wanted=" ".join(TEXT[card] for card in next_cards_home(turn.rules, turn.after)),
        made=" ".join(map(str, turn.moves)),
        spoken=f"{said} {_CIRCLES}" if circling and said else said,
        can_finish=not session.status.finished and bool(finishing(turn.rules, turn.after)),
        time_ms=time_ms,
        recorded=recorded,
    )


def runs(turn: Turn) -> list[Move]:
    """List the moves of several cards that no rule allows at once, but that a series of single moves can make."""
    return [] if turn.session.status.finished else gatherings(turn.rules, turn.after)


def status_markup(line: StatusLine, oob: str = "", known: str = "") -> Markup:
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
        f'<p class="tally"><span class="steps">{steps}</span> '
        f'<span class="clock"><b id="clock">{time_words(line.time_ms)}</b></span></p>\n'
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
        f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><use href="{asset("signs.svg")}#{sign}"/></svg>'
        f"<span>{name}</span></button>\n"
    )


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
        f'<span id="way-back"></span>\n{"" if session.event else _OTHER_DEALS}'
    )


_OTHER_DEALS = (
    '<button class="button quiet-button tool" form="restart">Same deal</button>\n'
    '<button class="button quiet-button tool" form="new-deal">Next deal</button>\n'
)
