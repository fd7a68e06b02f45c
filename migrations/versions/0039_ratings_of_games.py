"""Ratings of players at each game, and of the deals of dailies."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "game_rating",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="game_rating_player_id_fk"),
        sa.PrimaryKeyConstraint("player_id", "game", name="game_rating_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("game_rating_game_rating_ix", "game_rating", ["game", "rating"])
    op.create_table(
        "rating_change",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("heat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("rated_at", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="rating_change_player_id_fk"),
        sa.PrimaryKeyConstraint("player_id", "game", "event", "heat", name="rating_change_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("rating_change_player_id_game_rated_at_ix", "rating_change", ["player_id", "game", "rated_at"])
    op.create_table(
        "deal_rating",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "options", name="deal_rating_pk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down. The ratings are lost."""
    op.drop_table("deal_rating")
    op.drop_table("rating_change")
    op.drop_table("game_rating")
