"""The list of the tournaments that are over, page by page."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.features.tournaments.rows import entrants
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.values.tournament import Dealt, Entrant, Tournament
from app.people.service import players
from tests.app.tournaments.factories import tournament_terms
from tests.databases import transaction
from tests.factories import FORTRESS

ANN = f"{'ann':0<16}"
NOW = 1_800_000_000_000
CODES = [f"BCDF{letter}{other}" for letter in "GHJK" for other in "LMN"]


@pytest.fixture
def past(database_url: str) -> dict[str, int]:
    """Store twelve tournaments that are over, some at the same moment; return when each ended."""
    ended = {code: NOW + at // 5 for at, code in enumerate(CODES)}
    with transaction(database_url) as connection:
        players.ensure(connection, ANN, NOW)
    for code, at in ended.items():
        close(database_url, code, at)
    return ended


def close(database_url: str, code: str, at: int) -> None:
    """Store a tournament that ended at a time."""
    with transaction(database_url) as connection:
        deals = (Dealt(1, FORTRESS, None),)
        rows.add(connection, Tournament(code, tournament_terms(), NOW, NOW, NOW, "", closed_at=at, deals=deals))
        entrants.add(connection, code, Entrant(ANN, "Ann", NOW), "ann", "")


def pages(client: TestClient, limit: int) -> Iterator[list[str]]:
    """Yield the codes on each page."""
    query: dict[str, Any] = {"limit": limit}
    while True:
        answer = client.get("/api/v1/tournaments", params=query)
        assert answer.status_code == 200, answer.text
        yield [one["code"] for one in answer.json()["past"]]
        if answer.json()["older"] is None:
            return
        query["before"] = answer.json()["older"]


def latest_first(ended: dict[str, int]) -> list[str]:
    return sorted(ended, key=lambda code: (-ended[code], code))


@pytest.mark.parametrize("limit", [1, 4, 5, 12, 50])
def test_the_pages_together_are_the_whole_list_once(client: TestClient, past: dict[str, int], limit: int) -> None:
    found = list(pages(client, limit))
    assert list(chain.from_iterable(found)) == latest_first(past)
    assert all(len(page) == limit for page in found[:-1])
    assert found[-1]


def test_what_ends_meanwhile_moves_nothing(client: TestClient, past: dict[str, int], database_url: str) -> None:
    found = list[str]()
    for at, page in enumerate(pages(client, 3)):
        found += page
        close(database_url, f"ZZZZZ{'BCDF'[at]}", NOW + 99)
    assert found == latest_first(past)


def test_a_list_goes_on_after_a_tournament_that_is_gone(client: TestClient, past: dict[str, int]) -> None:
    answer = client.get("/api/v1/tournaments", params={"before": f"{NOW + 1}-BCDFHM"}).json()
    wanted = [code for code in latest_first(past) if (-past[code], code) > (-NOW - 1, "BCDFHM")]
    assert [one["code"] for one in answer["past"]] == wanted


@pytest.mark.usefixtures("past")
def test_a_list_ends_before_the_first(client: TestClient) -> None:
    answer = client.get("/api/v1/tournaments", params={"before": "0-A"}).json()
    assert (answer["past"], answer["older"]) == ([], None)
