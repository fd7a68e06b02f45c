"""The days on which players solved the puzzle of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "puzzle_day",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("puzzle_day_player_id_fk")),
        sa.PrimaryKeyConstraint("player_id", "day", name=op.f("puzzle_day_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down. The runs of days are lost."""
    op.drop_table("puzzle_day")
