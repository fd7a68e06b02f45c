"""What only the operator sees."""

import asyncio
import re
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.routing import iter_route_contexts
from sqlalchemy import Connection, update
from starlette.testclient import TestClient

from app.core.clock import now_ms
from app.core.settings import Admission, Registration, ServiceWorker, Settings
from app.core.store import backups, watch
from app.core.store.migrate import newest
from app.core.store.opening import open_database
from app.core.store.watch import SLOW_SECONDS
from app.core.words import moment
from app.play.rows import questions, workers
from app.play.rows.workers import FRESH_MS
from app.play.tables.games import session
from app.play.tables.solving import question
from app.play.values.question import QuestionKind
from app.play.values.solvers import Solvers
from app.site.features import FEATURES, chosen, switch_on
from app.site.rows import tallies
from app.site.words.operator import switched_off
from app.web.guard import route_name
from engine.record import Status
from tests.app.play.solving.test_worker import about
from tests.app.play.table import BY_SCRIPT
from tests.databases import plain_engine
from tests.plans import reads_whole_tables_in
from tests.rows import begin

PASSWORD = "a password of the operator's"
PAGES = ["/operator", "/metrics"]
NAMES = {
    "/": "lobby.show_lobby",
    "/sessions/{session_id}/moves": "sessions.move",
    "/tournaments/{code}/join": "tournaments.join",
    "/races/{code}/join": "races.join",
    "/api/v1/sessions/{session_id}/moves": "api_sessions.make_move",
    "/api/v1/tournaments/{code}/join": "api_tournaments.join",
    "/api/v1/races/{code}/join": "api_races.join",
    "/api/v1/puzzles/next": "api_puzzles.next_puzzle",
}
"""What metrics and logs call some routes: hosts have dashboards by these names, wherever the functions are."""


@pytest.fixture
def password(monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Set a password, before the server starts; return what opens its pages."""
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", PASSWORD)
    return "operator", PASSWORD


@pytest.mark.parametrize("page", PAGES)
def test_without_a_password_the_pages_are_not_there(client: TestClient, page: str) -> None:
    assert client.get(page).status_code == 404
    assert client.get(page, auth=("operator", "")).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_only_the_right_password_opens_them(password: tuple[str, str], client: TestClient, page: str) -> None:
    assert client.get(page, auth=password).status_code == 200
    wrong = [{}, *({b"authorization": sent} for sent in (b"Basic !", b"Basic \xff", f"Bearer {PASSWORD}".encode()))]
    answers = [client.get(page, headers=headers) for headers in wrong]
    answers += [client.get(page, auth=("operator", "a guess")), client.get(page, auth=("root", PASSWORD))]
    assert {answer.status_code for answer in answers} == {401}
    assert all(answer.headers["www-authenticate"].startswith("Basic ") for answer in answers)


def test_moves_and_refusals_are_counted(password: tuple[str, str], client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    legal = client.get(f"/api/v1{table}/moves").json()["moves"]
    for seq in (0, 0):
        client.post(f"{table}/moves", data={"seq": seq, "move": legal[0]}, headers=BY_SCRIPT)
    told = client.get("/metrics", auth=password).text.splitlines()
    assert 'rampart_requests_total{to="sessions.move",status="200"} 1' in told
    assert 'rampart_requests_total{to="sessions.move",status="409"} 1' in told
    assert "rampart_moves_total 1" in told
    assert 'rampart_refusals_total{kind="Stale"} 1' in told
    assert 'rampart_request_seconds_count{to="sessions.move"} 2' in told
    assert "rampart_streams 0" in told
    assert any(line.startswith('rampart_commit_works_bucket{le="+Inf"} ') for line in told)


def test_every_figure_is_there_from_the_start_and_zero_where_there_is_nothing(
    password: tuple[str, str], client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other tests of this process came upon rows that cannot be read.
    monkeypatch.setattr("app.core.store.unreadable._noted", {})
    told = client.get("/metrics", auth=password).text.splitlines()
    for name in (
        *("rampart_oldest_question_seconds", "rampart_workers", "rampart_sessions"),
        *("rampart_dailies_ahead", "rampart_held_results", "rampart_last_backup_time_seconds"),
        *('rampart_moderation_waiting{kind="names"}', 'rampart_moderation_waiting{kind="appeals"}'),
        *('rampart_failures_total{status="500"}', 'rampart_failures_total{status="503"}', "rampart_moves_total"),
        *(f'rampart_refusals_total{{kind="{kind}"}}' for kind in ("TooMany", "Stale", "Crowded", "UnknownGame")),
        *(f'rampart_questions{{kind="{kind}"}}' for kind in QuestionKind),
        *('rampart_unheard_total{status="400"}', 'rampart_unheard_total{status="431"}'),
        *(f'rampart_unreadable_rows{{table="{table}"}}' for table in ("daily", "session", "race")),
    ):
        assert [line.rpartition(" ")[2] for line in told if line.startswith(f"{name} ")] in (["0"], ["0.0"]), name
    built = f'version="{version("rampart-patience")}",rules="1",schema="{newest()}",database="sqlite"'
    assert f"rampart_build_info{{{built}}} 1" in told
    assert 0 <= time.time() - figure(told, "rampart_start_time_seconds") < 600
    assert figure(told, "rampart_database_bytes") > 100_000
    described = {line.split()[2] for line in told if line.startswith("# HELP ")}
    assert {re.split(r"[{ ]|_bucket|_sum|_count", line)[0] for line in told if not line.startswith("#")} <= described


def test_what_waits_and_who_answers_and_plays_is_counted(
    password: tuple[str, str], client: TestClient, database_url: str
) -> None:
    client.post("/fortress/4")
    now = now_ms()
    with plain_engine(database_url).begin() as connection:
        begin(connection)
        for key, asked, taken in (("a", now - 90_000, 0), ("b", now - 120_000, now + 60_000)):
            asks = replace(about("a place"), key=key, asked_at=asked, wanted_until=now + 600_000)
            questions.add(connection, asks)
            connection.execute(update(question).where(question.c.key == key).values(taken_until=taken))
        workers.tell(connection, "alive", Solvers.READY, now)
        workers.tell(connection, "killed", Solvers.READY, now - FRESH_MS - 1)
    told = client.get("/metrics", auth=password).text.splitlines()
    assert 90 <= figure(told, "rampart_oldest_question_seconds") < 120
    assert (figure(told, "rampart_workers"), figure(told, "rampart_sessions")) == (1, 1)
    with plain_engine(database_url).begin() as connection:
        connection.execute(update(session).values(changed_at=now - 400_000))
    assert figure(client.get("/metrics", auth=password).text.splitlines(), "rampart_sessions") == 0


def test_the_size_of_a_database_is_read_on_either_kind(connection: Connection) -> None:
    assert tallies.database_bytes(connection) > 100_000


def figure(told: list[str], name: str) -> float:
    """Return the value of a figure."""
    [value] = [line.rpartition(" ")[2] for line in told if line.startswith(f"{name} ")]
    return float(value)


def test_metrics_call_no_two_functions_the_same(client: TestClient) -> None:
    endpoints = {route.endpoint for route in iter_route_contexts(client.app.routes) if hasattr(route, "endpoint")}  # type: ignore[attr-defined]
    names = Counter(map(route_name, endpoints))
    assert not [name for name, many in names.items() if many > 1]


def test_a_route_keeps_its_name_in_metrics(client: TestClient) -> None:
    routes = iter_route_contexts(client.app.routes)  # type: ignore[attr-defined]
    named = {(route.path, route_name(route.endpoint)) for route in routes if hasattr(route, "endpoint")}
    assert NAMES.items() <= named


def test_every_line_has_the_form_that_prometheus_reads(password: tuple[str, str], client: TestClient) -> None:
    client.get("/nothing/there/at/all")
    answer = client.get("/metrics", auth=password)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in answer.text.splitlines():
        name, _, value = line.rpartition(" ")
        if not line.startswith("#"):
            assert name.startswith("rampart_")
            float(value)


def test_the_page_tells_how_things_stand(password: tuple[str, str], client: TestClient) -> None:
    client.post("/fortress/4")
    page = client.get("/operator", auth=password).text
    assert "<dd>1 begun in the last day, 1 in the last hour</dd>" in page
    assert "<dd>1 began a game in the last day; 1 came for the first time</dd>" in page
    assert "<dd>0 in all, 0 made in the last day</dd>" in page
    assert "<dd>0 reported names, 0 appeals</dd>" in page
    assert "<dd>days chosen ahead: 0; results for a person to judge: 0</dd>" in page
    assert "<dd>questions waiting: none</dd>" in page
    assert "<dt>Backup</dt><dd>none is noted</dd>" in page


def test_a_backup_that_another_process_noted_is_told_of(
    password: tuple[str, str], client: TestClient, database_url: str
) -> None:
    taken = now_ms() - 7_200_000
    with plain_engine(database_url).begin() as connection:
        backups.note(connection, taken, now_ms())
    told = client.get("/metrics", auth=password).text.splitlines()
    assert figure(told, "rampart_last_backup_time_seconds") == taken / 1000
    assert f"<dt>Backup</dt><dd>{moment(taken)}</dd>" in client.get("/operator", auth=password).text


def test_a_hole_can_be_told_of_where_somebody_said_so(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("RAMPART_SECURITY_CONTACT", "mailto:holes@example.org")
    client: TestClient = request.getfixturevalue("client")
    told = client.get("/.well-known/security.txt").text
    assert told.startswith("Contact: mailto:holes@example.org\nExpires: 20")


def test_without_a_contact_there_is_no_such_file(client: TestClient) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404


def test_a_slow_transaction_is_written_down_by_its_name_without_its_arguments(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times = count(0.0, SLOW_SECONDS + 1)
    monkeypatch.setattr(watch, "time", SimpleNamespace(monotonic=lambda: next(times)))

    async def story() -> None:
        async with open_database(database_url) as database:
            await database.write(slow, "a name")

    asyncio.run(story())
    (record,) = caplog.records
    assert record.__dict__["more"] == {"work": f"{__name__}.slow", "ms": 2500}


def slow(_connection: object, _name: str) -> None:
    """Do nothing, but take time."""


def test_the_page_says_what_the_last_day_brought_and_what_is_switched_off(
    password: tuple[str, str], client: TestClient, database_url: str
) -> None:
    client.post("/account", data={"name": "Ann", "password": "a moat and a drawbridge"})
    tables = [client.post(f"/fortress/{number}").headers["location"] for number in (4, 5)]
    client.post(f"{tables[0]}/give-up", data={"seq": 0})
    with plain_engine(database_url).begin() as connection:
        connection.execute(update(session).where(session.c.id == tables[1].rpartition("/")[2]).values(status="won"))
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get("/operator", auth=password).text).split())
    assert "Ended 1 won and 1 given up in the last day" in page
    assert "Players 1 began a game in the last day; 1 came for the first time" in page
    assert "Accounts 1 in all, 1 made in the last day" in page
    assert "Answered by this server" in page
    assert re.search(r"Database [0-9]+\.[0-9] MB", page)
    assert "Switched off open data and deleting guests’ unfinished games" in page


def test_what_is_switched_off_is_said_in_words() -> None:
    plain = Settings(database_url="", redis_url=None, secret=b"", data_folder=Path("/"), guest_days=30)
    assert switched_off(plain) == []
    closed = replace(plain, registration=Registration.CLOSED, admission=Admission.ACCOUNTS)
    assert switched_off(replace(closed, service_worker=ServiceWorker.OFF)) == [
        "making an account without an invitation",
        "open dailies for guests",
        "the service worker",
    ]
    try:
        switch_on(chosen({"daily"}))
        assert switched_off(plain) == ["races", "tournaments", "puzzles", "archive", "friends", "reminders"]
    finally:
        switch_on(FEATURES)


def test_what_is_counted_of_a_day_is_found_by_an_index(connection: Connection) -> None:
    for count_them in (
        partial(tallies.players_begun, connection, 1),
        partial(tallies.sessions_ended, connection, Status.WON, 1),
        partial(tallies.sessions_ended, connection, Status.GIVEN_UP, 1),
        partial(tallies.accounts_since, connection, 1),
    ):
        assert not reads_whole_tables_in(connection, count_them)
