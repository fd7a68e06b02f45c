"""An index by which the rooms of one player are found."""

from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_index("racer_player_id_ix", "racer", ["player_id"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("racer_player_id_ix", "racer")
