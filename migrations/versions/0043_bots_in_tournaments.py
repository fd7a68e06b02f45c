"""Tournaments say whether bots may join, as races do."""

from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.execute("ALTER TABLE tournament RENAME COLUMN programs TO bots")


def downgrade() -> None:
    """Go one step down."""
    op.execute("ALTER TABLE tournament RENAME COLUMN bots TO programs")
