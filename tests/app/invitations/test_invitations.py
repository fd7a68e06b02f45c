"""Invitations: people make accounts with a link, also while registration is closed."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from html import unescape

import pytest
from httpx2 import Response
from sqlalchemy import Connection, select
from starlette.testclient import TestClient

from app.core.clock import now_ms, today
from app.core.refusals import Impossible, NotFound
from app.features.invitations import rows, service
from app.features.invitations.service import KEPT_MS, SHOWN
from app.features.invitations.tables import account_invitation
from app.features.invitations.values import InvitationTerms, secret_digest
from app.people.service import accounts
from app.people.tables import account
from app.people.visitors import Visit
from app.web.guesses import MOST_MISSES
from tests.app.account.conftest import PASSWORD, Guest, ann, other
from tests.databases import plain_engine
from tests.plans import reads_whole_tables

__all__ = ["ann", "other"]

OPERATOR = ("operator", "a password of the operator's")
NOW = 1_800_000_000_000
TERMS = InvitationTerms(places=2, last_day=today(NOW))


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", OPERATOR[1])
    monkeypatch.setenv("RAMPART_REGISTRATION", "closed")


def invite(client: TestClient, **form: object) -> str:
    """Make an invitation on the operator's page; return the path of its link."""
    wanted = {"places": 2, "until": today(now_ms()) + timedelta(3), "note": "the club"} | form
    answer = client.post("/operator/invitations", data=wanted, auth=OPERATOR)
    found = re.search(r"<code>http://testserver(/invitations/\w{24})</code>", answer.text)
    assert found, answer.text
    return found[1]


def accept(client: TestClient, link: str, name: str, password: str = PASSWORD) -> Response:
    return client.post(link, data={"name": name, "password": password})


def sentence(answer: Response) -> str:
    """Return what a page says."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2])).split())


def test_a_guest_comes_in_with_all_games_while_registration_is_closed(ann: Guest, client: TestClient) -> None:
    table = ann.begin()
    assert "can’t make an account" in ann.page()
    link = invite(client)
    assert "You are invited" in client.get(link).text
    answer = accept(client, link, "Ann")
    assert len(re.findall(r"<code>([^<]+)</code>", answer.text)) == 8
    assert ann.name == "Ann"
    assert ann.games == [table]
    assert "1 of 2 accounts made" in client.get("/operator/invitations", auth=OPERATOR).text


def test_somebody_new_comes_in_and_can_sign_in_elsewhere(client: TestClient, other: Guest) -> None:
    accept(client, invite(client), "Ann")
    other.sign_in()
    assert other.name == "Ann"


def test_links_that_do_not_work_all_answer_alike(client: TestClient, stranger: TestClient) -> None:
    used, withdrawn = invite(client, places=1), invite(client, note="gone")
    accept(client, used, "Ann")
    page = client.get("/operator/invitations", auth=OPERATOR).text
    one = re.search(r'name="invitation" value="([0-9a-z]{16})"', page)
    assert one
    done = client.post("/operator/invitations/withdraw", data={"invitation": one[1]}, auth=OPERATOR)
    assert done.headers["location"] == "/operator/invitations?done=yes"
    again = client.post("/operator/invitations/withdraw", data={"invitation": one[1]}, auth=OPERATOR)
    assert again.headers["location"] == "/operator/invitations?done=already"
    unknown = "/invitations/" + "a" * 24
    answers = [stranger.get(link) for link in (used, withdrawn, unknown, "/invitations/x")]
    answers += [accept(stranger, link, "Ben") for link in (used, withdrawn, unknown)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({sentence(answer) for answer in answers}) == 1
    assert "This invitation doesn’t work" in sentence(answers[0])
    client.post("/operator/invitations/put-back", data={"invitation": one[1]}, auth=OPERATOR)
    assert stranger.get(withdrawn).status_code == 200


def test_a_refused_form_comes_back_and_takes_no_place(client: TestClient, stranger: TestClient) -> None:
    link = invite(client, places=1)
    for name, password, status, word in (
        ("A", PASSWORD, 400, "2 to 24 characters"),
        ("Ann", "short", 400, "8 to 200"),
        ("Operator", PASSWORD, 400, "uses that name itself"),
    ):
        answer = accept(client, link, name, password)
        assert (answer.status_code, word in unescape(answer.text)) == (status, True)
        assert f'value="{name}"' in answer.text
        assert password not in answer.text
    assert accept(client, link, "Ann").status_code == 200
    second = invite(client)
    taken = accept(stranger, second, "ANN")
    assert taken.status_code == 422
    assert "taken" in taken.text
    assert "0 of 2 accounts made" in client.get("/operator/invitations", auth=OPERATOR).text


def test_whoever_has_an_account_takes_no_place(client: TestClient) -> None:
    first, second = invite(client), invite(client)
    accept(client, first, "Ann")
    assert "You already have an account here, <bdi>Ann</bdi>" in client.get(second).text
    assert "already have an account" in sentence(accept(client, second, "Ben"))
    assert "0 of 2 accounts made" in client.get("/operator/invitations", auth=OPERATOR).text


@pytest.mark.parametrize(
    "form",
    [
        *({"places": value} for value in ("0", "", "1001", "two", "1e3", "²")),
        *({"until": value} for value in ("", "2020-01-01", "9999-12-31", "tomorrow")),
        *({"note": value} for value in ("x" * 81, "a\u202eb")),
    ],
)
def test_an_invitation_that_makes_no_sense_is_refused(client: TestClient, form: dict[str, str]) -> None:
    wanted = {"places": "2", "until": today(now_ms()).isoformat()} | form
    answer = client.post("/operator/invitations", data=wanted, auth=OPERATOR)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "There are none yet." in answer.text


def test_only_the_operator_makes_and_withdraws(client: TestClient) -> None:
    for path in ("", "/withdraw", "/put-back"):
        assert client.post(f"/operator/invitations{path}").status_code == 401
    assert client.get("/operator/invitations").status_code == 401


def test_a_note_is_text(client: TestClient) -> None:
    invite(client, note="<b>bold</b> & more")
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; more" in client.get("/operator/invitations", auth=OPERATOR).text


def test_guessing_links_leads_nowhere(client: TestClient) -> None:
    link = invite(client)
    here = TestClient(client.app, follow_redirects=False, client=("203.0.113.7", 50_000))
    here.portal = client.portal
    for number in range(MOST_MISSES):
        assert here.get(f"/invitations/{number:024}").status_code == 404
    assert here.get(link).status_code == 429
    assert accept(here, link, "Ann").status_code == 429


def made(connection: Connection, terms: InvitationTerms = TERMS, now: int = NOW) -> str:
    return service.make(connection, terms, now)[1]


def claim(connection: Connection, secret: str, name: str, now: int = NOW) -> Visit:
    visit = Visit(f"{name.lower():0<16}")
    return service.claim(connection, visit, name, "", ("0" * 64,), now, secret)


def test_the_secret_is_kept_nowhere(connection: Connection) -> None:
    secret = made(connection)
    [row] = connection.execute(select(account_invitation))
    assert secret not in str(row)
    assert row.digest == secret_digest(secret)


def test_an_invitation_works_to_the_end_of_its_day_and_no_longer(connection: Connection) -> None:
    secret = made(connection)
    ends = TERMS.ends_at
    assert service.look(connection, secret, ends - 1).last_day == TERMS.last_day
    claim(connection, secret, "Ann", ends - 1)
    for at in (ends, ends + 1, ends + 10**12):
        with pytest.raises(NotFound):
            service.look(connection, secret, at)
        with pytest.raises(NotFound), connection.begin_nested():
            claim(connection, secret, "Ben", at)
    # The clock was ahead.
    claim(connection, secret, "Ben", NOW)


def test_a_refused_name_gives_the_place_back(connection: Connection) -> None:
    secret = made(connection, InvitationTerms(1, TERMS.last_day))
    accounts.claim(connection, Visit("ann0000000000000"), "Ann", "", (), NOW)
    with pytest.raises(Impossible), connection.begin_nested():
        service.claim(connection, Visit("ben0000000000000"), "ann", "", ("0" * 64,), NOW, secret)
    claim(connection, secret, "Ben")
    with pytest.raises(NotFound), connection.begin_nested():
        claim(connection, secret, "Cyn")


def test_of_two_who_take_the_last_place_at_once_one_gets_it(url: str) -> None:
    engine = plain_engine(url)
    with engine.begin() as connection:
        secret = made(connection, InvitationTerms(1, TERMS.last_day))

    def take(name: str) -> bool:
        try:
            with engine.begin() as connection:
                claim(connection, secret, name)
        except NotFound:
            return False
        return True

    names = ("Ann", "Ben", "Cyn", "Dov")
    with ThreadPoolExecutor(len(names)) as threads:
        assert sorted(threads.map(take, names)) == [False, False, False, True]
    with engine.begin() as connection:
        [found] = service.list_latest(connection)
        assert found.taken == 1
        assert len(list(connection.execute(select(account.c.name)))) == 1


def test_those_that_ended_long_ago_are_forgotten_a_few_at_a_time(connection: Connection) -> None:
    for number in range(5):
        made(connection, InvitationTerms(1, TERMS.last_day - timedelta(number)))
    ended = TERMS.ends_at
    assert not service.forget(connection, ended - 5 * 24 * 3_600_000 + KEPT_MS, 3)
    assert service.forget(connection, ended + KEPT_MS, 3)
    assert len(service.list_latest(connection)) == 2
    assert service.forget(connection, ended + 1 + KEPT_MS, 3)
    assert service.list_latest(connection) == []


def test_however_many_there_are_the_operator_sees_the_latest(connection: Connection) -> None:
    for number in range(SHOWN + 1):
        made(connection, now=NOW + 10 * number)
    shown = service.list_latest(connection)
    assert [one.made_at for one in shown] == [NOW + 10 * number for number in range(SHOWN, 0, -1)]
    assert not reads_whole_tables(connection, select(account_invitation.c.id).where(account_invitation.c.digest == "0"))
    assert rows.find(connection, "0" * 64) is None
