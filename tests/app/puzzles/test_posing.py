"""Nobody gets help with a puzzle's position before having tried the puzzle."""

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from app.core.clock import now_ms
from app.features.puzzles.rows import proposals
from app.features.puzzles.tables import puzzle as stored
from app.play.rows import sessions
from app.play.service import play, proof, shipped
from app.play.tables.games import session
from engine.cards import TEXT
from engine.deals import Deck
from engine.games import GAMES
from engine.likeness import renamings
from engine.moves import Move, after, legal_moves, objection
from engine.position import deal, layout
from engine.puzzles import Puzzle
from tests.app.play.table import BY_SCRIPT
from tests.app.puzzles.conftest import AIMLESS, PUZZLE, Sit
from tests.databases import plain_engine

ANALYSIS = "/api/v1/analysis"


def asking(puzzle: Puzzle, *moves: Move, deck: Deck | None = None) -> Mapping[str, Any]:
    """Return a question about the position after some moves on a puzzle's deal, or on another deck."""
    there = {"deck": " ".join([TEXT[card] for card in deck])} if deck else {"deal": puzzle.deal}
    options = puzzle.variant.options
    return {"game": puzzle.variant.game.slug, "options": dict(options), "moves": [*map(str, moves)], **there}


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for a solver."""
    monkeypatch.setattr("app.features.study.api.SECONDS", 0)
    monkeypatch.setattr("app.features.study.api.SECONDS_TO_SHORTEN", 0)


LEAD, WAY = PUZZLE.moves, PUZZLE.way
CHILDREN = [(*LEAD, move) for move in legal_moves(PUZZLE.variant.rules, PUZZLE.position)]


@pytest.mark.usefixtures("two_puzzles")
class TestFoundInAGame:
    """A puzzle that a review found, on a numbered deal."""

    @pytest.mark.parametrize(
        "moves",
        [LEAD, LEAD[:-1], CHILDREN[0], CHILDREN[-1], (*LEAD, *WAY[:2]), (*LEAD, *WAY[:-1])],
        ids=lambda moves: f"{len(moves)} {moves[-1]}",
    )
    def test_the_board_labels_nothing_before_the_first_attempt_has_ended(
        self, client: TestClient, stranger: TestClient, sit: Sit, moves: tuple[Move, ...]
    ) -> None:
        place, asked = sit(), asking(PUZZLE, *moves)
        place.move(PUZZLE.way[0])
        for visitor in (client, stranger):
            answer = visitor.post(ANALYSIS, json=asked)
            assert answer.status_code == 403, answer.text
            assert f"puzzle {PUZZLE.id}" in answer.json()["detail"]
            assert "label" not in answer.text
            line = {"deal": str(PUZZLE.deal), "moves": ",".join(map(str, moves)), "at": str(len(moves))}
            page = visitor.get("/analysis/fortress", params=line)
            assert page.status_code == 403
            assert "once you have tried it" in page.text
        assert place.do("give-up").status_code == 200
        place.panel()
        assert client.post(ANALYSIS, json=asked).status_code == 200
        assert stranger.post(ANALYSIS, json=asked).status_code == 403

    @pytest.mark.parametrize("deck", [None, PUZZLE.deck], ids=["by number", "by hand"])
    def test_the_deal_itself_is_analysed_for_everybody(self, stranger: TestClient, deck: Deck | None) -> None:
        assert stranger.post(ANALYSIS, json=asking(PUZZLE, deck=deck)).status_code == 200
        assert stranger.post(ANALYSIS, json=asking(PUZZLE, *LEAD, deck=deck)).status_code == 403

    def test_other_names_of_the_cards_change_nothing(self, stranger: TestClient) -> None:
        deck, moves = renamed(PUZZLE)
        answer = stranger.post(ANALYSIS, json=asking(PUZZLE, *moves, deck=deck))
        assert answer.status_code == 403, answer.text

    def test_a_hint_at_an_ordinary_table_is_refused_there(self, client: TestClient, sit: Sit) -> None:
        sit()
        begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": PUZZLE.deal}).json()
        for move in LEAD:
            seen = client.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": begun["seq"], "move": str(move)})
            begun = seen.json()
        refused = client.post(f"/sessions/{begun['id']}/hints", data={"seq": begun["seq"]}, headers=BY_SCRIPT)
        assert f"puzzle {PUZZLE.id}" in refused.text

    def test_a_table_there_does_not_say_that_the_game_is_lost(
        self, client: TestClient, sit: Sit, database_url: str
    ) -> None:
        place = sit()
        begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": PUZZLE.deal}).json()
        for move in (*LEAD, Move.read(AIMLESS)):
            seen = client.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": begun["seq"], "move": str(move)})
            begun = seen.json()

        def told() -> bool:
            with plain_engine(database_url).begin() as connection:
                table = sessions.find(connection, begun["id"])
                assert table
                return proof.may_tell_lost(connection, play.standing(table), now_ms())

        place.move(PUZZLE.way[0])
        assert not told()
        assert place.do("give-up").status_code == 200
        place.panel()
        assert told()

    def test_whoever_played_the_deal_before_may_study_it(
        self, client: TestClient, stranger: TestClient, sit: Sit, database_url: str
    ) -> None:
        sit()
        begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": PUZZLE.deal}).json()
        assert client.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 403
        with plain_engine(database_url).begin() as connection:
            long_ago = update(session).where(session.c.id == begun["id"]).values(started_at=now_ms() - 3_600_000)
            connection.execute(long_ago)
        assert client.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 200
        assert stranger.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 403

    def test_whoever_made_it_may_go_on_studying_it(
        self, client: TestClient, stranger: TestClient, sit: Sit, database_url: str
    ) -> None:
        place = sit()
        with plain_engine(database_url).begin() as connection:
            whose = connection.execute(session.select().where(session.c.id == place.id)).one().player_id
            proposals.add(connection, PUZZLE.id, whose, now_ms())
        assert client.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 200
        assert stranger.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 403

    def test_a_clock_that_was_ahead_opens_nothing(self, stranger: TestClient, database_url: str) -> None:
        with plain_engine(database_url).begin() as connection:
            connection.execute(update(stored).values(added_at=now_ms() + 86_400_000))
        assert stranger.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 403

    def test_a_puzzle_that_cannot_be_read_stops_nothing(self, stranger: TestClient, database_url: str) -> None:
        with plain_engine(database_url).begin() as connection:
            connection.execute(update(stored).values(themes="no such theme"))
        assert stranger.post(ANALYSIS, json=asking(PUZZLE, *LEAD)).status_code == 200


SHIPPED = [
    next(iter(shipped.shipped_puzzles(variant)))
    for game in GAMES.values()
    for variant in game.variants({})
    if shipped.shipped_ids(variant)
]


def renamed(puzzle: Puzzle) -> tuple[Deck, list[Move]]:
    """Return a puzzle's deck with its cards called by other names, and the moves that lead to its position there."""
    rules, called = puzzle.variant.rules, renamings(puzzle.variant.rules)[1]
    if len(set(called)) < len(called):
        # Where only ranks count, every suit may have another's name.
        called = tuple([(card + len(set(called))) % len(called) for card in range(len(called))])
    deck = tuple([called[card] for card in puzzle.deck])
    assert deck != puzzle.deck
    position, made = deal(rules, deck), list[Move]()
    foundations = {name for name, at in layout(rules).index.items() if at in layout(rules).foundations}
    for move in puzzle.moves:
        # A suit of another name may go home to another foundation.
        others = [Move(move.source, name) for name in foundations] if move.target in foundations else []
        made.append(next(one for one in (move, *others) if objection(rules, position, one) is None))
        position = after(rules, position, made[-1])
    return deck, made


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda puzzle: str(puzzle.variant))
def test_a_puzzle_that_ships_is_kept_under_other_names_of_the_cards_too(stranger: TestClient, puzzle: Puzzle) -> None:
    deck, moves = renamed(puzzle)
    for asked in (asking(puzzle, *puzzle.moves), asking(puzzle, *moves, deck=deck)):
        answer = stranger.post(ANALYSIS, json=asked)
        assert answer.status_code == 403, answer.text
        assert f"puzzle {puzzle.id}" in answer.json()["detail"]
