"""A try at a puzzle: every move that keeps the win is right, and the first that loses ends it."""

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient

from app.features.puzzles.pages import tasks as routes
from app.features.puzzles.service import tasks
from app.features.puzzles.values.task import TaskProgress
from app.play.tables.solving import question
from app.play.values.session import Session
from app.site.commands.check import check
from engine.moves import replay
from engine.puzzles import Puzzle, is_reached
from tests.app.play.desk import Desk
from tests.app.play.table import BY_SCRIPT
from tests.app.puzzles.conftest import AIMLESS, LOSING, OTHER, PUZZLE, Sit, forget_questions
from tests.databases import plain_engine

pytestmark = pytest.mark.usefixtures("two_puzzles")


def test_the_stored_way_solves_a_puzzle(sit: Sit) -> None:
    place = sit()
    assert "Every move that keeps the win is right." in place.panel()
    for move in PUZZLE.way[:-1]:
        place.move(move)
        assert place.tone() == "going"
    place.move(PUZZLE.way[-1])
    assert place.tone() == "solved"
    assert "free a low card" in place.panel()


def test_a_losing_move_ends_the_try_and_is_named_with_what_wins(sit: Sit) -> None:
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    panel = place.panel()
    assert 'class="task lost"' in panel
    assert "It is proved that nobody can win after that." in panel
    assert "That would have kept the win." in panel
    assert place.session["status"] == "given-up"
    assert place.do("moves", move=str(PUZZLE.way[1])).status_code == 422
    moves = ",".join(map(str, (*PUZZLE.moves, PUZZLE.way[0]))) + f",{LOSING}"
    assert f"moves={moves}&at={len(PUZZLE.moves) + 2}" in panel


def test_the_losing_move_is_found_where_the_verdicts_between_are_missing(sit: Sit, database_url: str) -> None:
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    for _ in range(5):
        place.move(place.legal[0])
    # The solver had not come to any of them when nobody wanted them any more.
    forget_questions(database_url)
    panel = place.panel()
    assert 'class="task lost"' in panel
    assert f",{LOSING}&at={len(PUZZLE.moves) + 2}" in panel


def test_a_losing_move_counts_although_it_was_taken_back(sit: Sit) -> None:
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    assert place.do("undo").status_code == 200
    place.move(*PUZZLE.way[1:])
    assert place.tone() == "lost"


def test_right_moves_may_be_taken_back_and_other_right_ones_made(sit: Sit) -> None:
    place = sit()
    for move in PUZZLE.way[:3]:
        place.move(move)
    for _ in range(3):
        place.do("undo")
    place.move(*PUZZLE.way)
    assert place.tone() == "solved"


def test_undo_ends_at_the_position_of_the_puzzle(sit: Sit) -> None:
    place = sit()
    assert place.do("undo").status_code == 422
    place.move(PUZZLE.way[0])
    assert place.do("undo").status_code == 200
    assert place.do("undo").status_code == 422
    assert place.do("redo").status_code == 200


def test_what_follows_the_goal_changes_nothing(sit: Sit) -> None:
    place = sit(OTHER)
    place.move(*OTHER.way)
    # The solver has said nothing yet, and the player plays on until nothing can be won.
    for _ in range(6):
        place.move(*place.legal[-1:])
    assert place.tone() == "solved"


def test_nobody_asks_solvers_about_what_follows_the_end_of_a_try(sit: Sit, database_url: str) -> None:
    place = sit()
    place.move(*PUZZLE.way)
    assert place.tone() == "solved"
    forget_questions(database_url)
    place.move(place.legal[0])
    with plain_engine(database_url).connect() as connection:
        assert connection.execute(select(question)).all() == []


def test_giving_up_shows_a_way(sit: Sit) -> None:
    place = sit()
    assert place.do("give-up").status_code == 200
    panel = place.panel()
    assert 'class="task lost"' in panel
    assert "See a way to the goal" in panel


def test_a_puzzle_gives_no_hints(sit: Sit) -> None:
    place = sit()
    for verb in ("hints", "outlook"):
        answer = place.do(verb)
        assert answer.status_code == 422
        assert "There are no hints here." in answer.text


def test_another_player_sees_nothing_of_a_try(sit: Sit, stranger: TestClient) -> None:
    place = sit()
    assert stranger.post(f"{place.address}/task").status_code == 403
    assert stranger.get(place.address).status_code == 403


def test_a_page_numbers_its_questions_and_no_other_number_is_read(sit: Sit) -> None:
    place = sit()
    place.move(AIMLESS)
    for turn in (0, 7, 999_999):
        asking = place.do("task", turn=str(turn)).text
        assert f'id="task-asks-{turn}"' in asking
        assert f'{{"turn": {turn + 1}}}' in asking
    for wrong in ("x", "-1", "1.5", "²", "1000000", ""):
        assert place.do("task", turn=wrong).status_code == 400, wrong


def test_a_game_without_a_task_has_no_panel(client: TestClient) -> None:
    begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "4"}).json()
    assert client.post(f"/sessions/{begun['id']}/task").status_code == 404
    assert 'id="task"' not in client.get(f"/sessions/{begun['id']}").text


def test_without_scripts_the_page_after_a_move_says_how_the_try_stands(sit: Sit, desk: Desk) -> None:
    place = sit()
    form = {"seq": place.session["seq"], "move": AIMLESS}
    answer = place.client.post(f"{place.address}/moves", data=form)
    assert answer.status_code == 303
    assert "Check again" in place.client.get(place.address).text
    desk.work()
    assert place.client.post(f"{place.address}/task").status_code == 303
    assert "Every move so far keeps the win." in place.client.get(place.address).text


def test_a_page_that_is_opened_again_asks_how_the_try_ended(sit: Sit, desk: Desk) -> None:
    place = sit()
    place.move(PUZZLE.way[0], LOSING)
    while desk.work():
        place.client.get(place.address)
    assert 'class="task thinking"' in place.client.get(place.address).text
    assert place.tone() == "lost"
    assert 'class="task lost"' in place.client.get(place.address).text


def test_waiting_for_a_solver_plays_no_try_again(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    place, looks = sit(), list[str]()
    place.move(AIMLESS)
    stands = tasks.stands

    def watched(connection: Connection, session: Session, task: Puzzle) -> TaskProgress:
        looks.append(session.id)
        return stands(connection, session, task)

    monkeypatch.setattr(tasks, "stands", watched)
    monkeypatch.setattr(routes, "NEWS_SECONDS", 1)
    assert 'class="task thinking"' in place.client.post(f"{place.address}/task", headers=BY_SCRIPT).text
    assert looks == [place.id] * 3


def test_the_logs_of_tries_are_sound(sit: Sit, database_url: str) -> None:
    for moves in (PUZZLE.way, (PUZZLE.way[0], LOSING)):
        place = sit()
        place.move(*moves)
        place.do("undo")
        place.do("redo")
        assert place.tone() in {"solved", "lost"}
    sit(OTHER).do("undo")
    assert check(database_url) == 0


def test_a_try_is_no_game_to_go_on_with(sit: Sit) -> None:
    place = sit()
    place.move(PUZZLE.way[0])
    for page in ("/", "/history"):
        assert place.id not in place.client.get(page).text


def test_the_goal_is_reached_by_the_last_move_of_the_way_alone() -> None:
    rules = PUZZLE.variant.rules
    ends = [(*PUZZLE.moves, *PUZZLE.way[:made]) for made in range(len(PUZZLE.way) + 1)]
    reached = [is_reached(rules, replay(rules, PUZZLE.deck, moves), PUZZLE.goal) for moves in ends]
    assert reached == [False] * len(PUZZLE.way) + [True]


@pytest.mark.parametrize("puzzle_id", ["abcdefgh", "ABCDEFGH", "x", "abc%20def", "é"])
def test_there_is_no_try_at_a_puzzle_that_is_none(client: TestClient, puzzle_id: str) -> None:
    assert client.post(f"/puzzles/{puzzle_id}/start").status_code == 404
