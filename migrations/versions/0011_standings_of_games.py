"""Standings in each game as well as over all games. This counts every point anew from the results."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_BROUGHT = sa.text(
    """
    SELECT attempt.day, attempt.game, attempt.player_id,
        SUM(CASE WHEN ranked AND solved AND tier < 4 THEN 5 - tier WHEN first_solve THEN 1 ELSE 0 END),
        SUM(CASE WHEN first_solve THEN 1 ELSE 0 END)
    FROM attempt JOIN daily ON daily.day = attempt.day AND daily.game = attempt.game
    WHERE settled AND ended_at IS NOT NULL AND NOT held AND (ranked OR first_solve)
    GROUP BY attempt.day, attempt.game, attempt.player_id
    """
)
_OVER_ALL = sa.text("SELECT period, player_id, points, solved FROM standing WHERE game = ''")


def upgrade() -> None:
    """Go one step up."""
    connection = op.get_bind()
    points, solved = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for day, game, player_id, brought, first in connection.execute(_BROUGHT):
        for period in _periods(date.fromisoformat(day)):
            for among in (game, ""):
                points[period, among, player_id] += brought
                solved[period, among, player_id] += first
    op.drop_table("standing")
    made = _make(["period", "game", "player_id"], ["period", "game", "points", "player_id"])
    for (period, game, player_id), count in points.items():
        key = {"period": period, "game": game, "player_id": player_id}
        connection.execute(made.insert(), key | {"points": count, "solved": solved[period, game, player_id]})


def downgrade() -> None:
    """Go one step down."""
    connection = op.get_bind()
    kept = connection.execute(_OVER_ALL).mappings().all()
    op.drop_table("standing")
    made = _make(["period", "player_id"], ["period", "points", "player_id"])
    for row in kept:
        connection.execute(made.insert(), dict(row))


def _periods(day: date) -> Iterator[str]:
    year, week, _ = day.isocalendar()
    yield from (f"{year}-W{week:02}", f"{day:%Y-%m}", "all")


def _make(key: list[str], ordered: list[str]) -> sa.Table:
    of_game = [sa.Column("game", sa.Text, nullable=False, server_default="")] if "game" in key else []
    made = op.create_table(
        "standing",
        sa.Column("period", sa.String(8), nullable=False),
        *of_game,
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint(*key, name="standing_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="standing_player_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index(f"standing_{'_'.join(ordered)}_ix", "standing", ordered)
    return made
