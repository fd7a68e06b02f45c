"""Friends, and boards of results that needed no help."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

_UNASSISTED = {"first-try-unassisted": "ranked", "solved-unassisted": "first_solve"}
"""The new boards, each with the column that marks the attempts that count on it."""


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "friendship",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("friend_id", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="friendship_player_id_fk"),
        sa.ForeignKeyConstraint(["friend_id"], ["account.player_id"], name="friendship_friend_id_fk"),
        sa.PrimaryKeyConstraint("player_id", "friend_id", name="friendship_pk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "friend_request",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("asker_id", sa.String(16), nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="friend_request_player_id_fk"),
        sa.ForeignKeyConstraint(["asker_id"], ["account.player_id"], name="friend_request_asker_id_fk"),
        sa.PrimaryKeyConstraint("player_id", "asker_id", name="friend_request_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("friend_request_asker_id_ix", "friend_request", ["asker_id"])
    op.create_table(
        "friend_link",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("token", sa.String(10), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="friend_link_player_id_fk"),
        sa.PrimaryKeyConstraint("player_id", name="friend_link_pk"),
        sa.UniqueConstraint("token", name="friend_link_token_uq"),
        sqlite_with_rowid=False,
    )
    for board, counts in _UNASSISTED.items():
        op.execute(
            f"INSERT INTO bucket (day, game, board, part, size) "
            f"SELECT day, game, '{board}', score / 4294967296, count(*) FROM attempt "
            f"WHERE ended_at IS NOT NULL AND {counts} AND NOT held AND NOT assisted "
            f"GROUP BY day, game, score / 4294967296"
        )


def downgrade() -> None:
    """Go one step down."""
    op.execute(f"DELETE FROM bucket WHERE board IN ({', '.join(map(repr, _UNASSISTED))})")
    op.drop_table("friend_link")
    op.drop_table("friend_request")
    op.drop_table("friendship")
