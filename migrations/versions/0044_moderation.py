"""The decisions of moderators, the appeals of players, and the decision that settled each report."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

_OPEN = sa.text("answered_at IS NULL")


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "decision",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("player.id", name="decision_player_id_fk"), nullable=False),
        sa.Column("session_id", sa.String(16), sa.ForeignKey("session.id", name="decision_session_id_fk")),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("undoes", sa.String(16), sa.ForeignKey("decision.id", name="decision_undoes_fk")),
        sa.CheckConstraint("kind IN ('dismiss', 'rename', 'hide', 'show', 'clear', 'undo')", name="kind"),
        sa.PrimaryKeyConstraint("id", name="decision_pk"),
        sa.UniqueConstraint("undoes", name="decision_undoes_uq"),
        sqlite_with_rowid=False,
    )
    op.create_index("decision_player_id_at_ix", "decision", ["player_id", "at"])
    op.create_index("decision_session_id_ix", "decision", ["session_id"])
    op.create_index("decision_at_ix", "decision", ["at"])
    op.create_table(
        "appeal",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column(
            "decision_id", sa.String(16), sa.ForeignKey("decision.id", name="appeal_decision_id_fk"), nullable=False
        ),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("player.id", name="appeal_player_id_fk"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("answered_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="appeal_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "appeal_open_ix", "appeal", ["decision_id"], unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN
    )
    op.create_index("appeal_player_id_ix", "appeal", ["player_id"])
    op.add_column("report", sa.Column("settled_by", sa.String(16)))


def downgrade() -> None:
    """Go one step down. Settled reports wait for a decision again."""
    op.drop_column("report", "settled_by")
    op.drop_table("appeal")
    op.drop_table("decision")
