"""A record of proved deals already dealt, deals for races, what players wait for, and a player's deals by number.

Each deal of Stalactites in stock was proved under one choice of `by` only, which is no longer enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.execute("DELETE FROM stock WHERE game = 'stalactites'")
    op.add_column("stock", sa.Column("taken", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("stock_game_options_band_ix", "stock")
    op.create_index("stock_taken_game_options_band_ix", "stock", ["taken", "game", "options", "band"])
    op.create_index("session_player_id_deal_ix", "session", ["player_id", "deal"])
    op.create_table(
        "race_deal",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "options", "deal", name="race_deal_pk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "wish",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("band", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "options", "band", name="wish_pk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("wish")
    op.drop_table("race_deal")
    op.drop_index("session_player_id_deal_ix", "session")
    op.execute("DELETE FROM stock WHERE taken OR game = 'stalactites'")
    op.drop_index("stock_taken_game_options_band_ix", "stock")
    op.drop_column("stock", "taken")
    op.create_index("stock_game_options_band_ix", "stock", ["game", "options", "band"])
