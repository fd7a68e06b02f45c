"""Names that moderators let stay leave the log once their accounts are deleted."""

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up: what the deletion of an account left behind goes, too."""
    op.execute("""
        UPDATE decision SET "before" = ''
        WHERE kind = 'dismiss' AND NOT EXISTS (SELECT 1 FROM account WHERE account.player_id = decision.player_id)
    """)


def downgrade() -> None:
    """Go one step down. The names don't come back."""
