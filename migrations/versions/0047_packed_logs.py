"""Packed logs, which take fewer bytes."""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None

_A_PAGE = 100


def upgrade() -> None:
    """Go one step up."""
    op.create_table(
        "packed_log",
        sa.Column("session_id", sa.String(16), nullable=False),
        sa.Column("log", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name=op.f("packed_log_session_id_fk")),
        sa.PrimaryKeyConstraint("session_id", name=op.f("packed_log_pk")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Go one step down. Every log is in rows again."""
    connection = op.get_bind()
    packed_log, entry = (sa.Table(name, sa.MetaData(), autoload_with=connection) for name in ("packed_log", "entry"))
    page = sa.select(packed_log).order_by(packed_log.c.session_id).limit(_A_PAGE)
    after = ""
    while found := connection.execute(page.where(packed_log.c.session_id > after)).all():
        connection.execute(sa.insert(entry), [row for session_id, log in found for row in _rows(session_id, log)])
        after = found[-1].session_id
    op.drop_table("packed_log")


def _rows(session_id: str, log: bytes) -> list[dict[str, object]]:
    rows, at = [], 0
    columns = zip(*json.loads(zlib.decompress(log)), strict=True)
    for seq, (do, move, auto, passed, request, back, turned) in enumerate(columns):
        at += passed
        rows.append({
            "session_id": session_id, "seq": seq, "do": do, "move": move, "auto": bool(auto), "at": at,
            "request": None if request is None else seq - request,
            "back": None if back is None else seq - back,
            "turned": None if turned is None else bool(turned),
        })  # fmt: skip
    return rows
