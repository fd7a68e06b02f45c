"""An index that finds the puzzles on a deck, whose positions get no help before a player has tried them."""

from alembic import op

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_index("puzzle_deck_ix", "puzzle", ["deck"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("puzzle_deck_ix", "puzzle")
