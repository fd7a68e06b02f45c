"""Indexes of runs and ghosts by session. `rampart check` needs them, and so does deleting a session."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_index("run_session_id_ix", "run", ["session_id"])
    op.create_index("ghost_of_session_id_ix", "ghost", ["of_session_id"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("ghost_of_session_id_ix", "ghost")
    op.drop_index("run_session_id_ix", "run")
