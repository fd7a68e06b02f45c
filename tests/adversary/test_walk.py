"""Visit every address of the application as everybody who has no business there, and read the answers."""

import re
from collections.abc import Iterator

import pytest

from tests.adversary.house import Answer, House, Person
from tests.adversary.sealed import Spy, betrayed, leaks, shows_board
from tests.adversary.town import UNKNOWN, Town, fillings, found
from tests.app.addresses import address, routes
from tests.lengths import a_few

WALKERS = (
    *("stranger", "guest", "racer of the race", "racer of the other race", "player of the tournament"),
    *("owner", "who gave up", "operator"),
)
FAREWELLS = (
    "/account/delete",
    "/account/forget",
    "/account/sign-out",
    "/account/sign-out-everywhere",
    "/logout",
    "/leave",
)
"""After these a walker is somebody else: they come last."""
REFUSED = {400, 401, 403, 404, 405, 406, 415, 422}


@pytest.fixture
def town(house: House, database_url: str) -> Iterator[Town]:
    spy = Spy(database_url)
    yield found(house, spy)
    spy.close()


@pytest.fixture
def database_url(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add an operator."""
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", "a password for the operator")
    return database_url


def reading(town: Town) -> Iterator[tuple[str, str]]:
    """Return the path of every GET with the addresses that it stands for here."""
    for method, path in routes(town.house.app):
        if method == "GET" and not path.startswith("/static"):
            for fields in fillings(town, path):
                yield path, address(path, fields)


def writing(town: Town) -> Iterator[str]:
    """Return the address of every request that may change something, the farewells last."""
    paths = [path for method, path in routes(town.house.app) if method not in {"GET", "HEAD"}]
    for path in sorted(paths, key=lambda path: path.endswith(FAREWELLS)):
        for fields in fillings(town, path):
            yield address(path, fields)


def written(person: Person, address_: str) -> Iterator[Answer]:
    """Send what an address may want, and too little."""
    if address_.startswith("/api/v1"):
        below = address_.removeprefix("/api/v1")
        yield person.post(below)
        yield person.post(below, seq=0, move="t0-t1")
        yield person.post(below, game="stonewall", name="Ann", password="quite a long one")
    else:
        yield person.form(address_)
        yield person.form(address_, seq=0, move="t0-t1", stop=0, name="Ann", password="quite a long one", cells="none")


class Walk:
    """What one walker may be told, and whether an answer tells more."""

    def __init__(self, town: Town, walker: str) -> None:
        self.town = town
        self.me = town.people[walker]
        self._others = {other.player_id for name, other in town.people.items() if name != walker} - {
            "",
            self.me.player_id,
        }
        rows = {session_id: town.spy.session(session_id) for session_id in town.sessions.values()}
        self._rows = {session_id: row for session_id, row in rows.items() if row}

    def check(self, answer: Answer) -> None:
        """Look for what this answer should not tell."""
        place = f"{answer.method} {answer.address}: {answer.status}"
        assert answer.status < 500, place
        told = answer.told
        for event in self.town.events:
            asked_for = [secret for secret in event.secrets if secret in answer.address]
            assert not (asked_for and answer.status < 400), place
            assert not (set(leaks(told, event)) - set(asked_for)), (place, event.event)
            # A visitor who starts a daily on the walk may see it from then on.
            shown = shows_board(told, event)
            assert not shown or self.town.spy.knows(self.me.player_id, event), (place, event.event)
        assert not [other for other in self._others if other in told], place
        for session_id, row in self._rows.items():
            if session_id in answer.address:
                # A walker's own move may have been legal, and have turned a card up.
                now = self.town.spy.session(session_id) if row.player_id == self.me.player_id else row
                assert now is None or not betrayed(told, now.hidden), place
                if row.player_id != self.me.player_id and answer.address.startswith(("/sessions", "/api/v1/sessions")):
                    assert answer.status in REFUSED, place
            elif row.sealed and row.player_id != self.me.player_id:
                assert session_id not in told, place
        if "/daily/" in answer.address:
            assert "Ethelbert" not in told, place
        # The tournament is blind.
        assert "Lancelot" not in told or self.me is self.town.people["player of the tournament"], place


@pytest.mark.parametrize("walker", a_few(WALKERS))
def test_no_address_tells_a_walker_what_is_not_for_them(town: Town, walker: str) -> None:
    walk = Walk(town, walker)
    seen = 0
    for path, asked in reading(town):
        walk.check(walk.me.get(asked, accept="text/event-stream" if path.endswith("/events") else "text/html"))
        seen += 1
    assert seen > 150


@pytest.mark.parametrize("walker", a_few(WALKERS))
def test_no_request_does_for_a_walker_what_is_not_theirs_to_do(town: Town, walker: str) -> None:
    walk = Walk(town, walker)
    for asked in writing(town):
        for answer in written(walk.me, asked):
            walk.check(answer)
    # Whatever they did, the open boards are as their players left them.
    assert [event.event for event in town.spy.open_events()] == [event.event for event in town.events]


@pytest.mark.parametrize("walker", a_few(["stranger", "guest", "racer of the race", "who gave up"], 1))
def test_what_was_not_shared_is_answered_for_as_if_it_did_not_exist(town: Town, walker: str) -> None:
    me = town.people[walker]
    for path in ("/replays/{}", "/replays/{}/wide.png", "/replays/{}/export.json", "/replays/{}/moves.txt"):
        unknown = me.get(path.format(UNKNOWN))
        assert unknown.status == 404
        for secret in ("playing", "unshared", "in the daily", "in the race", "solved in the daily"):
            session_id = town.sessions[secret]
            if me is town.people["racer of the race"] and secret == "in the race":
                continue
            assert _plain(me.get(path.format(session_id)), session_id) == _plain(unknown, UNKNOWN), (path, secret)
    for path, token in (("/watch/{}", "play"), ("/watch/{}/board", "play"), ("/tables/{}", "watch")):
        told = me.get(path.format(town.tokens[token]))
        assert _plain(told, town.tokens[token]) == _plain(me.get(path.format(UNKNOWN)), UNKNOWN), path


FOR_EVERYBODY = (
    *("/pictures", "/favicon", "/robots", "/.well-known", "/healthz", "/readyz"),
    *("/daily/feed.atom", "/daily/calendar.ics"),
)


@pytest.mark.parametrize("walker", a_few(["stranger", "owner"], 1))
def test_nothing_that_is_about_a_visitor_may_be_kept_on_the_way(town: Town, walker: str) -> None:
    me = town.people[walker]
    for path, asked in reading(town):
        if not path.startswith(FOR_EVERYBODY):
            answer = me.get(asked)
            assert "no-store" in answer.header("cache-control"), (asked, answer.status)


def _plain(answer: Answer, session_id: str) -> tuple[int, str, list[tuple[str, str]]]:
    headers = [(name, value) for name, value in answer.headers if name not in {"set-cookie", "content-length"}]
    return answer.status, re.sub(session_id, "it", answer.text), headers
