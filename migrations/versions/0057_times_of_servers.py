"""What each server says about its time, by which servers find a clock that is wrong."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "server_time",
        sa.Column("server", sa.String(16)),
        sa.Column("boot", sa.String(36), nullable=False, server_default=""),
        sa.Column("elapsed", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("now", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("sure", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("server", name=op.f("server_time_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("server_time")
