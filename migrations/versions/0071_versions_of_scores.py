"""By which version of its rule a score came about: the points of a tournament, and each change of a rating."""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None

_ADDED = (("tournament", "scoring"), ("rating_change", "rule"))


def upgrade() -> None:
    """Go one step up. Everything so far came about by the first version."""
    for table, column in _ADDED:
        op.add_column(table, sa.Column(column, sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Go one step down."""
    for table, column in _ADDED:
        op.drop_column(table, column)
