"""Races: rooms, the racers in them, the deals, and the results."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "race",
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("winnable", sa.Boolean, nullable=False),
        sa.Column("best_of", sa.Integer, nullable=False),
        sa.Column("limit_ms", sa.BigInteger),
        sa.Column("host_id", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("starts_at", sa.BigInteger),
        sa.Column("due_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", name="race_pk"),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name="race_host_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("race_due_at_ix", "race", ["due_at"])
    op.create_table(
        "racer",
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("code", "player_id", name="racer_pk"),
        sa.ForeignKeyConstraint(["code"], ["race.code"], name="racer_code_fk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="racer_player_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heat",
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("deck", sa.String(104), nullable=False),
        sa.Column("proved", sa.Boolean, nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", "number", name="heat_pk"),
        sa.ForeignKeyConstraint(["code"], ["race.code"], name="heat_code_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("heat_deck_ix", "heat", ["deck"])
    op.create_table(
        "run",
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("home", sa.Integer, nullable=False, server_default="0"),
        sa.Column("steps", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.CheckConstraint("outcome IN ('won', 'given-up', 'forfeited', 'stopped')", name="outcome"),
        sa.PrimaryKeyConstraint("code", "number", "player_id", name="run_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="run_player_id_fk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="run_session_id_fk"),
        sa.ForeignKeyConstraint(["code", "number"], ["heat.code", "heat.number"], name="run_heat_fk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("run")
    op.drop_index("heat_deck_ix", "heat")
    op.drop_table("heat")
    op.drop_table("racer")
    op.drop_index("race_due_at_ix", "race")
    op.drop_table("race")
