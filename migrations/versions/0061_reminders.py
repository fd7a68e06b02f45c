"""The reminders that browsers have asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "reminder",
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(87), nullable=False),
        sa.Column("auth", sa.String(22), nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("last_day", sa.String(10)),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("reminder_player_id_fk")),
        sa.PrimaryKeyConstraint("token", name=op.f("reminder_pk")),
        sa.UniqueConstraint("endpoint", name=op.f("reminder_endpoint_uq")),
        sqlite_with_rowid=False,
    )
    op.create_index("reminder_player_id_ix", "reminder", ["player_id"])
    op.create_index("reminder_due_at_ix", "reminder", ["due_at"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("reminder")
