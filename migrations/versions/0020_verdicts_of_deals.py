"""Verdicts on the deals of lost games, and how far the walk through those games has come."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "deal_verdict",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deck", sa.String(104)),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("verdict", sa.Text),
        sa.Column("judged_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("key", name="deal_verdict_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("deal_verdict_due_at_ix", "deal_verdict", ["due_at"])
    op.create_index("deal_verdict_judged_at_ix", "deal_verdict", ["judged_at"])
    op.create_table(
        "bookmark",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("after", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("name", name="bookmark_pk"),
        sqlite_with_rowid=False,
    )
    given_up = sa.text("status = 'given-up'")
    op.create_index(
        "session_given_up_ix", "session", ["changed_at", "id"], sqlite_where=given_up, postgresql_where=given_up
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("session_given_up_ix", "session")
    op.drop_table("bookmark")
    op.drop_table("deal_verdict")
