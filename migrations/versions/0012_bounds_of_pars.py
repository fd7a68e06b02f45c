"""Lower bounds on the steps of a daily's winning lines, next to its pars. Dailies already chosen have none."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.add_column("daily", sa.Column("bounds", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("daily", "bounds")
