"""Players, sessions and their entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "player",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("automatic", sa.Text, nullable=False, server_default="off"),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
        sa.PrimaryKeyConstraint("id", name="player_pk"),
        sa.CheckConstraint("automatic IN ('off', 'safe', 'all')", name=op.f("player_automatic_ck")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("deal", sa.Text),
        sa.Column("deck", sa.String(104), nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("undoable", sa.Integer, nullable=False),
        sa.Column("redoable", sa.Integer, nullable=False),
        sa.Column("last_move", sa.Text),
        sa.Column("played_ms", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="session_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="session_player_id_fk"),
        sa.CheckConstraint("status IN ('playing', 'stuck', 'won', 'given-up')", name=op.f("session_status_ck")),
        sqlite_with_rowid=False,
    )
    op.create_index("session_player_id_changed_at_id_ix", "session", ["player_id", "changed_at", "id"])
    op.create_table(
        "entry",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("do", sa.Text, nullable=False),
        sa.Column("move", sa.Text),
        sa.Column("auto", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seq", name="entry_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="entry_session_id_fk"),
        sa.CheckConstraint("\"do\" IN ('move', 'undo', 'redo', 'give-up')", name=op.f("entry_do_ck")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("entry")
    op.drop_index("session_player_id_changed_at_id_ix", "session")
    op.drop_table("session")
    op.drop_table("player")
