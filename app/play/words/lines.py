"""The lines that the player left at the position where a game stands, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.words import numbered
from app.play.service.lines import Line
from app.play.values.session import Session
from app.play.words.reasons import move_sentence


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line that the player can take up again."""

    begins: int
    words: str
    """Its first move; later ones may name cards that lie face down again."""
    length: str


def lines_shown(session: Session, left: Sequence[Line]) -> list[LineShown]:
    """Show lines, the latest first."""
    rules, position = session.variant.rules, session.position
    return [
        LineShown(
            begins=line.begins,
            words=move_sentence(rules, position, line.moves[0]),
            length=numbered(len(line.moves), "{count} move", "{count} moves"),
        )
        for line in reversed(left)
    ]
