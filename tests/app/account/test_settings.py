"""The settings."""

import re

import pytest
from starlette.testclient import TestClient

from app.people.looks import CHOICES, COOKIE
from engine.automatic import Automatic
from tests.app.reader import Reader

SETTINGS = {**CHOICES, "automatic": tuple(Automatic)}
EVERY_VALUE = [(name, value) for name, values in SETTINGS.items() for value in values]


def test_every_value_of_every_setting_is_offered_on_the_page_of_one_subject(read: Reader) -> None:
    offered = re.findall(r'type="radio" name="(\w+)" value="(\w+)"', _every_page(read))
    assert sorted(offered) == sorted(EVERY_VALUE)


def test_saving_a_subject_shows_it_again(client: TestClient, read: Reader) -> None:
    answer = client.post("/settings/cards", data={"deck": "four", "back": "weave"})
    page = read(answer.headers["location"])
    assert "<h1>Cards</h1>" in page
    assert "Your settings are saved." in page
    assert {"deck": "four", "back": "weave"}.items() <= _chosen(page).items()


def test_who_comes_from_a_table_goes_back_to_it_and_nowhere_else(client: TestClient) -> None:
    back = 'href="/sessions/0123456789abcdef"'
    for page in ("/settings", "/settings/cards"):
        assert back in client.get(f"{page}?table=0123456789abcdef").text
        for elsewhere in ("", "?table=", "?table=//elsewhere.example"):
            assert "Back to the game" not in client.get(f"{page}{elsewhere}").text
    kept = client.post("/settings/cards?table=0123456789abcdef", data={"deck": "four"})
    assert back in client.get(kept.headers["location"]).text


@pytest.mark.parametrize("subject", ["gloves", "data"])
def test_a_subject_that_this_server_lacks_is_not_found_and_keeps_nothing(client: TestClient, subject: str) -> None:
    assert client.get(f"/settings/{subject}").status_code == 404
    assert client.post(f"/settings/{subject}", data={"theme": "dark"}).status_code == 404
    assert 'data-theme="dark"' not in client.get("/").text


def test_before_a_choice_everything_stands_at_the_usual_and_no_card_moves_by_itself(read: Reader) -> None:
    assert _chosen(_every_page(read)) == {name: values[0] for name, values in SETTINGS.items()}
    assert SETTINGS["automatic"][0] == "off"


@pytest.mark.parametrize(("name", "value"), EVERY_VALUE)
def test_a_setting_is_kept_also_as_a_visitors_first_action(
    client: TestClient, read: Reader, name: str, value: str
) -> None:
    answer = client.post("/settings", data={name: value})
    assert answer.status_code == 303
    assert "Your settings are saved." in read(answer.headers["location"])
    assert _chosen(_every_page(read))[name] == value


def test_a_setting_that_is_not_sent_stays_as_it_is(client: TestClient, read: Reader) -> None:
    client.post("/settings", data={"deck": "four", "automatic": "safe"})
    client.post("/settings", data={"theme": "dark"})
    chosen = _chosen(_every_page(read))
    assert (chosen["deck"], chosen["automatic"], chosen["theme"]) == ("four", "safe", "dark")


@pytest.mark.parametrize("name", SETTINGS)
def test_a_value_that_is_none_is_refused_and_changes_nothing(client: TestClient, read: Reader, name: str) -> None:
    before = _chosen(_every_page(read))
    assert client.post("/settings", data={name: "some"}).status_code == 400
    assert _chosen(_every_page(read)) == before


def test_what_is_not_usual_marks_every_page(client: TestClient, read: Reader) -> None:
    client.post("/settings", data={"theme": "dark", "back": "weave", "surface": "stone"})
    for address in ("/", "/fortress", "/history", "/settings", "/fortress/5"):
        assert '<html lang="en-GB" data-theme="dark" data-back="weave">' in read(address)


def test_only_whoever_wants_larger_text_fetches_its_sheet(client: TestClient, read: Reader) -> None:
    pages = ("/", "/fortress/5", "/history")
    assert not [page for page in pages if "text.css" in read(page)]
    client.post("/settings", data={"text": "larger"})
    for page in pages:
        assert 'data-text="larger"' in read(page)
        assert read(page).count("text.css") == 1
    assert "text.css" in read(client.post("/fortress/5").headers["location"])


def test_a_cookie_with_nonsense_in_it_is_passed_over(client: TestClient, read: Reader) -> None:
    client.cookies.set(COOKIE, "theme:dark.deck:seven.gloves:on...:")
    assert '<html lang="en-GB" data-theme="dark">' in read("/")


def test_a_script_gets_no_page_for_an_answer(client: TestClient) -> None:
    answer = client.post("/settings", data={"deck": "four"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.text) == (204, "")


def _every_page(read: Reader) -> str:
    """Return the pages of all subjects that the page of settings leads to."""
    return "".join(read(address) for address in re.findall(r'<a href="(/settings/\w+)"', read("/settings")))


def _chosen(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(\w+)" value="(\w+)" checked', page))


def test_a_choice_kept_under_its_former_name_still_holds(client: TestClient, read: Reader) -> None:
    client.cookies.set(COOKIE, "fortress:columns")
    assert 'data-shape="columns"' in read("/")
