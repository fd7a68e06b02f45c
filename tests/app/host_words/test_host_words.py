"""The words of the host: a name for the site, a greeting and a message of the day, on the front page alone."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.core.clock import now_ms
from app.core.refusals import Malformed
from app.features.host_words import rows, service
from app.features.host_words.service import LOGGED
from app.features.host_words.values import LONGEST, MOST_AHEAD_MS, HostWordKind, Saying, read_saying
from tests.databases import plain_engine
from tests.plans import reads_whole_tables

NAME, GREETING, MESSAGE = HostWordKind
OPERATOR = ("operator", "a password of the operator's")
NOW = 1_800_000_000_000
LATER = "2027-01-31T18:00"
A_MESSAGE = {"kind": "message", "text": "a"}


@pytest.fixture(autouse=True)
def _operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", OPERATOR[1])


class Pulpit:
    """The operator at the page of the words."""

    def __init__(self, client: TestClient) -> None:
        self._client = client

    def page(self) -> str:
        return self._client.get("/operator/site", auth=OPERATOR).text

    def say(self, kind: str, text: str, **form: str) -> str:
        """Put something there, and return whether the page says that anything has changed."""
        seen = re.search(rf'name="kind" value="{kind}"><input type="hidden" name="seen" value="(\d+)"', self.page())
        assert seen
        told = {"kind": kind, "text": text, "seen": seen[1]} | form
        answer = self._client.post("/operator/site", data=told, auth=OPERATOR)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("=")[2]

    def take_back(self, kind: str) -> None:
        """Take the last line of a kind back."""
        seen = re.search(rf'name="kind" value="{kind}"><button [^>]*value="(\d+)"', self.page())
        assert seen
        done = self._client.post("/operator/site/undo", data={"kind": kind, "seen": seen[1]}, auth=OPERATOR)
        assert done.headers["location"].endswith("yes")


@pytest.fixture
def pulpit(client: TestClient) -> Pulpit:
    return Pulpit(client)


def brand(client: TestClient, address: str = "/") -> str:
    """Return what the site is called at the head of a page."""
    found = re.search(r'class="brand".*?<span>(.*?)</span>', client.get(address).text)
    assert found
    return found[1]


def soon(hours: int = 1) -> str:
    return f"{datetime.fromtimestamp(now_ms() / 1000, UTC) + timedelta(hours=hours):%Y-%m-%dT%H:%M}"


def test_a_name_stands_in_place_of_rampart_on_the_front_page_alone(client: TestClient, pulpit: Pulpit) -> None:
    before = client.get("/").text
    assert brand(client) == "Rampart"
    assert pulpit.say("name", "The Tuesday club") == "yes"
    assert brand(client) == "The Tuesday club"
    assert "<title>The Tuesday club · Rampart: " in client.get("/").text
    assert brand(client, "/fortress") == "Rampart"
    pulpit.take_back("name")
    assert client.get("/").text == before, "with nothing set, the page has not one byte more"


def test_a_greeting_and_a_message_stand_at_the_head_as_text(client: TestClient, pulpit: Pulpit) -> None:
    before = client.get("/").text
    pulpit.say("greeting", "Welcome to <b>Sam & Jo’s</b>")
    assert '<p class="lead">Welcome to &lt;b&gt;Sam &amp; Jo’s&lt;/b&gt;</p>' in client.get("/").text
    until = soon()
    pulpit.say("message", "No race tonight", until=until)
    assert f'value="{until}"' in pulpit.page()
    assert client.get("/").text.index("No race tonight") < client.get("/").text.index('class="front"')
    assert "No race tonight" not in client.get("/daily").text
    pulpit.say("greeting", "")
    pulpit.say("message", "")
    assert client.get("/").text == before


def test_whoever_has_not_seen_what_stands_changes_nothing(client: TestClient, pulpit: Pulpit) -> None:
    pulpit.say("name", "One")
    assert pulpit.say("name", "Two", seen="0") == "already"
    assert pulpit.say("name", "One") == "already"
    assert brand(client) == "One"
    stale = client.post("/operator/site/undo", data={"kind": "name", "seen": "7"}, auth=OPERATOR)
    assert stale.headers["location"].endswith("already")
    assert brand(client) == "One"


def test_what_is_taken_back_can_be_said_again_from_the_log(client: TestClient, pulpit: Pulpit) -> None:
    for name in ("One", "Two"):
        pulpit.say("name", name)
    pulpit.take_back("name")
    assert brand(client) == "One"
    pulpit.take_back("name")
    assert brand(client) == "Two"
    assert re.findall(r"<bdi>(\w+)</bdi>", pulpit.page()) == ["Two", "One", "Two", "One"]


def test_only_the_operator_says_anything(client: TestClient) -> None:
    for answer in (client.get("/operator/site"), client.post("/operator/site"), client.post("/operator/site/undo")):
        assert answer.status_code == 401


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"kind": "name", "text": "x" * (LONGEST[NAME] + 1)}, "24"),
        ({"kind": "greeting", "text": "x" * (LONGEST[GREETING] + 1)}, "120"),
        ({"kind": "message", "text": "x" * (LONGEST[MESSAGE] + 1), "until": LATER}, "300"),
        ({"kind": "name", "text": "a\u202eb"}, "name"),
        ({"kind": "motto", "text": "a"}, "Choose what"),
        ({"kind": "name", "text": "a", "seen": "x"}, "what stood"),
        *(
            ({"kind": "message", "text": "a", "until": until}, "goes away")
            for until in ("", "soon", "2027-13-01T00:00")
        ),
        *(
            ({"kind": "message", "text": "a", "until": f"{year}-01-01T00:00"}, "later")
            for year in ("0001", "2020", "9999")
        ),
    ],
)
def test_what_makes_no_sense_is_refused_and_said_nowhere(client: TestClient, form: dict[str, str], words: str) -> None:
    answer = client.post("/operator/site", data={"seen": "0"} | form, auth=OPERATOR)
    assert answer.status_code == 400
    found = re.search(r'role="alert">([^<]*)<', answer.text)
    assert found
    assert words in unescape(found[1])
    assert "Nothing has been published yet." in answer.text


def test_a_message_is_gone_at_its_time_and_back_if_the_clock_was_ahead(connection: Connection) -> None:
    saying = read_saying(MESSAGE, "Tonight", LATER, NOW)
    assert saying.ends_at
    assert service.say(connection, saying, 0, NOW)
    [line] = rows.latest(connection, MESSAGE, 2)
    assert [line.is_shown(saying.ends_at + late) for late in (-1, 0, 10**13)] == [True, False, False]
    assert line.is_shown(NOW)


def test_a_message_ends_within_a_year() -> None:
    at = datetime.fromtimestamp((NOW + MOST_AHEAD_MS) / 1000, UTC)
    assert read_saying(MESSAGE, "a", f"{at:%Y-%m-%dT%H:%M:%S}", NOW).ends_at == NOW + MOST_AHEAD_MS
    with pytest.raises(Malformed):
        read_saying(MESSAGE, "a", f"{at + timedelta(seconds=1):%Y-%m-%dT%H:%M:%S}", NOW)


def test_of_many_who_speak_at_once_one_is_heard(url: str) -> None:
    engine = plain_engine(url)

    def say(text: str) -> bool:
        with engine.begin() as connection:
            return service.say(connection, Saying(NAME, text), 0, NOW)

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(say, "ABCD")) == [False, False, False, True]
    with engine.begin() as connection:
        assert [line.number for line in rows.latest(connection, NAME, 5)] == [1]


def test_the_front_page_reads_a_line_of_each_kind_however_long_the_log_is(connection: Connection) -> None:
    for number in range(LOGGED + 5):
        assert service.say(connection, Saying(NAME, f"Name {number}"), number, NOW + number)
    assert len(service.desk(connection).log) == LOGGED
    assert not reads_whole_tables(connection, rows.last(NAME, None, 1))
    assert not reads_whole_tables(connection, rows.last(NAME, 3, 1))
