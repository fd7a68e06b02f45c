"""Who asks solvers and provers, so that addresses and players take turns."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    for name in ("question", "certificate"):
        op.add_column(name, sa.Column("origin", sa.String(16), nullable=False, server_default=""))
    op.add_column("question", sa.Column("turn_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("certificate", sa.Column("asked_by", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("certificate", "asked_by")
    op.drop_column("question", "turn_at")
    for name in ("certificate", "question"):
        op.drop_column(name, "origin")
