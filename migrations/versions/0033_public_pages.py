"""Public pages of players, and reports of names."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "profile",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="profile_player_id_fk"),
        sa.PrimaryKeyConstraint("player_id", name="profile_pk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("reporter_id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("reported_at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("reason IN ('offends', 'pretends', 'other')", name=op.f("report_reason_ck")),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name="report_player_id_fk"),
        sa.ForeignKeyConstraint(["reporter_id"], ["account.player_id"], name="report_reporter_id_fk"),
        sa.PrimaryKeyConstraint("player_id", "reporter_id", name="report_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("report_reporter_id_ix", "report", ["reporter_id"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("report")
    op.drop_table("profile")
