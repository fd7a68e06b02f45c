"""Links with which a number of people can make an account until a day."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up. Older servers know no invitation, and say that there is nothing at its address."""
    op.create_table(
        "account_invitation",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger),
        sa.CheckConstraint("taken BETWEEN 0 AND places", name=op.f("account_invitation_taken_ck")),
        sa.PrimaryKeyConstraint("id", name=op.f("account_invitation_pk")),
        sa.UniqueConstraint("digest", name=op.f("account_invitation_digest_uq")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("account_invitation_ends_at_ix"), "account_invitation", ["ends_at"])


def downgrade() -> None:
    """Go one step down."""
    op.drop_table("account_invitation")
