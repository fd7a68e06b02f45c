"""The table: the whole page, and what a turn changes on it."""

from dataclasses import dataclass

from markupsafe import Markup

from app.refusals import Malformed
from app.services.play import Turn
from app.services.rulebook import read_options
from app.views.piles import changed_piles, pile_markup, seen_piles
from engine.games import find
from engine.moves import InvalidMove, Move
from engine.position import layout
from engine.record import Status
from engine.rules import RULES_VERSION

_OOB = ' hx-swap-oob="true"'


@dataclass(frozen=True, slots=True)
class StatusLine:
    """What stands beside the board and changes with every turn."""

    session: str
    seq: int
    status: str
    finished: bool
    steps: int
    undoable: int
    redoable: int
    seconds: int
    """Time played."""
    last: str
    """The move made last, as text; empty if none stands."""
    legal: str
    """The legal moves, a blank between two."""
    game: str
    name: str
    deal: str | None
    query: str
    oob: Markup

    @property
    def clock(self) -> str:
        """Write the time played as minutes and seconds."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class TurnFragment:
    """What _turn.html sends: the piles that changed, the status, a notice."""

    piles: list[Markup]
    line: StatusLine
    notice: str
    recorded: str | None = None


@dataclass(frozen=True, slots=True)
class TablePage:
    """What table.html shows."""

    name: str
    slug: str
    columns: int
    deal_words: str
    link: str | None
    """The deal's own address; None of a hand-made deal, whose link would spell the face-down cards."""
    options_words: str
    cells: list[Markup]
    foundations: list[Markup]
    reserve: list[Markup]
    tableau: list[Markup]
    line: StatusLine
    notice: str
    chosen: str
    rules_version: int = RULES_VERSION


def turn_fragment(turn: Turn) -> TurnFragment:
    """Show what a turn changed."""
    seen = seen_piles(turn.rules, turn.after)
    changed = changed_piles(turn.rules, turn.before, turn.after)
    piles = [pile_markup(turn.rules, at, seen[at], oob=_OOB) for at in changed]
    return TurnFragment(piles, status_line(turn, _OOB), "")


def stale_board(turn: Turn, notice: str, recorded: str | None) -> TurnFragment:
    """Show the whole board to somebody who saw an older one."""
    seen = seen_piles(turn.rules, turn.after)
    piles = [pile_markup(turn.rules, at, cards, oob=_OOB) for at, cards in enumerate(seen)]
    return TurnFragment(piles, status_line(turn, _OOB), notice, recorded or "")


def status_line(turn: Turn, oob: str = "") -> StatusLine:
    """Say how a session stands."""
    session = turn.session
    return StatusLine(
        session=session.id,
        seq=session.seq,
        status=session.status,
        finished=Status(session.status).finished,
        steps=session.steps,
        undoable=session.undoable,
        redoable=session.redoable,
        seconds=session.played_ms // 1000,
        last=session.last_move or "",
        legal=" ".join(map(str, turn.legal)),
        game=session.game,
        name=find(session.game).name,
        deal=session.deal,
        query=f"?{session.options}" if session.options else "",
        oob=Markup(oob),
    )


def table_page(turn: Turn, chosen: str = "", notice: str = "") -> TablePage:
    """Show the table; `chosen` names cards as `t3:2`, whose targets are then marked.

    Raises:
        Malformed: `chosen` names no cards.
    """
    session, rules, table = turn.session, turn.rules, layout(turn.rules)
    game = find(session.game)
    seen = seen_piles(rules, turn.after)
    targets, marks, said = _chosen(turn, chosen)
    last = Move.read(session.last_move) if session.last_move else None
    if last:
        for card in seen[table.index[last.target]][-last.count :]:
            marks[card] = marks.get(card, "") + " last"
    piles = [
        pile_markup(rules, at, cards, marks, targets.get(pile_id))
        for at, (pile_id, cards) in enumerate(zip(table.ids, seen, strict=True))
    ]
    return TablePage(
        name=game.name,
        slug=game.slug,
        columns=len(table.columns),
        deal_words=f"deal {session.deal}" if session.deal else "a hand-made deal",
        link=f"/{game.slug}/{session.deal}" if session.deal else None,
        options_words=", ".join(f"{name}: {value}" for name, value in read_options(session.options).items()),
        cells=[piles[at] for at in table.cells],
        foundations=[piles[at] for at in table.foundations],
        reserve=[piles[at] for at in table.reserve],
        tableau=[piles[at] for at in table.columns],
        line=status_line(turn),
        notice=notice or said,
        chosen=chosen if targets else "",
    )


def _chosen(turn: Turn, chosen: str) -> tuple[dict[str, str], dict[int, str], str]:
    """Give the targets of the chosen cards by pile, the cards' marks, and what to say where there is no target."""
    if not chosen:
        return {}, {}, ""
    source, _, count = chosen.partition(":")
    try:
        lifted = Move.read(f"{source}-t0:{count or 1}")
    except InvalidMove:
        raise Malformed("Cards are chosen like t3, or t3:2 for two cards.") from None
    targets = {
        move.target: str(move) for move in turn.legal if move.source == lifted.source and move.count == lifted.count
    }
    if not targets:
        return {}, {}, "Those cards can go nowhere now."
    cards = turn.after.piles[layout(turn.rules).index[lifted.source]][-lifted.count :]
    return targets, dict.fromkeys(cards, " chosen"), ""
