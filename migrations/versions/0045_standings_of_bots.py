"""Standings of programs as well as of people, from those of their first attempts at dailies that have been counted."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

_PEOPLE_S, _BOTH = ["period", "game", "points", "player_id"], ["period", "game", "bot", "points", "player_id"]
_BROUGHT = sa.text(
    """
    SELECT attempt.day, attempt.game, attempt.player_id,
        SUM(CASE WHEN solved AND tier < 4 THEN 5 - tier ELSE 0 END), SUM(CASE WHEN solved THEN 1 ELSE 0 END)
    FROM attempt JOIN daily ON daily.day = attempt.day AND daily.game = attempt.game
    WHERE bot AND number = 1 AND ended_at IS NOT NULL AND NOT held
        AND (settled OR (stage = 'counting' AND attempt.session_id <= walked_to))
    GROUP BY attempt.day, attempt.game, attempt.player_id
    """
)
_STANDING = sa.table(
    "standing",
    *(sa.column(name, sa.Text) for name in ("period", "game", "player_id")),
    *(sa.column(name, sa.Integer) for name in ("points", "solved")),
    sa.column("bot", sa.Boolean),
)


def upgrade() -> None:
    """Go one step up."""
    op.add_column("standing", sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index(_name(_PEOPLE_S), "standing")
    op.create_index(_name(_BOTH), "standing", _BOTH)
    connection = op.get_bind()
    points, solved = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for day, game, player_id, brought, first in connection.execute(_BROUGHT):
        for period in _periods(date.fromisoformat(day)):
            for among in (game, ""):
                points[period, among, player_id] += brought
                solved[period, among, player_id] += first
    for (period, game, player_id), count in points.items():
        key = {"period": period, "game": game, "player_id": player_id}
        values = {"points": count, "solved": solved[period, game, player_id], "bot": True}
        connection.execute(_STANDING.insert(), key | values)


def downgrade() -> None:
    """Go one step down."""
    op.execute("DELETE FROM standing WHERE bot")
    op.drop_index(_name(_BOTH), "standing")
    op.drop_column("standing", "bot")
    op.create_index(_name(_PEOPLE_S), "standing", _PEOPLE_S)


def _name(columns: list[str]) -> str:
    return f"standing_{'_'.join(columns)}_ix"


def _periods(day: date) -> Iterator[str]:
    year, week, _ = day.isocalendar()
    yield from (f"{year}-W{week:02}", f"{day:%Y-%m}", "all")
