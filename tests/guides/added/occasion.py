"""A marathon is played, as the guide for an occasion has added it."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.core.settings import Settings
from app.core.store.database import Database
from app.play.rows import stock
from app.play.solving.seeking import Need, Process, SecretDeals
from app.play.values.shelf import Shelf
from app.site.commands import main
from app.site.features import FEATURES
from engine.cards import spell
from engine.games import GAMES
from engine.rules import Variant
from tests.app.races.conftest import Clock
from tests.databases import transaction
from tests.engine.verdicts import WINS, Verdict
from tests.guides.added.conftest import Arrive

DAY = 24 * 3_600_000
MONDAY = 4 * DAY + 2950 * 7 * DAY
WEEK = 2951
PASSWORD = "a moat and a drawbridge"
[MARATHON] = [feature for feature in FEATURES if feature.name == "marathon"]


class Runner:
    """Somebody who plays the marathon."""

    def __init__(self, client: TestClient, clock: Clock, name: str = "") -> None:
        self.client, self.clock = client, clock
        if name:
            self.send("/api/v1/players", name=name, password=PASSWORD)

    def send(self, address: str, **body: object) -> Any:
        answer = self.client.post(address, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def begin(self, slug: str) -> str:
        """Press Play, and return the id of the session."""
        answer = self.client.post(f"/marathon/{slug}/play")
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/sessions/")

    def session(self, session_id: str) -> Any:
        return self.client.get(f"/api/v1/sessions/{session_id}").json()

    def play(self, session_id: str, moves: Sequence[object]) -> Any:
        session = self.session(session_id)
        for move in moves:
            self.clock.pass_by(500)
            session = self.send(f"/api/v1/sessions/{session_id}/moves", seq=session["seq"], move=str(move))
        return session

    def give_up(self, session_id: str) -> None:
        self.send(f"/api/v1/sessions/{session_id}/give-up", seq=self.session(session_id)["seq"])

    def page(self, week: int | None = None) -> str:
        answer = self.client.get("/marathon", params={} if week is None else {"week": week})
        assert answer.status_code == 200, answer.text
        return answer.text

    def board(self, week: int | None = None) -> list[tuple[str, ...]]:
        """Return the rows of the board: rank, name, games won, steps."""
        row = r'<tr><td>(\d+)</td><th scope="row"><bdi>(.*?)</bdi></th><td>(\d+)</td><td>(\d+)</td></tr>'
        return re.findall(row, self.page(week))


def variant(slug: str) -> Variant:
    variants = GAMES[slug].variants({})
    return variants[WEEK % len(variants)]


def known(slug: str) -> list[Verdict]:
    return [win for win in WINS if win.slug == slug and win.options == dict(variant(slug).options)]


def fill_shelves(url: str) -> None:
    with transaction(url) as connection:
        for slug in GAMES:
            for win in known(slug)[:4]:
                stock.add_for_race(connection, Shelf.for_races(variant(slug)), int(win.deal))


def drawn(url: str, slug: str) -> Verdict:
    """Return the recorded win of the deal that was drawn for a game."""
    with transaction(url) as connection:
        deal = connection.execute(text("SELECT deal FROM marathon WHERE game = :game"), {"game": slug}).scalar_one()
    return next(win for win in known(slug) if win.deal == deal)


@pytest.fixture(autouse=True)
def _begin(clock: Clock) -> None:
    clock.ms = MONDAY - DAY


def run(arrive: Arrive, clock: Clock) -> tuple[Runner, Runner, Runner]:
    """Let two accounts that are a day old, and a guest, come to the marathon on its first morning."""
    ada, bob = (Runner(arrive(), clock, name) for name in ("Ada", "Bob"))
    clock.ms = MONDAY + DAY // 3
    return ada, bob, Runner(arrive(), clock)


def walk(url: str, now: int) -> None:
    [taken] = MARATHON.walks
    with transaction(url) as connection:
        after: str | None = ""
        while after is not None:
            after = taken(connection, after, now)


def test_three_play_a_marathon_and_the_sum_of_steps_decides(
    url: str, arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob, guest = run(arrive, clock)
    refused = ada.client.post("/marathon/fortress/play")
    assert refused.status_code == 422
    assert "The server is still looking for this deal" in refused.text
    fill_shelves(url)
    games: dict[str, list[str]] = {}
    for slug in GAMES:
        games[slug] = [runner.begin(slug) for runner in (ada, bob, guest)]
        line = drawn(url, slug).line
        boards = [runner.session(game)["piles"] for runner, game in zip((ada, bob, guest), games[slug], strict=True)]
        assert boards[0] == boards[1] == boards[2]
        assert ada.play(games[slug][0], line)["status"] == "won"
        assert ada.begin(slug) == games[slug][0], "one try at each"
        if slug == "fortress":
            bob.give_up(games[slug][1])
        else:
            bob.play(games[slug][1], line[:1])
            bob.send(f"/api/v1/sessions/{games[slug][1]}/undo", seq=1)
            bob.play(games[slug][1], line)
    steps = {slug: len(drawn(url, slug).line) for slug in GAMES}
    expected = [
        ("1", "Ada", "5", str(sum(steps.values()))),
        ("2", "Bob", "4", str(sum(steps.values()) - steps["fortress"] + 4)),
    ]
    assert guest.board() == expected
    guest.play(games["fortress"][2], drawn(url, "fortress").line)
    guest.send("/api/v1/players", name="Late", password=PASSWORD)
    assert guest.board() == expected, "an account made in the week is not ranked"
    for sentence in ("In play", "Won, "):
        assert sentence in guest.page()

    clock.ms = MONDAY + 7 * DAY
    guest.play(games["stonewall"][2], drawn(url, "stonewall").line)
    assert guest.board(WEEK) == expected, "what is won afterwards does not count"
    assert guest.board() == []
    assert "It is over." in guest.page(WEEK)
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    assert main(["check"]) == 0, capsys.readouterr()


def test_nothing_tells_the_deals_of_a_week_or_helps_with_them_until_it_is_over(
    url: str, arrive: Arrive, clock: Clock
) -> None:
    ada, bob, stranger = run(arrive, clock)
    fill_shelves(url)
    game = ada.begin("fortress")
    win = drawn(url, "fortress")
    ada.play(game, win.line[:5])
    assert ada.session(game)["deal"] is None
    addresses = [
        *(f"/fortress/{win.deal}", f"/sessions/{game}/review", f"/sessions/{game}/hint", f"/replays/{game}"),
        *(f"/api/v1/sessions/{game}/export", f"/analysis/fortress?deal={win.deal}", f"/replays/{game}/moves.txt"),
    ]
    for runner in (ada, bob, stranger):
        for address in addresses:
            answer = runner.client.get(address)
            assert not answer.is_success, address
            assert spell(win.deck) not in answer.text
    assert f'"{win.deal}"' not in ada.page()
    begun = stranger.client.post("/api/v1/sessions", json={"game": "fortress", "deal": win.deal})
    assert begun.status_code == 403
    ada.play(game, win.line[5:])
    walk(url, clock.ms)
    assert ada.session(game)["deal"] is None

    clock.ms = MONDAY + 7 * DAY
    walk(url, clock.ms)
    assert ada.session(game)["deal"] == win.deal
    assert ada.client.get(f"/sessions/{game}/review").status_code == 200
    assert stranger.client.post("/api/v1/sessions", json={"game": "fortress", "deal": win.deal}).status_code == 201


def test_two_requests_at_once_begin_one_game_on_one_deal(url: str, arrive: Arrive, clock: Clock) -> None:
    ada, bob, guest = run(arrive, clock)
    fill_shelves(url)
    with ThreadPoolExecutor(8) as at_once:
        for slug in GAMES:
            begun = list(at_once.map(lambda runner, of=slug: runner.begin(of), [ada, ada, bob, bob, guest]))
            assert begun[0] == begun[1]
            assert begun[2] == begun[3]
            with transaction(url) as connection:
                deals = "SELECT count(DISTINCT deal), count(DISTINCT id) FROM session WHERE game = :game"
                assert tuple(connection.execute(text(deals), {"game": slug}).one()) == (1, 3)


def test_a_guest_takes_no_marathon_along_to_an_account(url: str, arrive: Arrive, clock: Clock) -> None:
    ada, _, guest = run(arrive, clock)
    fill_shelves(url)
    game = guest.begin("fortress")
    guest.play(game, drawn(url, "fortress").line)
    guest.send("/api/v1/login", name="Ada", password=PASSWORD)
    assert guest.board() == []
    assert guest.begin("fortress") != game
    assert ada.begin("fortress") == guest.begin("fortress")


def test_the_board_shows_accounts_as_they_are_now_and_no_bots(url: str, arrive: Arrive, clock: Clock) -> None:
    ada, bob, _ = run(arrive, clock)
    bob.send("/api/v1/players/bot", password=PASSWORD)
    fill_shelves(url)
    for runner in (ada, bob):
        game = runner.begin("fortress")
        runner.play(game, drawn(url, "fortress").line)
    steps = str(len(drawn(url, "fortress").line))
    assert ada.board() == [("1", "Ada", "1", steps)]
    assert ada.client.post("/api/v1/players/bot", json={"password": PASSWORD}).status_code == 422
    assert ada.client.post("/account/name", data={"name": "Adela", "password": PASSWORD}).status_code == 303
    assert bob.board() == [("1", "Adela", "1", steps)]
    assert ada.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert bob.board() == []


def test_a_row_that_cannot_be_read_keeps_its_secret_and_hides_nothing_else(
    url: str, arrive: Arrive, clock: Clock
) -> None:
    ada, _, stranger = run(arrive, clock)
    fill_shelves(url)
    ada.begin("fortress")
    win = drawn(url, "fortress")
    with transaction(url) as connection:
        connection.execute(text("UPDATE marathon SET deal = 'spoilt', deck = 'spoilt'"))
    assert "Fortress" in ada.page()
    assert stranger.client.post("/api/v1/sessions", json={"game": "fortress", "deal": win.deal}).status_code == 403
    lenient = TestClient(stranger.client.app, raise_server_exceptions=False, follow_redirects=False)
    lenient.portal = stranger.client.portal
    assert lenient.post("/marathon/fortress/play").status_code == 500
    assert stranger.begin("stonewall")


def test_a_week_that_is_none_is_refused(arrive: Arrive, clock: Clock) -> None:
    clock.ms = MONDAY
    visitor = arrive()
    for week, status in ((WEEK, 200), (0, 200), (WEEK + 1, 404), (-1, 404), ("no", 400), ("9" * 30, 404)):
        assert visitor.get("/marathon", params={"week": week}).status_code == status, week
    assert visitor.post("/marathon/chess/play").status_code == 404


def test_solvers_look_for_deals_while_some_are_missing(url: str, arrive: Arrive, clock: Clock) -> None:
    ada, *_ = run(arrive, clock)
    missing: Database = None  # type: ignore[assignment]
    process = Process(missing, Settings(database_url=url, redis_url=None, secret=b""), SecretDeals(missing))
    [seeks] = [each(process) for each in MARATHON.seeks]
    with transaction(url) as connection:
        sought = seeks.sought(connection, clock.ms)
    assert sought
    assert sought.need is Need.SOON
    fill_shelves(url)
    for slug in GAMES:
        ada.begin(slug)
    with transaction(url) as connection:
        assert seeks.sought(connection, clock.ms) is None
