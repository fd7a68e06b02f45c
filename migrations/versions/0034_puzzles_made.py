"""Questions that ask whether a puzzle begins at a position."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    _allow("'judge', 'guess', 'label', 'review', 'puzzle'")


def downgrade() -> None:
    """Go one step down. Players who wait for a puzzle must ask again."""
    op.execute("DELETE FROM question WHERE kind = 'puzzle'")
    _allow("'judge', 'guess', 'label', 'review'")


def _allow(kinds: str) -> None:
    with op.batch_alter_table("question") as question:
        question.drop_constraint("kind", type_="check")
        question.create_check_constraint("kind", f"kind IN ({kinds})")
