"""Races that wait for a proved deal or fail, racers who have run in a heat, and wins that look like a program's."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

DOUBTED = sa.text("doubts IS NOT NULL")


def upgrade() -> None:
    """Go one step up."""
    op.add_column("race", sa.Column("seeking_since", sa.BigInteger))
    op.add_column("race", sa.Column("resumed_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("race", sa.Column("failures", sa.Integer, nullable=False, server_default="0"))
    op.add_column("race", sa.Column("set_aside_at", sa.BigInteger))
    op.add_column("racer", sa.Column("raced", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("run", sa.Column("doubts", sa.Text))
    op.create_index("run_doubts_ix", "run", ["session_id"], sqlite_where=DOUBTED, postgresql_where=DOUBTED)
    op.execute(
        "UPDATE racer SET raced = TRUE"
        " WHERE EXISTS (SELECT 1 FROM run WHERE run.code = racer.code AND run.player_id = racer.player_id)"
    )
    op.execute('DELETE FROM racer WHERE "left" AND NOT raced')


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("run_doubts_ix", "run")
    op.drop_column("run", "doubts")
    op.drop_column("racer", "raced")
    for name in ("set_aside_at", "failures", "resumed_at", "seeking_since"):
        op.drop_column("race", name)
