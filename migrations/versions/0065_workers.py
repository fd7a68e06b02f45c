"""Which processes answer questions beside the servers, and when each last said so."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. A worker of an older version says nothing, so servers miss it until it is restarted."""
    op.create_table(
        "worker",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("solvers", sa.Text, nullable=False),
        sa.CheckConstraint("solvers IN ('ready', 'starting', 'away')", name=op.f("worker_solvers_ck")),
        sa.PrimaryKeyConstraint("id", name=op.f("worker_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("worker")
