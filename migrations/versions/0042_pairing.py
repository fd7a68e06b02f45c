"""Listed rooms, visitors who wait for somebody to race, and races against the house."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("race", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    listed = sa.text("listed")
    op.create_index("race_listed_ix", "race", ["made_at"], sqlite_where=listed, postgresql_where=listed)
    op.create_table(
        "waiting",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Double),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("code", sa.String(6)),
        sa.PrimaryKeyConstraint("player_id", name="waiting_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("waiting_game_options_ix", "waiting", ["game", "options"])
    op.create_table(
        "house_ghost",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("pace_ms", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="house_ghost_session_id_fk"),
        sa.PrimaryKeyConstraint("session_id", name="house_ghost_pk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down. Races against the house lose their ghosts."""
    op.drop_table("house_ghost")
    op.drop_table("waiting")
    op.drop_index("race_listed_ix", "race")
    op.drop_column("race", "listed")
