"""Reports of the names of tournaments and groups, and decisions about groups."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("decision", sa.Column("group_code", sa.String(10)))
    op.create_table(
        "title_report",
        sa.Column("venue", sa.String(24), nullable=False),
        sa.Column("reporter_id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("reported_at", sa.BigInteger, nullable=False),
        sa.Column("settled_by", sa.String(16)),
        sa.CheckConstraint("reason IN ('offends', 'pretends', 'other')", name=op.f("title_report_reason_ck")),
        sa.ForeignKeyConstraint(["reporter_id"], ["account.player_id"], name=op.f("title_report_reporter_id_fk")),
        sa.PrimaryKeyConstraint("venue", "reporter_id", name=op.f("title_report_pk")),
        sqlite_with_rowid=False,
    )
    op.create_index("title_report_reporter_id_ix", "title_report", ["reporter_id"])


def downgrade() -> None:
    """Go one step down. Groups that moderators have renamed keep their new names."""
    op.drop_table("title_report")
    op.execute("DELETE FROM appeal WHERE decision_id IN (SELECT id FROM decision WHERE group_code IS NOT NULL)")
    op.execute("DELETE FROM decision WHERE group_code IS NOT NULL AND undoes IS NOT NULL")
    op.execute("DELETE FROM decision WHERE group_code IS NOT NULL")
    op.drop_column("decision", "group_code")
