"""A board: its piles, grouped by the part of the table they lie in."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.play.table.piles import measures, pile_markup, room_for, seen_piles
from engine.moves import Move
from engine.position import PileId, Position, layout
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class BoardView:
    """What _board.html shows."""

    measures: str
    cells: list[Markup]
    foundations: list[Markup]
    reserve: list[Markup]
    tableau: list[Markup]


def board_view(
    rules: Rules,
    position: Position,
    last: Move | None = None,
    marks: Mapping[int, str] | None = None,
    targets: Mapping[PileId, str] | None = None,
) -> BoardView:
    """Show a position, and mark the cards of the last move.

    `marks` holds further classes for cards. `targets` holds the move text for each pile that takes the chosen cards.
    """
    table, seen = layout(rules), seen_piles(rules, position)
    classes = dict(marks or {})
    for card in seen[table.index[last.target]][-last.count :] if last else ():
        classes[card] = classes.get(card, "") + " last"
    piles = [
        pile_markup(rules, at, cards, classes, targets.get(table.ids[at]) if targets else None)
        for at, cards in enumerate(seen)
    ]
    return lay_out(rules, position, piles)


def lay_out(rules: Rules, position: Position, piles: list[Markup]) -> BoardView:
    """Lay piles, drawn in the order of the layout, where they belong."""
    table = layout(rules)
    room = room_for(rules, max(len(position.piles[at]) for at in table.columns))
    return BoardView(
        measures=f"{measures(rules)} n{room}",
        cells=[piles[at] for at in table.cells],
        foundations=[piles[at] for at in table.foundations],
        reserve=[piles[at] for at in table.reserve],
        tableau=[piles[at] for at in table.columns],
    )
