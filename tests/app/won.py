"""Games that are over."""

from dataclasses import dataclass

import pytest
from starlette.testclient import TestClient

from engine.moves import Move
from tests.engine.verdicts import win


@dataclass(frozen=True, slots=True)
class Won:
    """A game that a visitor has won."""

    client: TestClient
    table: str
    deal: str
    line: tuple[Move, ...]

    @property
    def replay(self) -> str:
        """The address at which it can be watched."""
        return self.table.replace("/sessions/", "/replays/")

    def share(self) -> None:
        """Share it."""
        assert self.client.post(f"{self.table}/share").status_code == 303


@pytest.fixture
def won(client: TestClient) -> Won:
    """Win a game of Stalactites by twos."""
    solved = win("stalactites", {"by": "twos"}, "4")
    table = client.post("/stalactites/4?by=twos").headers["location"]
    for seq, move in enumerate(solved.line):
        assert client.post(f"{table}/moves", data={"seq": seq, "move": str(move)}).status_code == 303
    return Won(client, table, solved.deal, solved.line)
