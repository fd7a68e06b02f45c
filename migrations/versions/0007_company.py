"""Company at a table: links to watch or to play, seats, and races against finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "invitation",
        sa.Column("token", sa.String(16), nullable=False),
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("purpose IN ('watch', 'play')", name="purpose"),
        sa.PrimaryKeyConstraint("token", name="invitation_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="invitation_session_id_fk"),
        sa.UniqueConstraint("session_id", "purpose", name="invitation_session_id_purpose_uq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seat",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("moved_seq", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("session_id", "player_id", name="seat_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="seat_session_id_fk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="seat_player_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ghost",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("of_session_id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="ghost_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="ghost_session_id_fk"),
        sa.ForeignKeyConstraint(["of_session_id"], ["session.id"], name="ghost_of_session_id_fk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("ghost")
    op.drop_table("seat")
    op.drop_table("invitation")
