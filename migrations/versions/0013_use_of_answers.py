"""When somebody last asked for an answer, so the server can delete those that nobody needs."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.alter_column("answer", "made_at", new_column_name="used_at")
    op.create_index("answer_used_at_ix", "answer", ["used_at"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("answer_used_at_ix", "answer")
    op.alter_column("answer", "used_at", new_column_name="made_at")
