"""Where reminders may go: only to push services that the server knows, at hours and in zones that there are."""

import pytest
from starlette.testclient import TestClient

from app.core.settings import Settings, SettingsError
from app.features.reminders.vapid import Vapid
from tests.app.reminders.conftest import Browser, ask, written

FOREIGN = "This server sends reminders only through push services that it knows."


@pytest.mark.parametrize(
    "host",
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "db5p.notify.windows.com"],
)
def test_the_push_services_of_browsers_are_known(client: TestClient, host: str) -> None:
    assert ask(client, Browser("phone", host)).status_code == 204


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/wp/phone",
        "https://127.0.0.1/wp/phone",
        "https://[::1]/wp/phone",
        "https://localhost/wp/phone",
        "https://push.example.org/wp/phone",
        "https://fcm.googleapis.com.example.org/wp/phone",
        "https://evil-fcm.googleapis.com/wp/phone",
        "https://push.apple.com/wp/phone",
        "https://eviltpush.apple.com/wp/phone",
        "https://fcm.googleapis.com:8443/wp/phone",
        "https://fcm.googleapis.com@example.org/wp/phone",
        "https://example.org#@fcm.googleapis.com/wp/phone",
        "https://example.org\\@fcm.googleapis.com/wp/phone",
        "https://fcm.googleapis.com\n/wp/phone",
        "https://fcm.googleapis.com",
        "https://FCM.googleapis.com/wp/phone",
        f"https://fcm.googleapis.com/{'x' * 1000}",
    ],
)
def test_any_other_endpoint_is_refused_with_a_sentence(client: TestClient, endpoint: str) -> None:
    answer = ask(client, Browser("phone"), endpoint=endpoint)
    assert answer.status_code == 400
    assert FOREIGN in answer.text


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"p256dh": ""}, "The keys of this reminder can’t be read."),
        ({"p256dh": written(b"\4" * 64)}, "The keys of this reminder can’t be read."),
        ({"p256dh": written(b"\2" * 65)}, "The keys of this reminder can’t be read."),
        ({"p256dh": "é" * 87}, "The keys of this reminder can’t be read."),
        ({"p256dh": "x" * 85}, "The keys of this reminder can’t be read."),
        ({"auth": written(b"\4" * 15)}, "The keys of this reminder can’t be read."),
        ({"hour": "24"}, "Choose an hour from 0 to 23."),
        ({"hour": "-1"}, "Choose an hour from 0 to 23."),
        ({"zone": ""}, "The server doesn’t know your time zone."),
        ({"zone": "Europe"}, "The server doesn’t know your time zone."),
        ({"zone": "Europe/Atlantis"}, "The server doesn’t know your time zone."),
        ({"zone": "../../etc/passwd"}, "The server doesn’t know your time zone."),
        ({"zone": "/etc/localtime"}, "The server doesn’t know your time zone."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(
    client: TestClient, wrong: dict[str, str], sentence: str
) -> None:
    answer = ask(client, Browser("phone"), **wrong)
    assert answer.status_code == 400
    assert sentence in answer.text


class TestFurtherPushServices:
    @pytest.fixture(autouse=True)
    def extended(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RAMPART_PUSH_SERVICES", "push.example.org, *.example.net")

    @pytest.mark.parametrize(
        ("host", "status"),
        [
            ("push.example.org", 204),
            ("one.example.net", 204),
            ("example.net", 400),
            ("other.example.org", 400),
            ("fcm.googleapis.com", 204),
        ],
    )
    def test_an_operator_can_add_some(self, client: TestClient, host: str, status: int) -> None:
        assert ask(client, Browser("phone", host)).status_code == status


@pytest.mark.parametrize("hosts", ["https://push.example.org", "127.0.0.1", "*", "*.org:80", "example", "a b.example"])
def test_a_setting_that_names_no_hosts_is_refused(hosts: str) -> None:
    given = {"RAMPART_DATABASE_URL": "postgresql://db.example/rampart", "RAMPART_SECRET": "a secret of some length"}
    with pytest.raises(SettingsError, match="RAMPART_PUSH_SERVICES"):
        Settings.from_environment({**given, "RAMPART_PUSH_SERVICES": hosts})


def test_all_servers_with_a_secret_have_one_key_and_others_have_others() -> None:
    one, same, other = Vapid(b"a secret"), Vapid(b"a secret"), Vapid(b"another secret")
    assert (one.public, one.pem) == (same.public, same.pem)
    assert one.public != other.public


class TestWithoutServiceWorker:
    @pytest.fixture(autouse=True)
    def switched_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RAMPART_SERVICE_WORKER", "off")

    def test_the_page_says_that_there_are_no_reminders(self, client: TestClient) -> None:
        page = client.get("/reminders").text
        assert "This server sends no reminders at the moment." in page
        assert "reminders.js" not in page
        assert "reminding.js" not in client.get("/service-worker.js").text


def test_the_service_worker_shows_reminders(client: TestClient) -> None:
    assert "offline/reminding.js" in client.get("/service-worker.js").text
