"""Tournaments: their deals, their entrants, and the games played in them."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_UNSETTLED = sa.text("closed_at IS NULL")
_TABLES = ("tournament_try", "entrant", "tournament_deal", "tournament")


def upgrade() -> None:
    """Go one step up."""
    _table(
        "tournament",
        sa.Column("code", sa.String(6), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "form", "variants")),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("length_ms", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("one_try", "blind", "programs")),
        sa.Column("maker_id", sa.String(16)),
        sa.Column("slot", sa.Text),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("made_at", "opens_at", "closes_at")),
        sa.Column("salt", sa.String(32), nullable=False),
        *(sa.Column(name, sa.BigInteger) for name in ("drawn_at", "closing_since", "closed_at", "due_at")),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("set_aside", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("walked_to", sa.Text, nullable=False, server_default=""),
        sa.CheckConstraint("form IN ('arena', 'deals')", name="form"),
        sa.ForeignKeyConstraint(["maker_id"], ["player.id"], name="tournament_maker_id_fk"),
        sa.PrimaryKeyConstraint("code", name="tournament_pk"),
        sa.UniqueConstraint("slot", name="tournament_slot_uq"),
    )
    for name in ("due_at", "closed_at"):
        op.create_index(f"tournament_{name}_ix", "tournament", [name])
    op.create_index(
        "tournament_unsettled_ix", "tournament", ["code"], sqlite_where=_UNSETTLED, postgresql_where=_UNSETTLED
    )
    _table(
        "tournament_deal",
        *_of_tournament("tournament_deal"),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("game", "options")),
        sa.Column("deal", sa.Text),
        sa.Column("deck", sa.String(104)),
        sa.Column("likeness", sa.String(52)),
        sa.PrimaryKeyConstraint("code", "number", name="tournament_deal_pk"),
    )
    op.create_index("tournament_deal_likeness_ix", "tournament_deal", ["likeness"])
    _table(
        "entrant",
        *_of_tournament("entrant"),
        *_of_player("entrant"),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "skeleton")),
        sa.Column("group_code", sa.String(10)),
        sa.Column("group_name", sa.Text),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False, server_default="0") for name in ("points", "won")),
        *(sa.Column(name, sa.BigInteger, nullable=False, server_default="0") for name in ("steps", "ms")),
        sa.PrimaryKeyConstraint("code", "player_id", name="entrant_pk"),
        sa.UniqueConstraint("code", "skeleton", name="entrant_code_skeleton_uq"),
    )
    op.create_index("entrant_player_id_ix", "entrant", ["player_id"])
    _table(
        "tournament_try",
        sa.Column("session_id", sa.String(16), nullable=False),
        *_of_tournament("tournament_try"),
        *_of_player("tournament_try"),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("number", "attempt")),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("steps", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.CheckConstraint("outcome IN ('won', 'given-up', 'stopped')", name="outcome"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="tournament_try_session_id_fk"),
        sa.PrimaryKeyConstraint("session_id", name="tournament_try_pk"),
        sa.UniqueConstraint(
            "code", "player_id", "number", "attempt", name="tournament_try_code_player_id_number_attempt_uq"
        ),
    )
    op.create_index("tournament_try_code_session_id_ix", "tournament_try", ["code", "session_id"])
    op.create_index("tournament_try_player_id_ix", "tournament_try", ["player_id"])


def downgrade() -> None:
    """Go one step down. The games stay, but their events no longer exist."""
    op.execute("UPDATE session SET event = NULL, sealed = FALSE WHERE event LIKE 'tournament %'")
    for name in _TABLES:
        op.drop_table(name)


def _table(name: str, *items: sa.schema.SchemaItem) -> None:
    op.create_table(name, *items, sqlite_with_rowid=False)


def _of_tournament(table: str) -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("code", sa.String(6), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tournament.code"], name=f"{table}_code_fk"),
    )


def _of_player(table: str) -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=f"{table}_player_id_fk"),
    )
