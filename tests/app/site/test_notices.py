"""Pages and doors that the operator's settings open and close."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.core.settings import Admission, Registration, Settings, SettingsError
from tests.app.account.conftest import PASSWORD, Guest
from tests.app.play.api.conftest import refused


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "privacy.txt"
    file.write_text("We are a school\nin Leeds.\n\nLogs go after <a week>.\n", encoding="utf-8")
    monkeypatch.setenv("RAMPART_REGISTRATION", "closed")
    monkeypatch.setenv("RAMPART_CONTACT", "mailto:head@school.example")
    monkeypatch.setenv("RAMPART_PRIVACY_FILE", str(file))


@pytest.mark.usefixtures("settings")
def test_where_registration_is_closed_nobody_makes_an_account(client: TestClient) -> None:
    page = client.get("/account").text
    assert "make an account on this server" in page
    assert 'action="/account"' not in page
    assert 'action="/account/sign-in"' in page
    named = {"name": "Ann", "password": PASSWORD}
    assert "make an account on this server" in refused(client.post("/api/v1/players", json=named), 422)
    assert client.post("/account", data=named).status_code == 422


def test_the_page_about_privacy_says_when_guests_games_are_deleted(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("RAMPART_GUEST_DAYS", "90")
    client: TestClient = request.getfixturevalue("client")
    assert "is deleted 90 days after the last move" in client.get("/privacy").text


@pytest.mark.usefixtures("settings")
def test_the_operator_s_words_are_on_their_pages(client: TestClient) -> None:
    privacy = client.get("/privacy").text
    assert "<p>We are a school in Leeds.</p>" in privacy
    assert "<p>Logs go after &lt;a week&gt;.</p>" in privacy
    assert '<a href="mailto:head@school.example">head@school.example</a>' in client.get("/contact").text


def test_without_settings_the_pages_say_what_is_true_of_every_server(client: TestClient) -> None:
    privacy = client.get("/privacy").text
    assert "Argon2" in privacy
    assert "IP address neither into its database nor into its log" in privacy
    assert 'href="/account/forget"' in privacy
    assert "after the last move" not in privacy
    assert "haven’t said" in client.get("/contact").text
    Guest(client).claim("Ann")


def test_settings_that_cannot_be_meant_are_refused(tmp_path: Path) -> None:
    given = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path / 'x'}"}
    missing = str(tmp_path / "none")
    for name, value in (
        ("RAMPART_REGISTRATION", "shut"),
        ("RAMPART_DAILY", "nobody"),
        ("RAMPART_PRIVACY_FILE", missing),
    ):
        with pytest.raises(SettingsError, match=name):
            Settings.from_environment({**given, name: value})
    read = Settings.from_environment(given)
    assert (read.registration, read.admission) == (Registration.OPEN, Admission.EVERYBODY)
