"""The order of names by which accounts are found: that of their characters, also on PostgreSQL."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. Only the order of names changes, so older servers go on."""
    _order_by("C")


def downgrade() -> None:
    """Go one step down."""
    _order_by("default")


def _order_by(collation: str) -> None:
    # SQLite has this order anyway.
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.text(f'ALTER TABLE account ALTER COLUMN folded TYPE text COLLATE "{collation}"'))
