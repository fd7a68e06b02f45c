"""How hard the deal of a daily is, by the search that found it."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. It stays empty for earlier dailies: each was meant to be as hard as its day of the week."""
    op.add_column("daily", sa.Column("band", sa.Text))


def downgrade() -> None:
    """Go one step down."""
    op.drop_column("daily", "band")
