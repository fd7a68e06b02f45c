"""A puzzle on the deal of an open event, or on one near it, is withheld wherever it could be seen."""

from random import Random

import pytest
from starlette.testclient import TestClient

from app.core.clock import now_ms, today
from app.features.daily.rows import dailies
from engine.deals import Deck
from tests.app.daily.factories import a_daily
from tests.app.puzzles.conftest import PUZZLE, Sit
from tests.databases import plain_engine

pytestmark = pytest.mark.usefixtures("two_puzzles")


def open_daily(url: str, deck: Deck) -> None:
    """Make a deck today's daily."""
    game = PUZZLE.variant.game
    with plain_engine(url).begin() as connection:
        dailies.add(connection, a_daily(today(now_ms()), game, deck=deck))


def near(deck: Deck) -> Deck:
    """Return a deck that has some of its cards elsewhere."""
    places = Random(1).sample(range(52), 6)
    moved = list(deck)
    for one, other in zip(places[::2], places[1::2], strict=True):
        moved[one], moved[other] = moved[other], moved[one]
    return tuple(moved)


@pytest.mark.parametrize("deck", [PUZZLE.deck, near(PUZZLE.deck)], ids=["the same", "near"])
def test_no_door_shows_a_puzzle_of_an_open_deal(client: TestClient, sit: Sit, database_url: str, deck: Deck) -> None:
    place = sit()
    place.move(PUZZLE.way[0])
    open_daily(database_url, deck)
    api = f"/api/v1/puzzles/{PUZZLE.id}"
    for address in (f"/puzzles/{PUZZLE.id}", api):
        assert client.get(address).status_code == 403
    for address in (f"/puzzles/{PUZZLE.id}/start", f"{api}/attempts"):
        assert client.post(address, json={"moves": []} if address.startswith("/api") else None).status_code == 403
    # Both puzzles lie on this deal, so there is no other.
    assert client.get("/api/v1/puzzles/next?game=fortress").status_code == 404
    assert client.post("/puzzles/runs", data={"kind": "streak"}).status_code == 404
    assert client.post(f"{place.address}/task").status_code == 403
    page = client.get(place.address)
    assert page.status_code == 200
    assert 'id="task"' not in page.text
    assert "open event" in page.text
