"""An index of the games whose deals are secret."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    sealed = sa.text("sealed")
    op.create_index("session_sealed_ix", "session", ["id"], sqlite_where=sealed, postgresql_where=sealed)


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("session_sealed_ix", "session")
