"""Tokens for programs, and what they were used for."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "access_token",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("revoked_at", sa.BigInteger),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="access_token_player_id_fk"),
        sa.PrimaryKeyConstraint("id", name="access_token_pk"),
        sa.UniqueConstraint("digest", name="access_token_digest_uq"),
        sqlite_with_rowid=False,
    )
    op.create_index("access_token_player_id_ix", "access_token", ["player_id"])
    op.create_table(
        "access_token_use",
        sa.Column("token_id", sa.String(16), nullable=False),
        sa.Column("hour", sa.BigInteger, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["token_id"], ["access_token.id"], name="access_token_use_token_id_fk"),
        sa.PrimaryKeyConstraint("token_id", "hour", "what", name="access_token_use_pk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("access_token_use")
    op.drop_table("access_token")
