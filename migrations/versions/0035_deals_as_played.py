"""How players did on the deals that come with Rampart, and the bands in which this puts them."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "deal_play",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("winners", sa.Integer, nullable=False),
        sa.Column("band", sa.Text),
        sa.CheckConstraint("band IN ('gentle', 'steady', 'stern')", name="band"),
        sa.PrimaryKeyConstraint("game", "options", "deal", name="deal_play_pk"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("deal_play")
