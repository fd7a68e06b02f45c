"""Who may not come back to a race, a tournament or a group."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "barred",
        sa.Column("venue", sa.String(24), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("barred_player_id_fk")),
        sa.PrimaryKeyConstraint("venue", "player_id", name=op.f("barred_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down. Whoever was removed may come back."""
    op.drop_table("barred")
