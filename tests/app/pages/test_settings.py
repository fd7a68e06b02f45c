"""The settings."""

import re

import pytest
from starlette.testclient import TestClient

from tests.app.pages.conftest import Reader


def test_no_card_moves_by_itself_until_the_player_says_so(read: Reader) -> None:
    assert _chosen(read("/settings")) == "off"


@pytest.mark.parametrize("automatic", ["off", "safe", "all"])
def test_the_settings_are_kept_also_as_a_visitors_first_action(
    client: TestClient, read: Reader, automatic: str
) -> None:
    answer = client.post("/settings", data={"automatic": automatic})
    assert answer.status_code == 303
    page = read(answer.headers["location"])
    assert _chosen(page) == automatic
    assert "Your settings are kept." in page


def test_a_setting_that_is_none_is_refused_and_changes_nothing(client: TestClient, read: Reader) -> None:
    client.post("/settings", data={"automatic": "safe"})
    assert client.post("/settings", data={"automatic": "some"}).status_code == 400
    assert _chosen(read("/settings")) == "safe"


def _chosen(page: str) -> str:
    return "".join(re.findall(r'name="automatic" value="(\w+)" checked', page))
