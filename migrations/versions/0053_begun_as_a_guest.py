"""What somebody begins as a guest stays a guest's result: in tournaments, dailies and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up: tournaments and dailies that are open are marked, too."""
    op.add_column("entrant", sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("attempt", sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("puzzle_attempt", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()))
    op.execute("""
        UPDATE entrant SET guest = true
        WHERE code IN (SELECT code FROM tournament WHERE closed_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM account WHERE account.player_id = entrant.player_id)
        AND EXISTS (
            SELECT 1 FROM tournament_try WHERE tournament_try.code = entrant.code
            AND tournament_try.player_id = entrant.player_id
        )
    """)
    op.execute("""
        UPDATE attempt SET guest = true
        WHERE EXISTS (
            SELECT 1 FROM daily WHERE daily.day = attempt.day AND daily.game = attempt.game AND NOT daily.settled
        )
        AND NOT EXISTS (SELECT 1 FROM account WHERE account.player_id = attempt.player_id)
    """)


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("puzzle_attempt", "rated")
    op.drop_column("attempt", "guest")
    op.drop_column("entrant", "guest")
