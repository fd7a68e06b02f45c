"""Accounts that the operator has closed, decisions about players in the moderators' log, and counting new accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None

_BEFORE = "'dismiss', 'rename', 'retitle', 'hide', 'show', 'clear'"


def upgrade() -> None:
    """Go one step up. Until they are restarted, older servers let the owner of a closed account in."""
    op.add_column("account", sa.Column("closed_at", sa.BigInteger))
    op.create_index("account_made_at_ix", "account", ["made_at"])
    _allow(f"{_BEFORE}, 'sign-out', 'close', 'undo'")


def downgrade() -> None:
    """Go one step down. Closed accounts are open again, and the log forgets these decisions."""
    decided = "kind IN ('sign-out', 'close')"
    op.execute(f"DELETE FROM appeal WHERE decision_id IN (SELECT id FROM decision WHERE {decided})")
    op.execute(f"DELETE FROM decision WHERE undoes IN (SELECT id FROM decision WHERE {decided})")
    op.execute(f"DELETE FROM decision WHERE {decided}")
    _allow(f"{_BEFORE}, 'undo'")
    op.drop_index("account_made_at_ix", "account")
    op.drop_column("account", "closed_at")


def _allow(kinds: str) -> None:
    with op.batch_alter_table("decision") as decision:
        decision.drop_constraint("kind", type_="check")
        decision.create_check_constraint("kind", f"kind IN ({kinds})")
