"""Reviews that want to hold the solvers: of long games, many at once, looked at by nobody."""

import random
import re
from collections.abc import Callable
from html import unescape

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.core.clock import now_ms
from app.features.study.service import review, verdicts
from app.play.rows import questions as store
from app.play.service import questions
from app.play.solving import worker
from app.play.values.question import QuestionKind
from engine.asking import Judgement, Verdict
from engine.deals import deck_code, shuffled
from engine.games import GAMES
from engine.likeness import likeness
from engine.moves import Move, apply, legal_moves, renames
from engine.position import Position, deal, snapshot
from engine.record import Record
from engine.rules import Rules
from tests.app.conftest import client, database_url, stranger
from tests.app.play.desk import Desk, Seat, place
from tests.databases import plain_engine
from tests.engine.variants import rules_of

__all__ = ["client", "database_url", "stranger"]

GAME = "stronghold"
NOT_DECIDED = Judgement(Verdict.UNDECIDED)
Play = Callable[[TestClient, int, int], Seat]


@pytest.fixture
def desk(database_url: str) -> Desk:
    """Return a desk without a solver: tests here set the answers."""
    return Desk(database_url, None)  # type: ignore[arg-type]


def wander(rules: Rules, number: int, moves: int) -> list[str]:
    """Return moves made at random from a deal."""
    position, chance, made = deal(rules, shuffled(number)), random.Random(number), list[str]()
    while len(made) < moves and (legal := _worth(rules, position)):
        move = chance.choice(legal)
        made.append(str(move))
        position = apply(rules, position, move)
    return made


def _worth(rules: Rules, position: Position) -> list[Move]:
    return [move for move in legal_moves(rules, position) if not renames(rules, position, move)]


def lost(client: TestClient, number: int, moves: int) -> Seat:
    """Play a game so far, give it up, and have it looked back over."""
    client.post("/settings", data={"automatic": "off"})
    begun = client.post("/api/v1/sessions", json={"game": GAME, "deal": str(number), "options": {"cell": "one"}})
    seat = Seat(client, begun.json())
    seat.move(*wander(rules_of(GAME, cell="one"), number, moves))
    seat.give_up()
    assert seat.ask("review").status_code == 303
    return seat


def turns(desk: Desk, count: int) -> list[str]:
    """Run a worker for so many turns, each undecided; return the session that each was for."""
    taken: list[str] = []

    class Enough(Exception):
        """Raised when there were as many."""

    def think(_: object) -> Judgement:
        with desk.engine.begin() as connection:
            taken.append(connection.execute(text("SELECT subject FROM question WHERE taken_until > 0")).scalar_one())
        if len(taken) > count:
            raise Enough
        return NOT_DECIDED

    with pytest.raises(Enough):
        desk.work(think)
    return taken[:count]


def test_players_take_turns_position_by_position(client: TestClient, stranger: TestClient, desk: Desk) -> None:
    many = [lost(client, number, 20) for number in (1, 2, 3)]
    short = lost(stranger, 4, 6)
    taken = turns(desk, 8)
    assert taken == [many[0].id, short.id] * 4


def test_a_review_reads_its_log_once(client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = lost(client, 2, 30)
    entered, enter = 0, Record.enter

    def counted(self: Record, deed: object) -> None:
        nonlocal entered
        entered += 1
        enter(self, deed)  # type: ignore[arg-type]

    monkeypatch.setattr(Record, "enter", counted)
    asked = len(desk.work(lambda _: NOT_DECIDED))
    assert asked >= 10
    for _ in range(3):
        seat.page("review")
    assert entered <= seat.seq


def test_a_review_at_which_nobody_looks_is_dropped_between_two_positions(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost(client, 2, 30)
    begun, asked = now_ms(), 0

    def think(_: object) -> Judgement:
        nonlocal asked
        asked += 1
        if asked == 3:
            monkeypatch.setattr(worker, "now_ms", lambda: begun + review.PATIENCE_MS + 10_000)
        return NOT_DECIDED

    desk.work(think)
    assert asked == 3
    assert not desk.waiting()


def test_looking_keeps_a_review_wanted_and_working_at_it_does_not(client: TestClient, desk: Desk) -> None:
    seat = lost(client, 2, 12)
    [before] = desk.waiting()
    turns(desk, 3)
    [worked] = desk.waiting()
    assert worked.wanted_until == before.wanted_until
    with plain_engine(desk._url).begin() as connection:
        connection.execute(text("UPDATE question SET wanted_until = wanted_until - 60000"))
    seat.page("review")
    [looked] = desk.waiting()
    assert looked.wanted_until > worked.wanted_until - 60_000


def test_a_review_judges_no_more_than_is_said_and_tells_what_it_left_out(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "MOST_POSITIONS_OF_A_REVIEW", 5)
    seat = lost(client, 2, 20)
    assert len(desk.work(lambda _: NOT_DECIDED)) == 5
    page = unescape(seat.page("review"))
    assert re.search(r"The review left out \d+ of this game’s \d+ positions", page)
    assert "hx-trigger" not in page
    assert "Judge the game" not in page
    seat.ask("review")
    assert not desk.work(lambda _: NOT_DECIDED), "nor when it is asked for again"


def test_the_line_that_stands_is_judged_before_what_was_taken_back(client: TestClient, desk: Desk) -> None:
    client.post("/settings", data={"automatic": "off"})
    begun = client.post("/api/v1/sessions", json={"game": GAME, "deal": "2", "options": {"cell": "one"}})
    seat, moves = Seat(client, begun.json()), wander(rules_of(GAME, cell="one"), 2, 8)
    seat.move(*moves)
    for _ in moves[2:]:
        seat.undo()
    seat.give_up()
    seat.ask("review")
    asked = [place(one) for one in desk.work(lambda _: NOT_DECIDED)]
    rules = rules_of(GAME, cell="one")
    position, standing = deal(rules, shuffled(2)), list[str]()
    for move in moves[:2]:
        standing.append(snapshot(rules, position))
        position = apply(rules, position, Move.read(move))
    assert set(asked[:3]) == {*standing, snapshot(rules, position)}
    assert len(asked) > 3


def test_a_review_ends_when_an_event_begins_on_its_deal(client: TestClient, desk: Desk) -> None:
    seat, asked = lost(client, 2, 20), 0

    def think(_: object) -> Judgement:
        nonlocal asked
        asked += 1
        if asked == 2:
            open_daily(desk, 2)
        return NOT_DECIDED

    desk.work(think)
    assert asked == 2
    assert not desk.waiting()
    assert client.get(f"{seat.table}/review").status_code == 403


def open_daily(desk: Desk, number: int) -> None:
    """Make a deal that of a daily to come."""
    with desk.engine.begin() as connection:
        code, like = deck_code(shuffled(number)), likeness(GAMES[GAME].rules, shuffled(number))
        connection.execute(
            text(
                "INSERT INTO daily (day, game, options, deal, deck, salt, lines, effort, chosen_at, likeness) "
                "VALUES ('2999-01-01', :game, '', :deal, :deck, 'salt', '{}', 'none', 0, :like)"
            ),
            {"game": GAME, "deal": str(number), "deck": code, "like": like},
        )


def test_guests_of_one_address_fill_the_places_for_boards_for_nobody_else(client: TestClient, desk: Desk) -> None:
    here = TestClient(client.app, client=("192.0.2.1", 5000), follow_redirects=False)
    elsewhere = TestClient(client.app, client=("192.0.2.2", 5000), follow_redirects=False)
    here.portal = elsewhere.portal = client.portal

    def ask(visitor: TestClient, number: int) -> int:
        visitor.cookies.clear()
        fields = {"deal": str(number), "cell": "one", "moves": "", "at": "0"}
        return visitor.post(f"/analysis/{GAME}", data=fields).status_code

    statuses = [ask(here, number) for number in range(1, 61)]
    assert statuses[: questions.MOST_WAITING] == [303] * questions.MOST_WAITING
    assert set(statuses[questions.MOST_WAITING :]) == {429}
    assert ask(elsewhere, 100) == 303
    assert len(desk.waiting()) == questions.MOST_WAITING
    with plain_engine(desk._url).begin() as connection:
        origins = set(connection.execute(text("SELECT origin FROM question")).scalars())
    assert len(origins) == 2
    assert not any("192.0.2" in origin for origin in origins)


def test_waiting_hints_of_one_address_do_not_hold_up_the_board_of_a_stranger(client: TestClient, desk: Desk) -> None:
    here = TestClient(client.app, client=("192.0.2.1", 5000), follow_redirects=False)
    here.portal = client.portal
    for number in range(1, 21):
        here.cookies.clear()
        begun = here.post("/api/v1/sessions", json={"game": "stonewall", "deal": str(number)})
        assert Seat(here, begun.json()).hint().status_code == 200
    client.post(f"/analysis/{GAME}", data={"deal": "1", "cell": "one", "moves": "", "at": "0"})
    with plain_engine(desk._url).begin() as connection:
        late = now_ms() + 3_000
        kinds = [one.kind for _ in range(4) if (one := store.take(connection, late, late + 60_000))]
    assert QuestionKind.LABEL in kinds[:2]
