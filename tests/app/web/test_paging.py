"""Long lists: how much of one an answer has, and what comes after it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.core.refusals import Malformed
from app.web.paging import RowKey
from tests.app.play.api.conftest import Document
from tests.app.play.api.conftest import given as told

CUT = {
    "/api/v1/daily/{day}/{slug}/leaderboard": ("BoardDocument", "rows", 100),
    "/api/v1/standings/{period}": ("StandingsDocument", "rows", 100),
    "/api/v1/ratings/{slug}": ("RatingBoard", "rows", 100),
    "/api/v1/rooms": ("RoomsDocument", "rooms", 30),
    "/api/v1/tournaments": ("TournamentLists", "past", 50),
}
"""Every list that is cut: the document that has it, its field and its most."""


def test_every_list_that_is_cut_states_its_most_and_takes_a_limit_up_to_that(client: TestClient) -> None:
    document: Document = told(client.get("/api/v1/openapi.json"))
    found = {}
    for path, verbs in document["paths"].items():
        limits = [part for part in verbs.get("get", {}).get("parameters", []) if part["name"] == "limit"]
        for limit in limits:
            schema = limit["schema"]
            assert schema["minimum"] == 1
            assert schema["maximum"] == schema["default"]
            name, field, most = CUT[path]
            assert document["components"]["schemas"][name]["properties"][field]["maxItems"] == most
            found[path] = schema["maximum"]
    assert found == {path: most for path, (*_, most) in CUT.items()}


@pytest.mark.parametrize("path", CUT)
def test_a_limit_out_of_its_range_is_refused_with_that_range(client: TestClient, path: str) -> None:
    address, most = path.format(day="2026-11-20", slug="fortress", period="all"), CUT[path][-1]
    for limit, status, detail in (
        (0, 422, "“limit” must be at least 1."),
        (-1, 422, "“limit” must be at least 1."),
        (most + 1, 422, f"“limit” can be at most {most}."),
        (10**30, 422, f"“limit” can be at most {most}."),
        ("x", 400, "The server can’t read the request: a part of it is missing or of the wrong kind."),
        ("9" * 5_000, 400, "The server can’t read the request: a part of it is missing or of the wrong kind."),
    ):
        answer = client.get(address, params={"limit": limit})
        assert (answer.status_code, answer.json()["detail"]) == (status, detail)


@pytest.mark.parametrize("before", ["", "x", "1-", "-1-B", "1-B-C", "٥-B", f"{'9' * 16}-B", "1-'; --", "1-B\n"])
def test_a_key_that_no_answer_has_given_is_refused(client: TestClient, before: str) -> None:
    answer = client.get("/api/v1/tournaments", params={"before": before})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    with pytest.raises(Malformed):
        RowKey.read(before)


@given(st.integers(0, 10**15 - 1), st.from_regex("[0-9A-Za-z]{1,40}", fullmatch=True))
def test_a_key_is_read_as_it_was_written(at: int, name: str) -> None:
    assert RowKey.read(str(RowKey(at, name))) == (at, name)
