"""Marks of the networks that racers, entrants and makers of tournaments come from."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

_TABLES = ("racer", "entrant", "tournament")


def upgrade() -> None:
    """Go one step up."""
    for name in _TABLES:
        op.add_column(name, sa.Column("whence", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    """Go one step down."""
    for name in _TABLES:
        op.drop_column(name, "whence")
