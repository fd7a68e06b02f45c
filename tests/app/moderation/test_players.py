"""The operator's list of players: sign them out, rename them, close their accounts, and take it back."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from httpx2 import Response
from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.core.refusals import Impossible
from app.features.moderation.rows import moderation as rows
from app.features.moderation.service import moderation
from app.features.moderation.service.moderation import Moderator
from app.features.moderation.values import DecisionKind
from app.people.rows import accounts as account_rows
from app.people.rows import players as player_rows
from app.people.service import accounts
from app.people.service.accounts import LISTED
from app.people.visitors import Visit
from tests.app.account.conftest import PASSWORD, Guest, ann, other, refused
from tests.databases import ON_POSTGRES, plain_engine
from tests.factories import a_player, an_account

__all__ = ["ann", "other"]

OPERATOR = ("operator", "a password of the operator's")
ANN, NOW = "ann0000000000000", 1_800_000_000_000
BY = Moderator("operator", NOW, "why")


@pytest.fixture(autouse=True)
def _operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", OPERATOR[1])


class Desk:
    """The operator at the page of players."""

    def __init__(self, client: TestClient) -> None:
        self._client = TestClient(client.app, follow_redirects=False)
        self._client.portal = client.portal

    def page(self, **query: str) -> str:
        answer = self._client.get("/operator/players", params=query, auth=OPERATOR)
        assert answer.status_code == 200
        return unescape(answer.text)

    def names(self, **query: str) -> list[str]:
        return re.findall(r"<strong><bdi>([^<]*)</bdi>", self.page(**query))

    def do(self, what: str, called: str, /, **form: str) -> Response:
        """Do something about the player of a name."""
        found = re.search(r'name="player" value="([^"]+)"', self.page(search=called))
        assert found
        told = {"player": found[1], "seen": called} | form
        return self._client.post(f"/operator/players/{what}", data=told, auth=OPERATOR)

    def done(self, what: str, called: str, /, **form: str) -> str:
        """Do something, and return whether that changed anything, as the page says it."""
        return self.do(what, called, **form).headers["location"].rpartition("done=")[2]

    def log(self) -> str:
        return unescape(self._client.get("/operator/moderation", auth=OPERATOR).text)

    def undo(self) -> None:
        """Take the latest decision back that can be taken back."""
        decision = re.findall(r'name="decision" value="([^"]+)"', self.log())[0]
        done = self._client.post("/operator/moderation/undo", data={"decision": decision}, auth=OPERATOR)
        assert done.headers["location"].endswith("done=yes")


@pytest.fixture
def desk(client: TestClient) -> Desk:
    return Desk(client)


def test_players_are_found_by_how_their_names_begin_a_page_at_a_time(
    client: TestClient, desk: Desk, database_url: str
) -> None:
    assert client.get("/operator/players").status_code == 401
    names = [f"Ann{number:03}x" for number in range(LISTED + 3)]
    with plain_engine(database_url).begin() as connection:
        for number, name in enumerate([*names, "Ben"]):
            player_rows.add(connection, a_player(f"{number:016}"))
            account_rows.add(connection, an_account(f"{number:016}", name))
    first = desk.page(search="ANN")
    assert desk.names(search="ANN") == names[:LISTED]
    more = re.search(r'href="/operator/players\?search=ANN&after=([^"]+)"', first)
    assert more
    assert desk.names(search="ANN", after=more[1]) == names[LISTED:]
    assert desk.names(search="b") == ["Ben"]
    assert desk.names(search="%") == desk.names(search="x" * 10_000) == []
    assert "Nobody has a name like that" in desk.page(search="<b>")


def test_a_player_who_is_signed_out_reads_why_and_signs_in_again(ann: Guest, desk: Desk) -> None:
    ann.claim()
    assert desk.done("sign-out", "Ann", reason="A shared machine") == "yes"
    assert "signed out" in unescape(ann.client.get("/account").text)
    ann.client.cookies.clear()
    ann.sign_in()
    assert "signed you out on every device. They said: A shared machine" in re.sub(r"<[^>]+>", "", ann.page())
    assert "Take it back" not in desk.log()
    assert desk.do("sign-out", "Ann", seen="Anna").headers["location"].endswith("already")


def test_a_player_who_is_renamed_gets_the_old_name_back(ann: Guest, desk: Desk) -> None:
    ann.claim()
    assert desk.done("rename", "Ann", name="Anna Lee") == "yes"
    assert ann.name == "Anna Lee"
    desk.undo()
    assert ann.name == "Ann"
    assert desk.done("rename", "Ann") == "yes"
    assert re.fullmatch(r"Player \d{6}", ann.name or "")
    assert desk.do("rename", ann.name or "", name="\u202e").status_code == 400


def test_nobody_gets_into_a_closed_account_until_it_is_opened_again(ann: Guest, other: Guest, desk: Desk) -> None:
    codes = ann.claim()
    page = ann.submit("/tokens", description="mine", play="on", password=PASSWORD).text
    token = {"authorization": f"Bearer {re.findall(r'rpt_[0-9A-Za-z]{40}', page)[0]}"}
    program = TestClient(ann.client.app, follow_redirects=False, headers=token)
    program.portal = ann.client.portal
    assert program.get("/api/v1/players/me").status_code == 200
    assert desk.done("close", "Ann", reason="It was sold") == "yes"
    assert desk.done("close", "Ann") == "already"
    assert "closed on" in desk.page(search="Ann")
    assert "signed out" in unescape(ann.client.get("/account").text)
    assert "have closed this account" in refused(other.submit("/sign-in", name="Ann", password=PASSWORD), 422)
    recovery = {"name": "Ann", "code": codes[0], "password": "another secret"}
    assert "have closed this account" in refused(other.submit("/recover", **recovery), 422)
    assert "don’t match" in refused(other.submit("/sign-in", name="Ann", password="a guess at it"), 401)
    assert program.get("/api/v1/players/me").status_code == 401
    assert other.client.post("/api/v1/login", json={"name": "Ann", "password": PASSWORD}).status_code == 422
    assert desk.done("reopen", "Ann") == "yes"
    assert desk.done("reopen", "Ann") == "already"
    assert program.get("/api/v1/players/me").status_code == 200
    other.sign_in()
    assert "closed your account. They said: It was sold" in re.sub(r"<[^>]+>", "", other.page())
    assert other.submit("/recover", **recovery).status_code == 303, "the code is not used up"


def test_a_closing_is_taken_back_from_the_log_whatever_the_player_is_called_by_then(ann: Guest, desk: Desk) -> None:
    ann.claim()
    desk.done("close", "Ann")
    desk.done("rename", "Ann", name="Anna Lee")
    assert "The account of Anna Lee is closed" in re.sub(r"<[^>]+>", "", desk.log())
    desk.undo()
    desk.undo()
    ann.client.cookies.clear()
    ann.sign_in("Ann")


def claim(connection: Connection, name: str = "Ann") -> Visit:
    return accounts.claim(connection, Visit(ANN), name, "", (), NOW)


def test_an_account_deleted_meanwhile_cannot_be_opened_again(connection: Connection) -> None:
    claim(connection)
    closed = moderation.close(connection, ANN, "Ann", BY)
    assert closed
    account = account_rows.find(connection, ANN)
    assert account
    accounts.remove(connection, account, NOW)
    with pytest.raises(Impossible, match="deleted"):
        moderation.undo(connection, closed.id, BY)
    assert moderation.close(connection, ANN, "Ann", BY) is None
    assert moderation.sign_out(connection, ANN, "Ann", BY) is None
    assert moderation.sign_out(connection, "nobody0000000000", "Ann", BY) is None


@ON_POSTGRES
def test_of_two_who_close_an_account_at_once_the_second_changes_nothing(url: str) -> None:
    engine = plain_engine(url)
    with engine.begin() as connection:
        claim(connection)

    def close(_: int) -> bool:
        with engine.begin() as connection:
            return moderation.close(connection, ANN, "Ann", BY) is not None

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(close, range(4))) == [False, False, False, True]
    with engine.begin() as connection:
        [one] = rows.about_player(connection, ANN, tuple(DecisionKind), 10)
        assert one.kind is DecisionKind.CLOSE
