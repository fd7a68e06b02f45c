"""Daily deals and the attempts at them; sessions that belong to an event."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("session", sa.Column("event", sa.Text))
    op.add_column("session", sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("session_event_ix", "session", ["event"])
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("deck", sa.String(104), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("effort", sa.Text, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("chosen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="daily_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_deck_ix", "daily", ["deck"])
    op.create_table(
        "attempt",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("ranked", sa.Boolean, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("solved", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("first_solve", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("tier", sa.Integer, nullable=False, server_default="0"),
        sa.Column("steps", sa.Integer, nullable=False, server_default="0"),
        sa.Column("home", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("undos", sa.Integer, nullable=False, server_default="0"),
        sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
        sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("held", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("score", sa.BigInteger, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("session_id", name="attempt_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="attempt_session_id_fk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="attempt_player_id_fk"),
        sa.UniqueConstraint("player_id", "day", "game", "number", name="attempt_player_id_day_game_number_uq"),
        sqlite_with_rowid=False,
    )
    kept = ["held", "score", "ms", "session_id"]
    op.create_index("attempt_first_ix", "attempt", ["day", "game", "ranked", *kept])
    op.create_index("attempt_solved_ix", "attempt", ["day", "game", "first_solve", *kept])
    op.create_table(
        "bucket",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("part", sa.BigInteger, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "board", "part", name="bucket_pk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("bucket")
    op.drop_index("attempt_solved_ix", "attempt")
    op.drop_index("attempt_first_ix", "attempt")
    op.drop_table("attempt")
    op.drop_index("daily_deck_ix", "daily")
    op.drop_table("daily")
    op.drop_index("session_event_ix", "session")
    with op.batch_alter_table("session") as session:
        session.drop_column("sealed")
        session.drop_column("event")
