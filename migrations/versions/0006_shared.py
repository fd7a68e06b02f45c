"""Finished sessions that everybody may watch."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "shared",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("deck", sa.String(104), nullable=False),
        sa.Column("shared_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="shared_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="shared_session_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("shared_game_deck_ix", "shared", ["game", "deck"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("shared_game_deck_ix", "shared")
    op.drop_table("shared")
