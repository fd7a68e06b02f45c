"""Puzzles that players made, which wait for a moderator before others are given them."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. The puzzles there are stay on offer."""
    op.create_table(
        "puzzle_proposal",
        sa.Column("puzzle_id", sa.String(8), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("proposed_at", sa.BigInteger, nullable=False),
        sa.Column("decided_at", sa.BigInteger),
        sa.CheckConstraint("state IN ('waiting', 'taken', 'refused')", name=op.f("puzzle_proposal_state_ck")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("puzzle_proposal_player_id_fk")),
        sa.PrimaryKeyConstraint("puzzle_id", name=op.f("puzzle_proposal_pk")),
        sqlite_with_rowid=False,
    )
    op.create_index("puzzle_proposal_player_id_ix", "puzzle_proposal", ["player_id"])
    op.create_index("puzzle_proposal_state_proposed_at_ix", "puzzle_proposal", ["state", "proposed_at"])


def downgrade() -> None:
    """Go one step down. What players proposed is on offer again."""
    op.drop_table("puzzle_proposal")
