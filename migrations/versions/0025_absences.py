"""When the player of a session left its table, and how long they were away since the last entry."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("session", sa.Column("away_since", sa.BigInteger))
    op.add_column("session", sa.Column("away_ms", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("session", "away_ms")
    op.drop_column("session", "away_since")
