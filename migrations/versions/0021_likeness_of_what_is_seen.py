"""The likeness of deals in dailies and races, which from now on leaves out face-down cards.

Only Stonewall has any, so only its rows change. This module computes a likeness by itself, as it was when this was
written, because the engine may change it later. Heats that are over keep theirs, which nobody needs any more.
"""

from itertools import permutations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLUMNS, _ROWS = 6, 6
_FACE_DOWN = frozenset({0, 2, 4})
_CODES = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
_RUNNING = sa.text("ended_at IS NULL")
_HEATS = (
    "SELECT heat.code, heat.number, heat.deck FROM heat JOIN race ON race.code = heat.code "
    "WHERE heat.ended_at IS NULL AND race.game = :game"
)


def upgrade() -> None:
    """Go one step up."""
    for table in ("daily", "heat"):
        op.drop_index(f"{table}_deck_ix", table)
    op.create_index("heat_running_ix", "heat", ["code"], sqlite_where=_RUNNING, postgresql_where=_RUNNING)
    _write(_FACE_DOWN)


def downgrade() -> None:
    """Go one step down."""
    _write(frozenset())
    op.drop_index("heat_running_ix", "heat")
    for table in ("daily", "heat"):
        op.create_index(f"{table}_deck_ix", table, ["deck"])


def _write(face_down: frozenset[int]) -> None:
    connection, game = op.get_bind(), {"game": "stonewall"}
    keep = sa.text("UPDATE daily SET likeness = :likeness WHERE day = :day AND game = 'stonewall'")
    for day, deck in connection.execute(sa.text("SELECT day, deck FROM daily WHERE game = :game"), game).all():
        connection.execute(keep, {"likeness": _likeness(deck, face_down), "day": day})
    keep = sa.text("UPDATE heat SET likeness = :likeness WHERE code = :code AND number = :number")
    for code, number, deck in connection.execute(sa.text(_HEATS), game).all():
        connection.execute(keep, {"likeness": _likeness(deck, face_down), "code": code, "number": number})


def _likeness(code: str, face_down: frozenset[int]) -> str:
    """Return the least spelling of a Stonewall deck over all exchanges of suits that keep colours together."""
    deck = [_CODES.index(code[at : at + 2]) for at in range(0, len(code), 2)]
    exchanges = [suits for suits in permutations(range(4)) if suits[0] // 2 == suits[1] // 2]
    return min(_spelled(deck, suits, face_down) for suits in exchanges)


def _spelled(deck: list[int], suits: tuple[int, ...], face_down: frozenset[int]) -> str:
    called = [_LETTERS[13 * suits[card // 13] + card % 13] for card in deck]
    dealt = _COLUMNS * _ROWS
    columns = [
        "".join("-" if row in face_down else called[_COLUMNS * row + column] for row in range(_ROWS))
        for column in range(_COLUMNS)
    ]
    return "".join(sorted(columns) + sorted(called[dealt:]))
