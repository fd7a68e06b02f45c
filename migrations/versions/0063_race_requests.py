"""Whom players have asked into the rooms of their races."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "race_request",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("asker_id", sa.String(16), nullable=False),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["account.player_id"], name=op.f("race_request_player_id_fk")),
        sa.ForeignKeyConstraint(["asker_id"], ["account.player_id"], name=op.f("race_request_asker_id_fk")),
        sa.ForeignKeyConstraint(["code"], ["race.code"], name=op.f("race_request_code_fk")),
        sa.PrimaryKeyConstraint("player_id", "asker_id", name=op.f("race_request_pk")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("race_request_asker_id_ix"), "race_request", ["asker_id"])


def downgrade() -> None:
    """Go one step down. Whoever was asked has to be sent the link."""
    op.drop_table("race_request")
