"""The likeness of the deals of puzzles found in games, by which they are known under other names of the cards too."""

from contextlib import suppress

import sqlalchemy as sa
from alembic import op

from engine.cards import InvalidCard
from engine.deals import read_code
from engine.games import UnknownGame, find
from engine.likeness import likeness

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. A row that cannot be read is found by no deal."""
    op.add_column("puzzle", sa.Column("likeness", sa.String(52), nullable=False, server_default=""))
    op.create_index("puzzle_likeness_ix", "puzzle", ["likeness"])
    connection = op.get_bind()
    keep = sa.text("UPDATE puzzle SET likeness = :likeness WHERE id = :id")
    for puzzle_id, game, deck in connection.execute(sa.text("SELECT id, game, deck FROM puzzle")).all():
        with suppress(InvalidCard, UnknownGame):
            like = likeness(find(game).rules, read_code(deck))
            connection.execute(keep, {"likeness": like, "id": puzzle_id})


def downgrade() -> None:
    """Go one step down."""
    op.drop_index("puzzle_likeness_ix", "puzzle")
    op.drop_column("puzzle", "likeness")
