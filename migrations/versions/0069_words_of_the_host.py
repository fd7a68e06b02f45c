"""What the people who run a server say on its front page."""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. Older servers show none of it."""
    op.create_table(
        "host_word",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger),
        sa.CheckConstraint("kind IN ('name', 'greeting', 'message')", name=op.f("host_word_kind_ck")),
        sa.PrimaryKeyConstraint("kind", "number", name=op.f("host_word_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("host_word")
