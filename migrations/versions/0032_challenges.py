"""Challenges to do better on a deal, and the games that were played on a deal."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "challenge",
        sa.Column("token", sa.String(10), nullable=False),
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="challenge_session_id_fk"),
        sa.PrimaryKeyConstraint("token", name="challenge_pk"),
        sa.UniqueConstraint("session_id", name="challenge_session_id_uq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "challenge_try",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("token", sa.String(10), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="challenge_try_session_id_fk"),
        sa.ForeignKeyConstraint(["token"], ["challenge.token"], name="challenge_try_token_fk"),
        sa.PrimaryKeyConstraint("session_id", name="challenge_try_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("challenge_try_token_ix", "challenge_try", ["token"])
    op.create_index("session_deal_game_ix", "session", ["deal", "game"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("session_deal_game_ix", "session")
    op.drop_table("challenge_try")
    op.drop_table("challenge")
