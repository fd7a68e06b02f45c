"""A heat stores what its racers stake when it begins. Heats that run during the upgrade are not rated."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("run", sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("run", sa.Column("rating", sa.Double))
    op.add_column("run", sa.Column("deviation", sa.Double))


def downgrade() -> None:
    """Go one step down."""
    for name in ("deviation", "rating", "bot"):
        op.drop_column("run", name)
