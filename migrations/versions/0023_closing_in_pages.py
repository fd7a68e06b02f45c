"""How far the closing of a daily has come, and an index for walking through its attempts in order."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

COLUMNS = ("stage", "walked_to", "allowed")


def upgrade() -> None:
    """Go one step up."""
    for name in COLUMNS:
        op.add_column("daily", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.create_index("attempt_order_ix", "attempt", ["day", "game", "session_id"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("attempt_order_ix", "attempt")
    for name in reversed(COLUMNS):
        op.drop_column("daily", name)
