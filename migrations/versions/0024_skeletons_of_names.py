"""The looks of names: the application now knows more look-alikes, so this works out every skeleton anew.

If several existing names now look alike, the oldest account keeps the look, and nobody new can get it. The others keep
their names too, each with a look that no name can have. This module computes skeletons by itself, as they were when it
was written, because the application may change them later.
"""

from functools import cache
from unicodedata import normalize

import sqlalchemy as sa
from alembic import op
from confusable_homoglyphs.confusables import is_confusable

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_BETWEEN = frozenset(" -_.'’")
_BY_NEIGHBOURS = {"d": "cl", "m": "rn", "w": "vv"}
_DOTTED, _DOT = "ijl", "\u0307"


def upgrade() -> None:
    """Go one step up."""
    connection = op.get_bind()
    accounts = connection.execute(sa.text("SELECT player_id, name FROM account ORDER BY made_at, player_id")).all()
    keep = sa.text("UPDATE account SET skeleton = :skeleton WHERE player_id = :player_id")
    # In two steps, because an account must first give up a look that another is to get.
    for player_id, _ in accounts:
        connection.execute(keep, {"player_id": player_id, "skeleton": _no_name(player_id)})
    taken = set[str]()
    for player_id, name in accounts:
        seen = _skeleton(name)
        if seen not in taken:
            taken.add(seen)
            connection.execute(keep, {"player_id": player_id, "skeleton": seen})


def downgrade() -> None:
    """Go one step down. Nothing changes: the old skeletons are lost, and the new ones keep names apart as well."""


def _no_name(player_id: str) -> str:
    return f"\n{player_id}"


def _skeleton(name: str) -> str:
    seen = _seen(_seen(normalize("NFD", name)).casefold())
    for letter in _DOTTED:
        seen = seen.replace(letter + _DOT, letter)
    return "".join(_BY_NEIGHBOURS.get(char, char) for char in seen if char not in _BETWEEN).replace("i", "l")


def _seen(text: str) -> str:
    return "".join(map(_prototype, text))


@cache
def _prototype(char: str) -> str:
    twins = _twins(is_confusable(char))
    if len(twins) != 1:
        return char
    twin = twins[0]
    return twin if len(twin) > 1 or len(_twins(is_confusable(twin))) > 1 else min(char, twin)


def _twins(found: object) -> list[str]:
    return [twin["c"] for twin in found[0]["homoglyphs"]] if isinstance(found, list) else []
