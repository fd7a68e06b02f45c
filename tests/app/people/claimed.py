"""Three players who have accounts, in a database without a server."""

import pytest
from sqlalchemy import Connection

from app.people.service import accounts, players
from app.people.visitors import Visit

NOW = 1_800_000_000_000
Visits = dict[str, Visit]


@pytest.fixture
def visits(connection: Connection) -> Visits:
    """Return Ann, Ben and Cyn, who have accounts."""

    def claimed(name: str) -> Visit:
        player_id = f"{name.lower()}0000000000000"
        players.ensure(connection, player_id, NOW)
        return accounts.claim(connection, Visit(player_id), name, "", ("0" * 64,), NOW)

    return {name: claimed(name) for name in ("Ann", "Ben", "Cyn")}
