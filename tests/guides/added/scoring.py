"""A changed rule of scoring, as its guide has changed it."""

import re

from starlette.testclient import TestClient

from app.features.tournaments.values.tournament import SCORING, SCORINGS


def test_new_tournaments_count_by_it_and_the_page_of_rules_says_so(client: TestClient) -> None:
    assert (SCORING.version, SCORING.team, SCORINGS[1].team) == (2, 3, 5)
    page = client.get("/tournaments/rules").text
    assert re.search(r"points of its best 3 players;", page)
