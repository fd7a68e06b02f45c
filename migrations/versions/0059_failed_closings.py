"""How often the closing of a daily has failed, and when to try again."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("daily", sa.Column("failures", sa.Integer, nullable=False, server_default="0"))
    op.add_column("daily", sa.Column("again_at", sa.BigInteger))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("daily", "again_at")
    op.drop_column("daily", "failures")
