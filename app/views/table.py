"""The table: the whole page, and what a turn changes on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from app.model.event import InRace
from app.model.refusals import Malformed
from app.services.play import Turn
from app.services.proof import Proof
from app.views.company import Seated
from app.views.events import dealt_words
from app.views.ghost import GhostView
from app.views.pile_rules import PileRule, pile_rules
from app.views.piles import Seen, measures, pile_markup, seen_piles
from app.views.proof import proof_words
from app.views.status import StatusLine, runs, status_line, status_markup
from app.views.summary import options_words
from engine.moves import InvalidMove, Move
from engine.position import layout

_OOB = ' hx-swap-oob="true"'


@dataclass(frozen=True, slots=True)
class TablePage:
    """What table.html shows."""

    name: str
    slug: str
    measures: str
    deal_words: str
    link: str | None
    """The deal's own address; None for a hand-made deal, whose link would spell the face-down cards."""
    options_words: str
    proof: str
    """How we know that the deal is winnable; empty if we don't."""
    cells: list[Markup]
    foundations: list[Markup]
    reserve: list[Markup]
    tableau: list[Markup]
    line: StatusLine
    status: Markup
    notice: str
    chosen: str
    pile_rules: tuple[PileRule, ...]
    helps: bool
    """Whether the player can have hints."""
    race: str
    """The code of the race that the session belongs to; empty if it belongs to none."""
    seated: Seated | None
    """Who sits at a shared table."""
    ghost: GhostView | None
    """The finished game that the session is raced against."""


def turn_markup(turn: Turn) -> str:
    """Draw everything that a turn changed: piles, status, the `seq` that forms send."""
    before, after = seen_piles(turn.rules, turn.before), seen_piles(turn.rules, turn.after)
    changed = [at for at, cards in enumerate(after) if cards != before[at]]
    return _fragment(turn, after, changed, status_line(turn), "")


def stale_markup(turn: Turn, notice: str, recorded: Move | None) -> str:
    """Draw the whole board for somebody who saw an older one."""
    seen = seen_piles(turn.rules, turn.after)
    return _fragment(turn, seen, range(len(seen)), status_line(turn, str(recorded or "")), notice)


def _fragment(turn: Turn, seen: Sequence[Seen], drawn: Iterable[int], line: StatusLine, notice: str) -> str:
    """Join elements that each replace the one with their id."""
    piles = "".join([pile_markup(turn.rules, at, seen[at], oob=_OOB) for at in drawn])
    return (
        f"{piles}{status_markup(line, _OOB)}"
        f'<input type="hidden" name="seq" id="seq" value="{line.seq}"{_OOB}>\n'
        f'<input type="hidden" name="seq" id="typed-seq" value="{line.seq}"{_OOB}>\n'
        f'<p id="notice" hx-swap-oob="innerHTML">{escape(notice)}</p>\n'
    )


def table_page(
    turn: Turn,
    chosen: str = "",
    notice: str = "",
    seated: Seated | None = None,
    ghost: GhostView | None = None,
    proof: Proof | None = None,
) -> TablePage:
    """Show the table; `chosen` names cards as `t3:2`, and the page marks their targets.

    Raises:
        Malformed: `chosen` names no cards.
    """
    session, rules, table = turn.session, turn.rules, layout(turn.rules)
    game, line = session.variant.game, status_line(turn)
    seen = seen_piles(rules, turn.after)
    targets, marks, said = _chosen(turn, chosen)
    last = session.last_move
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
        measures=measures(rules),
        deal_words=dealt_words(session),
        link=f"/{game.slug}/{session.told_deal}" if session.told_deal else None,
        options_words=options_words(game, session.variant.options),
        proof=proof_words(game, proof),
        cells=[piles[at] for at in table.cells],
        foundations=[piles[at] for at in table.foundations],
        reserve=[piles[at] for at in table.reserve],
        tableau=[piles[at] for at in table.columns],
        line=line,
        status=status_markup(line),
        notice=notice or said,
        chosen=chosen if targets else "",
        pile_rules=pile_rules(rules),
        helps=not session.sealed and not line.finished,
        race=session.event.code if isinstance(session.event, InRace) else "",
        seated=seated,
        ghost=ghost,
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
