"""Links between the entries of a log, so undo need not replay the whole log.

Older logs get their links when their players next undo or redo something. Filling them in here would rewrite every log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("session", sa.Column("top", sa.Integer))
    op.add_column("session", sa.Column("ahead", sa.Integer))
    op.add_column("entry", sa.Column("request", sa.Integer))
    op.add_column("entry", sa.Column("back", sa.Integer))
    op.add_column("entry", sa.Column("turned", sa.Boolean))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("entry", "turned")
    op.drop_column("entry", "back")
    op.drop_column("entry", "request")
    op.drop_column("session", "ahead")
    op.drop_column("session", "top")
