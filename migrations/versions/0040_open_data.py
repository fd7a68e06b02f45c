"""The files of the open data, the players who keep out of them, and an index of won games by the time of their end."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("player", sa.Column("kept_out_at", sa.BigInteger))
    op.create_table(
        "data_month",
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("maker", sa.String(16), nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("games", sa.Integer, nullable=False, server_default="0"),
        sa.Column("size", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("digest", sa.String(64), nullable=False, server_default=""),
        sa.Column("made_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("month", name="data_month_pk"),
        sqlite_with_rowid=False,
    )
    won = sa.text("status = 'won'")
    op.create_index("session_won_ix", "session", ["changed_at", "id"], sqlite_where=won, postgresql_where=won)


def downgrade() -> None:
    """Go one step down. The choices of players to keep their games out of the open data are lost."""
    op.drop_index("session_won_ix", "session")
    op.drop_table("data_month")
    op.drop_column("player", "kept_out_at")
