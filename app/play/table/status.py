"""What stands beside the board and changes with every turn: counters, undo and redo, and how the game stands.

This is code and not a template for the same reason as the piles: every move sends it.
"""

from typing import NamedTuple

from markupsafe import Markup, escape

from app.core.words import numbered, time_words
from app.play.values.turn import Turn
from app.play.words.feats import feats_awaited
from app.play.words.sessions import event_link, event_words
from app.play.words.spoken import spoken
from app.web.assets import asset
from engine.cards import TEXT
from engine.circles import NEAR, goes_round
from engine.conveniences import awaited, finishing, gatherings
from engine.moves import Move
from engine.record import Status

_CIRCLES = "The only moves left go round in circles."


class StatusLine(NamedTuple):
    """How a session stands, for the page and for the table's script."""

    session: str
    seq: int
    status: Status
    finished: bool
    circling: bool
    """Whether a short search finds that no move left can lead to a card coming home or turning up."""
    steps: int
    undos: int
    undoable: int
    redoable: int
    played_ms: int
    last: str
    """The last move that stands, as text; empty if there is none."""
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
    game: str
    name: str
    query: str
    event: str
    """The address of the event that the session belongs to; empty if it belongs to none."""
    event_words: str
    """The words of the link to that address."""
    sealed: bool
    """Whether the game stays secret, because its event is open."""
    task: bool
    """Whether the session has a task; then the task's panel says how it ended."""
    recorded: str | None
    """For somebody who saw an older board, the move in the log at the `seq` sent, empty for none; None for others."""


def status_line(turn: Turn, recorded: str | None = None) -> StatusLine:
    """Say how a session stands."""
    session = turn.session
    status = session.status
    circling = status is Status.PLAYING and goes_round(turn.rules, turn.after, turn.legal, NEAR)
    said = spoken(turn)
    return StatusLine(
        session=session.id,
        seq=session.seq,
        status=status,
        finished=status.finished,
        circling=circling,
        steps=session.steps - session.lead,
        undos=session.undos,
        undoable=session.undoable - session.lead,
        redoable=session.redoable,
        played_ms=session.played_ms,
        last=str(session.last_move or ""),
        legal=" ".join(map(str, turn.legal)),
        runs=" ".join(map(str, runs(turn))),
        wanted=" ".join(TEXT[card] for card in awaited(turn.rules, turn.after)),
        made=" ".join(map(str, turn.moves)),
        spoken=f"{said} {_CIRCLES}" if circling and said else said,
        can_finish=not status.finished and bool(finishing(turn.rules, turn.after)),
        game=session.variant.game.slug,
        name=session.variant.game.name,
        query=f"?{session.variant.text}" if session.variant.text else "",
        event=event_link(session),
        event_words=event_words(session),
        sealed=session.sealed,
        task=session.has_task,
        recorded=recorded,
    )


def runs(turn: Turn) -> list[Move]:
    """List the moves of several cards that no rule allows at once, but that a series of single moves can make."""
    return [] if turn.session.status.finished else gatherings(turn.rules, turn.after)


def status_markup(line: StatusLine, oob: str = "", feats: str = "") -> Markup:
    """Draw the status; `oob` is an attribute for it, `feats` what is special about a win, if that is known already."""
    recorded = "" if line.recorded is None else f' data-recorded="{line.recorded}"'
    steps = numbered(line.steps, "<b>1</b> step", "<b>{count}</b> steps")
    return Markup(
        f'<div id="status" class="status-line" data-seq="{line.seq}" data-status="{line.status}" '
        f'data-last="{line.last}" data-seconds="{line.played_ms // 1000}" data-legal="{line.legal}" '
        f'data-undoable="{line.undoable}" data-redoable="{line.redoable}" '
        f'data-wanted="{line.wanted}" data-runs="{line.runs}" '
        f'data-made="{line.made}" data-spoken="{escape(line.spoken)}"{recorded}{oob}>\n'
        f'<p class="tally"><span class="steps">{steps}</span> '
        f'<span class="clock"><b id="clock">{time_words(line.played_ms)}</b></span></p>\n'
        f"{'' if line.finished else _tools(line)}{_verdict(line, feats or feats_awaited(line.session))}</div>\n"
    )


def _tools(line: StatusLine) -> str:
    undo = _tool(line, "undo", "Undo", "undo", "button quiet-button tool", "" if line.undoable else " disabled")
    redo = _tool(line, "redo", "Redo", "redo", "button quiet-button tool", "" if line.redoable else " disabled")
    finish = _tool(line, "finish", "Finish", "home", "button tool") if line.can_finish else ""
    return f'<p class="take-back">{undo}{redo}{finish}</p>\n'


def _tool(line: StatusLine, verb: str, name: str, sign: str, classes: str, disabled: str = "") -> str:
    return (
        f'<button id="{verb}" class="{classes}" form="play" formaction="/sessions/{line.session}/{verb}"{disabled}>'
        f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><use href="{asset("signs.svg")}#{sign}"/></svg>'
        f"<span>{name}</span></button>\n"
    )


def _verdict(line: StatusLine, feats: str) -> str:
    match line.status:
        case Status.STUCK:
            return _nothing_left("No legal moves are left.")
        case Status.PLAYING if line.circling:
            return _nothing_left(_CIRCLES)
        case Status.WON | Status.GIVEN_UP if line.task:
            return ""
        case Status.WON:
            return (
                f'<div class="verdict won" id="verdict" role="group" tabindex="-1" aria-labelledby="verdict-says">'
                f'<strong id="verdict-says">You have won {escape(line.name)}.</strong>\n{_tallied(line)}'
                f'{feats}<div class="next">{_next(line)}{"" if line.sealed else _record(line)}{_ALL_GAMES}</div>'
                "</div>\n"
            )
        case Status.GIVEN_UP:
            return (
                '<div class="verdict" id="verdict" role="group" tabindex="-1" aria-labelledby="verdict-says">'
                '<strong id="verdict-says">This game was given up.</strong>\n'
                f'<div class="next">{_next(line)}{_ALL_GAMES}</div></div>\n'
            )
        case _:
            return ""


def _nothing_left(words: str) -> str:
    return f'<p class="verdict" id="verdict"><strong>{words}</strong> The game is not lost: Undo takes you back.</p>\n'


def _record(line: StatusLine) -> str:
    address = f"/api/v1/sessions/{line.session}/export"
    return f'<a href="{address}" download="rampart-{line.game}.json">Download the game record</a>\n'


def _tallied(line: StatusLine) -> str:
    """Write what a win took. The counters that a player hides on the table are hidden here too."""
    time = time_words(line.played_ms)
    figures = (("steps", "Steps", line.steps), ("clock", "Time", time), ("steps", "Undos", line.undos))
    rows = [f'<div class="{kind}"><dt>{name}</dt><dd>{figure}</dd></div>' for kind, name, figure in figures]
    return f'<dl class="tally-of-win">{"".join(rows)}</dl>\n'


def _next(line: StatusLine) -> str:
    """Return the buttons for what to do next. While a game belongs to an event, only the event's page decides that."""
    first = _AGAIN
    if line.event:
        following = line.event.startswith("/tournaments/") and line.sealed
        first = _NEXT_DEAL.format(line.event) if following else ""
        quiet = " quiet-button" if following else ""
        first += f'<a class="button{quiet}" href="{line.event}">{line.event_words}</a>\n'
    review = "" if line.sealed else f'<a href="/sessions/{line.session}/review">Review the game</a>\n'
    return f'{first}{review}<a href="/sessions/{line.session}/share">Share it</a>\n'


_AGAIN = (
    '<button class="button" form="new-deal">New deal</button>\n'
    '<button class="button quiet-button" form="restart">This deal again</button>\n'
)
_NEXT_DEAL = '<form method="post" action="{}/next"><button class="button">Next deal</button></form>\n'
_ALL_GAMES = '<a href="/">All games</a>\n'
