"""The analysis board: its address says everything, and its labels are the solver's."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.core.bounds import LONGEST_LOG
from app.features.study import api as api_analysis
from app.play.service import questions
from app.play.solving.jobs import ATTEMPTS
from app.play.solving.processes import SolverDied
from engine.asking import Answer, Judgement, Labelled, LabelMoves, Labels, Question, Verdict
from engine.cards import spell
from engine.deals import deck_code
from engine.moves import Move, apply, distinct_moves, legal_moves, objection
from engine.position import deal
from engine.variations import DEEPEST
from tests.app.daily.factories import add_daily_to_come
from tests.app.plain import Browser
from tests.app.play.desk import Desk, Sit, dies
from tests.app.play.table import BY_SCRIPT
from tests.app.study.test_review import BLUNDERS, lose
from tests.engine.verdicts import WINS, win
from tests.engine.verdicts import Verdict as Recorded

ONE_CELL = win("stronghold", {"cell": "one"}, "1")
STONEWALL = next(one for one in WINS if one.slug == "stonewall")
NEAR_THE_END = 10


def fields(recorded: Recorded, moves: int = 0) -> dict[str, str]:
    """Return the fields of an address after so many moves of a recorded win."""
    line = ",".join(map(str, recorded.line[:moves]))
    return {"deck": deck_code(recorded.deck), **recorded.options, "moves": line, "at": str(moves)}


def rows(answer: Response) -> dict[str, str]:
    """Read the moves off a page, each with what is said of it."""
    found = re.findall(r'name="move" value="([^"]+)"><span>[^<]*</span> <b>([^<]*)</b>', answer.text)
    return {move: unescape(said) for move, said in found}


def leads_to(answer: Response) -> dict[str, str]:
    assert answer.status_code == 303, answer.text
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))


def test_the_board_lists_every_distinct_move_without_asking_anybody(client: TestClient, desk: Desk) -> None:
    answer = client.get("/analysis/stronghold", params=fields(ONE_CELL, 3))
    position = deal(ONE_CELL.rules, ONE_CELL.deck)
    for move in ONE_CELL.line[:3]:
        position = apply(ONE_CELL.rules, position, move)
    assert rows(answer) == dict.fromkeys(map(str, distinct_moves(ONE_CELL.rules, position)), "")
    assert not desk.waiting()


def test_labels_come_from_a_solver_and_stay_for_everybody_with_the_link(
    client: TestClient, stranger: TestClient, desk: Desk
) -> None:
    asked = fields(ONE_CELL, len(ONE_CELL.line) - NEAR_THE_END)
    assert client.post("/analysis/stronghold", data=asked).status_code == 303
    desk.work()
    answer = stranger.get("/analysis/stronghold", params=asked)
    said = rows(answer)
    assert said[str(ONE_CELL.line[-NEAR_THE_END])].startswith("wins")
    assert all(words.startswith("wins") or words == "lost (proved)" for words in said.values())
    assert "It can be won in" in answer.text
    assert not desk.waiting()


def test_a_move_that_is_tried_branches_off_and_the_address_says_so(client: TestClient) -> None:
    asked = fields(ONE_CELL, 2)
    other = next(
        move
        for move in rows(client.get("/analysis/stronghold", params=asked | {"at": "1"}))
        if move != str(ONE_CELL.line[1])
    )
    place = leads_to(client.get("/analysis/stronghold", params=asked | {"at": "1", "move": other}))
    assert place["moves"] == f"{ONE_CELL.line[0]},{ONE_CELL.line[1]}({other})"
    assert place["at"] == "3"
    by_script = client.get("/analysis/stronghold", params=asked | {"at": "1", "move": other}, headers=BY_SCRIPT)
    assert dict(parse_qsl(urlsplit(by_script.headers["hx-push-url"]).query)) == place


def test_a_tree_is_promoted_pruned_and_remarked_on_by_plain_forms(client: TestClient) -> None:
    first, second = map(str, ONE_CELL.line[:2])
    other = next(
        move for move in rows(client.get("/analysis/stronghold", params=fields(ONE_CELL, 1))) if move != second
    )
    asked = fields(ONE_CELL) | {"moves": f"{first},{second}({other})", "at": "3"}
    promoted = leads_to(client.post("/analysis/stronghold/tree", data=asked | {"do": "promote"}))
    assert (promoted["moves"], promoted["at"]) == (f"{first},{other}({second})", "2")
    deleted = leads_to(client.post("/analysis/stronghold/tree", data=promoted | {"do": "delete"}))
    assert (deleted["moves"], deleted["at"]) == (f"{first},{second}", "1")
    remarked = leads_to(client.post("/analysis/stronghold/tree", data=deleted | {"do": "remark", "remark": "<b>why?"}))
    assert remarked["moves"] == f"{first}{{<b>why?}},{second}"
    page = client.get("/analysis/stronghold", params=remarked)
    assert "&lt;b&gt;why?" in page.text
    assert "<b>why?" not in page.text
    assert client.post("/analysis/stronghold/tree", data=deleted | {"do": "burn"}).status_code == 400


def test_a_session_goes_on_from_the_position_shown(client: TestClient) -> None:
    answer = client.post("/analysis/stronghold/play", data=fields(ONE_CELL, 4))
    session = client.get(f"/api/v1{answer.headers['location']}").json()
    assert (session["seq"], session["steps"], session["status"]) == (4, 4, "playing")
    assert client.post(f"/api/v1/sessions/{session['id']}/undo", json={"seq": 4}).status_code == 200


def test_no_script_is_needed_to_have_moves_judged_and_tried(client: TestClient, desk: Desk) -> None:
    browser = Browser(client, "/analysis/fortress?deal=2")
    browser.press(form="play", formmethod="post")
    desk.work()
    browser = Browser(client, browser.address)
    assert "thinking" not in browser.answer.text
    browser.press(form="play", name="move")
    assert "at=1" in browser.address


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"at": "7"}, 404), ({"at": "x"}, 400), ({"moves": "t0"}, 400), ({"deck": "AC"}, 400),
        ({"moves": "t0-t0", "at": "1"}, 422), ({"cell": "two"}, 422), ({"from": "?"}, 400),
        ({"move": "t0-f3", "at": "0"}, 422), ({"deck": ""}, 404), ({"deck": "", "deal": "0"}, 404),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_out_is_refused_in_one_sentence(
    client: TestClient, wrong: dict[str, str], status: int
) -> None:
    assert client.get("/analysis/stronghold", params=fields(ONE_CELL, 2) | wrong).status_code == status


def test_an_illegal_move_is_named(client: TestClient) -> None:
    answer = client.post("/api/v1/analysis", json={"game": "fortress", "deal": 1, "moves": ["t0-f0"]})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("Move 1, t0-f0, is not legal: ")


@pytest.mark.parametrize("path", ["", "/tree", "/play"])
def test_nothing_is_analysed_on_the_deal_of_an_open_event(client: TestClient, desk: Desk, path: str) -> None:
    add_daily_to_come(desk.engine, ONE_CELL)
    assert client.post(f"/analysis/stronghold{path}", data=fields(ONE_CELL)).status_code == 403
    assert client.get("/analysis/stronghold", params=fields(ONE_CELL)).status_code == 403
    api = client.post("/api/v1/analysis", json={"game": "stronghold", "deck": spell(ONE_CELL.deck)})
    assert api.status_code == 403


def test_whoever_plays_a_deal_with_face_down_cards_sees_it_when_the_game_is_over(client: TestClient, sit: Sit) -> None:
    seat = sit(STONEWALL)
    refused = client.get("/analysis/stonewall", params=fields(STONEWALL))
    assert refused.status_code == 422
    hidden = [card for pile in client.get(f"/api/v1/sessions/{seat.id}").json()["piles"].values() for card in pile]
    assert "??" in hidden
    seat.give_up()
    page = client.get("/analysis/stonewall", params=fields(STONEWALL))
    assert "The board shows every card." in page.text
    assert 'data-card="??"' not in page.text


def test_a_lost_game_leads_to_the_board_before_the_losing_move_with_its_branches(
    client: TestClient, sit: Sit, desk: Desk
) -> None:
    lost = BLUNDERS[3]
    seat = lose(sit, lost)
    assert seat.ask("review").status_code == 303
    desk.work()
    link = re.search(r'href="(/analysis/[^"]+)">Analyse the position before', seat.page("review"))
    assert link
    query = dict(parse_qsl(urlsplit(link[1]).query))
    assert query["at"] == str(lost.after)
    client.post("/analysis/stronghold", data=query)
    desk.work()
    said = rows(client.get(link[1]))
    assert said[str(lost.move)] == "lost (proved)"
    assert said[str(lost.win.line[lost.after])].startswith("wins")


def test_programs_get_the_labels_of_every_move(client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_analysis, "SECONDS", 0.0)
    monkeypatch.setattr(api_analysis, "SECONDS_TO_SHORTEN", 0.0)
    line = [str(move) for move in ONE_CELL.line[:-NEAR_THE_END]]
    asked = {"game": "stronghold", "options": {"cell": "one"}, "deck": spell(ONE_CELL.deck), "moves": line}
    before = client.post("/api/v1/analysis", json=asked)
    assert {one["verdict"] for one in before.json()["moves"]} == {"undecided"}
    desk.work()
    after = client.post("/api/v1/analysis", json=asked).json()
    assert after["verdict"] == "winnable"
    assert after["moves"][0]["at_most"] <= NEAR_THE_END
    for one in after["moves"]:
        assert (one["at_most"] is None) == (one["verdict"] != "winnable")
        assert isinstance(one["exact"], bool)
    assert after["moves"] == sorted(after["moves"], key=lambda one: (one["verdict"] != "winnable", one["at_most"] or 0))


def test_a_won_and_a_stuck_position_have_their_verdicts_without_a_solver(client: TestClient, desk: Desk) -> None:
    asked = {"game": "stronghold", "options": {"cell": "one"}, "deck": spell(ONE_CELL.deck)}
    won = client.post("/api/v1/analysis", json=asked | {"moves": [str(move) for move in ONE_CELL.line]})
    assert won.json() == {"verdict": "winnable", "moves": []}
    assert not desk.waiting()


def test_whoever_moves_on_waits_for_one_position_alone(client: TestClient, desk: Desk) -> None:
    for moves in range(6):
        assert client.post("/analysis/stronghold", data=fields(ONE_CELL, moves)).status_code == 303
    assert len(desk.waiting()) == 1


def test_hard_moves_are_labelled_in_slices_that_others_can_come_between(client: TestClient, desk: Desk) -> None:
    client.post("/analysis/stronghold", data=fields(ONE_CELL))
    known: list[Labels] = []

    def think(asked: Question) -> Labels:
        assert isinstance(asked, LabelMoves)
        known.append(asked.known)
        open_yet = len(known) < 3
        return Labels(moves=[Labelled("t0-c0", Verdict.UNDECIDED if open_yet else Verdict.UNWINNABLE, open=open_yet)])

    desk.work(think)
    assert [len(labels.moves) for labels in known] == [0, 1, 1]
    assert not desk.waiting()


def test_a_position_that_kills_solvers_keeps_what_is_known_of_its_moves(client: TestClient, desk: Desk) -> None:
    asked = fields(ONE_CELL)
    client.post("/analysis/stronghold", data=asked)
    for _ in range(ATTEMPTS):
        with pytest.raises(SolverDied):
            desk.work(dies)
    desk.work(dies)
    assert not desk.waiting()
    answer = client.get("/analysis/stronghold", params=asked)
    assert "could not decide" in answer.text
    assert set(rows(answer).values()) == {"undecided"}


def test_when_one_of_two_moves_on_the_question_of_the_other_stays(
    client: TestClient, stranger: TestClient, desk: Desk
) -> None:
    both = fields(ONE_CELL)
    client.post("/analysis/stronghold", data=both)
    stranger.post("/analysis/stronghold", data=both)
    client.post("/analysis/stronghold", data=fields(ONE_CELL, 1))
    assert len(desk.waiting()) == 2


def test_so_many_boards_may_wait_and_no_more_whoever_asks(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MOST_WAITING", 2)
    for moves, status in ((0, 303), (1, 303), (2, 429)):
        client.cookies.clear()
        assert client.post("/analysis/stronghold", data=fields(ONE_CELL, moves)).status_code == status
    assert len(desk.waiting()) == 2


def test_a_player_at_a_table_comes_before_boards_and_these_take_turns_with_reviews(
    client: TestClient, stranger: TestClient, sit: Sit, desk: Desk
) -> None:
    client.post("/analysis/stronghold", data=fields(ONE_CELL))
    lost = lose(sit, BLUNDERS[3])
    lost.ask("review")
    sit(ONE_CELL, at=stranger).hint()
    kinds: list[str] = []

    def think(asked: Question) -> Answer:
        kinds.append(type(asked).__name__)
        if isinstance(asked, LabelMoves):
            done = len(kinds) > 6
            return Labels(moves=[Labelled("t0-c0", Verdict.UNWINNABLE if done else Verdict.UNDECIDED, open=not done)])
        return Judgement(Verdict.UNDECIDED)

    desk.work(think)
    assert kinds[0] == "JudgePosition"
    assert {"LabelMoves", "JudgePosition"} == set(kinds[1:4])


def shuttle() -> tuple[Recorded, tuple[Move, Move], list[Move]]:
    """Return a recorded deal with a move that can be taken back, that one, and a third move before each of the two."""
    for one in WINS:
        dealt = deal(one.rules, one.deck)
        for there in distinct_moves(one.rules, dealt):
            reached = apply(one.rules, dealt, there)
            back = Move(there.target, there.source, there.count)
            both = [
                [move for move in legal_moves(one.rules, at) if move not in {there, back}] for at in (dealt, reached)
            ]
            if objection(one.rules, reached, back) is None and all(both):
                return one, (there, back), [others[0] for others in both]
    raise AssertionError("No recorded deal has such moves.")


def test_a_game_that_branches_too_deep_for_an_address_is_still_looked_back_on(client: TestClient, sit: Sit) -> None:
    recorded, moves, others = shuttle()
    seat = sit(recorded)
    for turn in range(DEEPEST + 2):
        seat.move(others[turn % 2])
        seat.undo()
        seat.move(moves[turn % 2])
    for _ in range(DEEPEST + 2):
        seat.undo()
    seat.give_up()
    assert client.get(f"/replays/{seat.id}").status_code == 200
    link = re.search(r'href="(/analysis/[^"]+)">Analyse the game', seat.page("review"))
    assert link
    assert client.get(link[1]).status_code == 200


def test_a_won_board_and_one_with_more_moves_than_a_log_holds_begin_no_game(client: TestClient) -> None:
    won = fields(ONE_CELL, len(ONE_CELL.line))
    assert client.post("/analysis/stronghold/play", data=won).status_code == 422
    recorded, (there, back), _ = shuttle()
    line = ",".join([str(there), str(back)] * (LONGEST_LOG // 2 + 1))
    long = fields(recorded) | {"moves": line, "at": str(LONGEST_LOG + 1)}
    refused = client.post(f"/analysis/{recorded.slug}/play", data=long)
    assert (refused.status_code, "at most 3,000 moves" in refused.text) == (422, True)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "stronghold", "deal": 1, "options": {"cell": "two"}, "moves": ["nonsense"]}, 400),
        ({"game": "klondike", "deal": 1, "moves": ["nonsense"]}, 400),
        ({"game": "stronghold", "deal": 0, "moves": ["nonsense"]}, 400),
        ({"game": "stronghold", "deal": 1, "deck": "AC"}, 400),
        ({"game": "stronghold"}, 400),
        ({"game": "klondike", "deal": 1}, 404),
        ({"game": "stronghold", "deal": 0}, 404),
        ({"game": "stronghold", "deck": spell(ONE_CELL.deck), "options": {"cell": "two"}}, 403),
        ({"game": "stalactites", "deal": 2}, 422),
        ({"game": "stronghold", "deal": 2, "options": {"cell": "two"}}, 422),
    ],
)
def test_programs_are_refused_in_the_order_of_the_contract(
    client: TestClient, desk: Desk, body: dict[str, object], status: int
) -> None:
    add_daily_to_come(desk.engine, ONE_CELL)
    assert client.post("/api/v1/analysis", json=body).status_code == status
