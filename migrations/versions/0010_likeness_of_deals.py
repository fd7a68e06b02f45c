"""The likeness of deals in dailies and races, so exchanging suits or columns does not turn one deal into another.

Races under way while the schema changes go on without a likeness: they are over in minutes.
"""

import sqlalchemy as sa
from alembic import op

from engine.deals import read_code
from engine.games import find
from engine.likeness import likeness

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TABLES = ("daily", "heat")


def upgrade() -> None:
    """Go one step up."""
    for table in _TABLES:
        op.add_column(table, sa.Column("likeness", sa.String(52), nullable=False, server_default=""))
        op.create_index(f"{table}_likeness_ix", table, ["likeness"])
    connection = op.get_bind()
    keep = sa.text("UPDATE daily SET likeness = :likeness WHERE day = :day AND game = :game")
    for day, game, deck in connection.execute(sa.text("SELECT day, game, deck FROM daily")).all():
        like = likeness(find(game).rules, read_code(deck))
        connection.execute(keep, {"likeness": like, "day": day, "game": game})


def downgrade() -> None:
    """Go one step down."""
    for table in _TABLES:
        op.drop_index(f"{table}_likeness_ix", table)
        op.drop_column(table, "likeness")
