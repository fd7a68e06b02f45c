"""Puzzles, tries at them, ratings, votes and runs; sessions that begin with moves that undo does not take back."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_OUTCOME = "outcome IN ('solved', 'lost')"
_RATING = ("rating", "deviation", "volatility")
_TABLES = ("puzzle_run", "puzzle_vote", "player_rating", "puzzle_rating", "puzzle_attempt", "task", "puzzle")


def upgrade() -> None:
    """Go one step up."""
    op.add_column("session", sa.Column("lead", sa.Integer, nullable=False, server_default="0"))
    _table(
        "puzzle",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text),
        sa.Column("deck", sa.String(104), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("moves", "goal", "way")),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("themes", sa.Text, nullable=False),
        sa.Column("added_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="puzzle_pk"),
    )
    op.create_index("puzzle_game_added_at_ix", "puzzle", ["game", "added_at"])
    _table(
        "task",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("lost_seq", sa.Integer),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("rated_from", sa.Integer),
        sa.Column("rated_to", sa.Integer),
        sa.Column("run_id", sa.String(16)),
        sa.CheckConstraint(_OUTCOME, name="outcome"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="task_session_id_fk"),
        sa.PrimaryKeyConstraint("session_id", name="task_pk"),
    )
    op.create_index("task_run_id_ix", "task", ["run_id"])
    _table(
        "puzzle_attempt",
        *_of_player("puzzle_attempt"),
        sa.Column("puzzle_id", sa.String(8), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("begun_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("solved_at", sa.BigInteger),
        sa.CheckConstraint(_OUTCOME, name="outcome"),
        sa.PrimaryKeyConstraint("player_id", "puzzle_id", name="puzzle_attempt_pk"),
    )
    op.create_index("puzzle_attempt_player_id_ended_at_ix", "puzzle_attempt", ["player_id", "ended_at"])
    _table(
        "puzzle_rating",
        sa.Column("puzzle_id", sa.String(8), nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in _RATING),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("puzzle_id", name="puzzle_rating_pk"),
    )
    _table(
        "player_rating",
        *_of_player("player_rating"),
        sa.Column("game", sa.Text, nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in _RATING),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game", name="player_rating_pk"),
    )
    _table(
        "puzzle_vote",
        *_of_player("puzzle_vote"),
        sa.Column("puzzle_id", sa.String(8), nullable=False),
        sa.Column("up", sa.Boolean, nullable=False),
        sa.Column("voted_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "puzzle_id", name="puzzle_vote_pk"),
    )
    op.create_index("puzzle_vote_puzzle_id_ix", "puzzle_vote", ["puzzle_id"])
    _table(
        "puzzle_run",
        sa.Column("id", sa.String(16), nullable=False),
        *_of_player("puzzle_run"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("solved", sa.Integer, nullable=False, server_default="0"),
        sa.Column("mistakes", sa.Integer, nullable=False, server_default="0"),
        sa.CheckConstraint("kind IN ('streak', 'sprint')", name="kind"),
        sa.PrimaryKeyConstraint("id", name="puzzle_run_pk"),
    )
    op.create_index("puzzle_run_player_id_kind_game_solved_ix", "puzzle_run", ["player_id", "kind", "game", "solved"])


def downgrade() -> None:
    """Go one step down."""
    for name in _TABLES:
        op.drop_table(name)
    op.drop_column("session", "lead")


def _table(name: str, *items: sa.schema.SchemaItem) -> None:
    op.create_table(name, *items, sqlite_with_rowid=False)


def _of_player(table: str) -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=f"{table}_player_id_fk"),
    )
