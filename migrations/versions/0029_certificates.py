"""Certificates of deals that nobody can win."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "certificate",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text),
        sa.Column("deck", sa.String(104), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("positions", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("packed", sa.LargeBinary),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.CheckConstraint("state IN ('waiting', 'made', 'too large', 'failed')", name=op.f("certificate_state_ck")),
        sa.PrimaryKeyConstraint("key", name="certificate_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("certificate_due_at_ix", "certificate", ["due_at"])
    op.create_index("certificate_asked_at_ix", "certificate", ["asked_at"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("certificate")
