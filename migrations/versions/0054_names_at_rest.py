"""Names that rest after a deletion or a moderator's decision."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "resting_name",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("resting_name_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down. The names rest no longer."""
    op.drop_table("resting_name")
