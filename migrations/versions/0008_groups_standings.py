"""Groups of players, and the standings over weeks, months and all time."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "player_group",
        sa.Column("code", sa.String(10), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code", name="player_group_pk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "member",
        sa.Column("code", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code", "player_id", name="member_pk"),
        sa.ForeignKeyConstraint(["code"], ["player_group.code"], name="member_code_fk"),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="member_player_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("member_player_id_ix", "member", ["player_id"])
    op.create_table(
        "standing",
        sa.Column("period", sa.String(8), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("period", "player_id", name="standing_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="standing_player_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("standing_period_points_player_id_ix", "standing", ["period", "points", "player_id"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("standing_period_points_player_id_ix", "standing")
    op.drop_table("standing")
    op.drop_index("member_player_id_ix", "member")
    op.drop_table("member")
    op.drop_table("player_group")
