"""Accounts, with names, passwords and recovery codes, and the generation of each player's cookies."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("player", sa.Column("generation", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "account",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="account_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="account_player_id_fk"),
        sa.UniqueConstraint("folded", name="account_folded_uq"),
        sa.UniqueConstraint("skeleton", name="account_skeleton_uq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "recovery_code",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "digest", name="recovery_code_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="recovery_code_player_id_fk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("recovery_code")
    op.drop_table("account")
    op.drop_column("player", "generation")
