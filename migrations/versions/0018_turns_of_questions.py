"""The time since which a question stands in line, so players take turns at the solvers."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("question", sa.Column("line_at", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("question", "line_at")
