"""Marks on the attempts of programs at dailies, and on the races that programs may join."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("attempt", sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("attempt_bots_ix", "attempt", ["day", "game", "bot", "held", "score", "ms", "session_id"])
    op.add_column("race", sa.Column("bots", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("race", "bots")
    op.drop_index("attempt_bots_ix", "attempt")
    op.drop_column("attempt", "bot")
    op.execute("DELETE FROM bucket WHERE board = 'bots'")
