"""Questions to solvers and their answers, the help given, and the stock of winnable deals."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "question",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("wanted_until", sa.BigInteger, nullable=False),
        sa.Column("taken_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("key", name="question_pk"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="question_player_id_fk"),
        sa.CheckConstraint("kind IN ('judge', 'guess', 'review')", name=op.f("question_kind_ck")),
        sqlite_with_rowid=False,
    )
    op.create_index("question_player_id_ix", "question", ["player_id"])
    op.create_table(
        "answer",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="answer_pk"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "help_given",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("sight", sa.Text, nullable=False),
        sa.Column("rung", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seq", "sight", name="help_given_pk"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="help_given_session_id_fk"),
        sa.CheckConstraint("sight IN ('fair', 'all')", name=op.f("help_given_sight_ck")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "stock",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("band", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "options", "deal", name="stock_pk"),
        sa.CheckConstraint("band IN ('gentle', 'steady', 'stern')", name=op.f("stock_band_ck")),
        sqlite_with_rowid=False,
    )
    op.create_index("stock_game_options_band_ix", "stock", ["game", "options", "band"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("stock_game_options_band_ix", "stock")
    op.drop_table("stock")
    op.drop_table("help_given")
    op.drop_table("answer")
    op.drop_index("question_player_id_ix", "question")
    op.drop_table("question")
