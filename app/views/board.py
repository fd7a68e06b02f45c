"""A board: its piles by the part of the table they lie in."""

from dataclasses import dataclass

from markupsafe import Markup

from app.views.piles import measures, pile_markup, seen_piles
from engine.moves import Move
from engine.position import Position, layout
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class BoardView:
    """What _board.html shows."""

    measures: str
    cells: list[Markup]
    foundations: list[Markup]
    reserve: list[Markup]
    tableau: list[Markup]


def board_view(rules: Rules, position: Position, last: Move | None = None) -> BoardView:
    """Show a position that is only looked at, and mark the cards of the last move."""
    table, seen = layout(rules), seen_piles(rules, position)
    marks = dict.fromkeys(seen[table.index[last.target]][-last.count :], " last") if last else {}
    piles = [pile_markup(rules, at, cards, marks) for at, cards in enumerate(seen)]
    return laid_out(rules, piles)


def laid_out(rules: Rules, piles: list[Markup]) -> BoardView:
    """Lay piles, drawn in the order of the layout, where they belong."""
    table = layout(rules)
    return BoardView(
        measures=measures(rules),
        cells=[piles[at] for at in table.cells],
        foundations=[piles[at] for at in table.foundations],
        reserve=[piles[at] for at in table.reserve],
        tableau=[piles[at] for at in table.columns],
    )
