"""The stories of how the fields of dailies fared. Dailies that are already settled wait for theirs, too."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "story",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("day", "game", name="story_pk"),
        sqlite_with_rowid=False,
    )
    op.create_index("story_due_at_ix", "story", ["due_at"])
    op.execute(
        "INSERT INTO story (day, game, words, attempts, due_at) SELECT day, game, '{}', 0, 0 FROM daily WHERE settled"
    )


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("story")
