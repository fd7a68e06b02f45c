"""Decisions about the names of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one step up."""
    with op.batch_alter_table("decision") as decision:
        decision.add_column(sa.Column("tournament_code", sa.String(6)))
        decision.create_foreign_key("decision_tournament_code_fk", "tournament", ["tournament_code"], ["code"])
    _allow("'dismiss', 'rename', 'retitle', 'hide', 'show', 'clear', 'undo'")


def downgrade() -> None:
    """Go one step down. Tournaments that moderators have renamed keep their new names."""
    op.execute("DELETE FROM appeal WHERE decision_id IN (SELECT id FROM decision WHERE tournament_code IS NOT NULL)")
    op.execute("DELETE FROM decision WHERE tournament_code IS NOT NULL AND undoes IS NOT NULL")
    op.execute("DELETE FROM decision WHERE tournament_code IS NOT NULL")
    _allow("'dismiss', 'rename', 'hide', 'show', 'clear', 'undo'")
    with op.batch_alter_table("decision") as decision:
        decision.drop_constraint("decision_tournament_code_fk", type_="foreignkey")
        decision.drop_column("tournament_code")


def _allow(kinds: str) -> None:
    with op.batch_alter_table("decision") as decision:
        decision.drop_constraint("kind", type_="check")
        decision.create_check_constraint("kind", f"kind IN ({kinds})")
