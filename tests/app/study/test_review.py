"""Looking back over games whose losing move is known."""

import re
from dataclasses import dataclass
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.play.solving.jobs import ATTEMPTS
from app.play.solving.processes import SolverDied
from engine.asking import Answer, Judgement, Question, Verdict
from engine.moves import Move, apply, legal_moves
from engine.position import Position, deal, snapshot
from tests.app.plain import Browser
from tests.app.play.desk import Desk, Seat, Sit, dies, place
from tests.engine.verdicts import VERDICTS, win
from tests.engine.verdicts import Verdict as Recorded
from tests.lengths import a_few
from tests.solver.exhaustive import winnable


@dataclass(frozen=True, slots=True)
class Blunder:
    """A recorded win, and a move that loses it after so many of its moves."""

    win: Recorded
    after: int
    move: Move

    def __str__(self) -> str:
        return f"{self.win} {self.move}"

    @property
    def before(self) -> Position:
        """The position before it."""
        position = deal(self.win.rules, self.win.deck)
        for move in self.win.line[: self.after]:
            position = apply(self.win.rules, position, move)
        return position


def blunder(slug: str, options: dict[str, str], number: str, after: int, move: str) -> Blunder:
    return Blunder(win(slug, options, number), after, Move.read(move))


BLUNDERS = (
    blunder("stalactites", {"by": "ones"}, "4", 41, "t6-c1"),
    blunder("stonewall", {}, "32005", 54, "r0-t5"),
    blunder("six-by-four", {"cells": "none"}, "1000000000001344159", 64, "t4-f3"),
    blunder("stronghold", {"cell": "none"}, "8", 12, "t7-t2"),
)
FORTRESS = blunder("fortress", {}, "2", 41, "t6-t5")
LOST = next(one for one in VERDICTS if one.slug == "fortress" and not one.winnable)
NOT_DECIDED = Judgement(Verdict.UNDECIDED)


def lose(sit: Sit, lost: Blunder, further: int = 3) -> Seat:
    """Play the recorded win up to the blunder, make it and some moves more, and give up."""
    seat = sit(lost.win, [*lost.win.line[: lost.after], lost.move])
    position = apply(lost.win.rules, lost.before, lost.move)
    for _ in range(further):
        if legal := legal_moves(lost.win.rules, position):
            seat.move(legal[0])
            position = apply(lost.win.rules, position, legal[0])
    seat.give_up()
    return seat


def review(seat: Seat, desk: Desk) -> str:
    """Ask for a game to be judged, and return the page."""
    assert seat.ask("review").status_code == 303
    desk.work()
    return seat.page("review")


def named(page: str) -> list[int]:
    """Return the numbers of the moves that a review names as having lost the game."""
    return [int(number) for number in re.findall(r"<b>Move (\d+)\.</b>", page)]


@pytest.mark.parametrize("lost", a_few([*BLUNDERS, FORTRESS]), ids=str)
def test_the_blunders_are_ones(lost: Blunder) -> None:
    assert winnable(lost.win.rules, lost.before, at_most=20_000)
    assert winnable(lost.win.rules, apply(lost.win.rules, lost.before, lost.move), at_most=20_000) is False


@pytest.mark.parametrize("lost", a_few([*BLUNDERS, FORTRESS]), ids=str)
def test_a_review_names_the_move_that_lost_the_game_and_no_other(sit: Sit, desk: Desk, lost: Blunder) -> None:
    page = review(lose(sit, lost), desk)
    assert named(page) == [lost.after + 1]
    assert "You could have won this deal, until the move marked here." in page
    assert page.count("lost-here") == 1
    assert "A way to win from here" in page


def test_a_replay_marks_the_move_that_a_review_found_and_nothing_before_a_review(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    replay = seat.table.replace("/sessions/", "/replays/")
    assert "lost here" not in seat.client.get(replay).text
    review(seat, desk)
    for page in (seat.client.get(replay).text, seat.page("replay")):
        assert re.findall(r"(\d+)</span> [^<]+ <b class=\"lost-here\">", page) == [str(FORTRESS.after + 1)]


def test_the_analysis_opens_where_the_game_was_first_lost_or_else_at_the_deal(sit: Sit, desk: Desk) -> None:
    lost = review(lose(sit, FORTRESS), desk)
    won = review(sit(FORTRESS.win, FORTRESS.win.line), desk)
    of_lost, of_won = (re.findall(r'<a href="([^"]+)">Analyse the game</a>', page) for page in (lost, won))
    assert of_lost == re.findall(r'<a href="([^"]+)">Analyse the position before this move</a>', lost)
    assert "Step <b>0</b>" in sit(FORTRESS.win, []).client.get(unescape(of_won[0])).text


def test_few_positions_need_a_solver_and_none_twice(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    seat.ask("review")
    asked = [place(question) for question in desk.work()]
    assert len(asked) == len(set(asked)) < 12
    assert asked[0] == snapshot(FORTRESS.win.rules, deal(FORTRESS.win.rules, FORTRESS.win.deck))
    seat.ask("review")
    assert not desk.work()
    again = lose(sit, FORTRESS)
    again.ask("review")
    assert not desk.work()
    assert named(again.page("review")) == [FORTRESS.after + 1]


def test_the_way_from_before_the_blunder_leads_to_a_win(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    review(seat, desk)
    way = seat.page("review/way", stop=FORTRESS.after)
    found = re.search(r"<b>0</b> of (\d+)", way)
    assert found
    end = seat.page("review/way", stop=FORTRESS.after, step=found[1])
    assert re.findall(r'id="card-(K.)"', end)
    assert len(re.findall(r'id="card-K.', end)) == 4
    assert 'rel="next"' not in end
    nowhere = seat.client.get(f"{seat.table}/review/way", params={"stop": FORTRESS.after + 1})
    assert nowhere.status_code == 404


def test_one_goes_on_from_before_the_blunder_in_a_session_of_its_own_and_wins(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    review(seat, desk)
    browser = Browser(seat.client, f"{seat.table}/review")
    browser.press(**{"class": "button"})
    fresh = Seat(seat.client, {"id": browser.address.rpartition("/")[2], "seq": FORTRESS.after})
    assert fresh.id != seat.id
    fresh.undo()
    assert fresh.ask("redo", seq=fresh.seq).status_code == 200
    fresh.seq += 1
    fresh.move(*FORTRESS.win.line[FORTRESS.after :])
    session = seat.client.get(f"/api/v1{fresh.table}").json()
    assert (session["status"], session["deal"]) == ("won", None)
    assert "given-up" in seat.client.get(f"/api/v1{seat.table}").text


def test_a_won_game_without_a_slip_is_praised_with_one_question_at_most(sit: Sit, desk: Desk) -> None:
    seat = sit(FORTRESS.win, FORTRESS.win.line)
    page = review(seat, desk)
    assert "You won without a single losing move." in page
    assert not named(page)


def test_a_slip_that_was_taken_back_is_told_in_a_won_game(sit: Sit, desk: Desk) -> None:
    seat = sit(FORTRESS.win, [*FORTRESS.win.line[: FORTRESS.after], FORTRESS.move])
    seat.undo()
    seat.move(*FORTRESS.win.line[FORTRESS.after :])
    page = review(seat, desk)
    assert named(page) == [FORTRESS.after + 1]
    assert "You won, after taking back what would have lost the game." in page


def test_a_deal_that_nobody_could_have_won_is_called_so(sit: Sit, desk: Desk) -> None:
    seat = sit(LOST, legal_moves(LOST.rules, deal(LOST.rules, LOST.deck))[:1])
    seat.give_up()
    seat.ask("review")
    assert len(desk.work()) == 1
    page = seat.page("review")
    assert "Nobody could have won this deal: it was lost before the first move." in page
    assert not named(page)


def test_what_could_not_be_decided_is_a_gap(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    seat.ask("review")
    desk.work(lambda _: NOT_DECIDED)
    page = seat.page("review")
    assert "The solver ran out of time before it could tell whether this deal can be won." in page
    assert re.findall(r'polyline class="(\w+)"', page) == ["undecided"]
    assert not named(page)


def test_between_two_proofs_the_gap_is_told_of(sit: Sit, desk: Desk) -> None:
    rules, seat = FORTRESS.win.rules, lose(sit, FORTRESS)
    seat.ask("review")
    blundered = snapshot(rules, apply(rules, FORTRESS.before, FORTRESS.move))
    desk.work(lambda asked: NOT_DECIDED if place(asked) == blundered else desk.think(asked))
    page = seat.page("review")
    assert named(page) == [FORTRESS.after + 1]
    assert "but not some moves later" in page
    assert "undecided" in re.findall(r'polyline class="(\w+)"', page)


def test_a_game_left_where_it_could_be_won_is_called_so(sit: Sit, desk: Desk) -> None:
    seat = sit(FORTRESS.win, [*FORTRESS.win.line[: FORTRESS.after], FORTRESS.move])
    seat.undo()
    seat.give_up()
    page = review(seat, desk)
    assert "You could still have won this game where you left it." in page
    assert named(page) == [FORTRESS.after + 1]


def test_a_review_shows_how_far_it_is_and_comes_by_itself(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    before = seat.page("review")
    assert "Judge the game" in before
    assert re.search(r"A solver can judge the \d\d positions of this game.", before)
    assert "Most games take it a few seconds" in before
    assert "hx-trigger" not in before
    seat.ask("review")
    during = seat.page("review")
    assert re.search(r"0 of \d\d positions judged", during)
    assert 'hx-trigger="load' in during
    assert '<noscript><meta http-equiv="refresh"' in during
    desk.work()
    after = seat.page("review")
    assert "positions judged" not in after
    assert "hx-trigger" not in after


def test_a_position_that_kills_solvers_becomes_a_gap_and_the_review_goes_on(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    seat.ask("review")
    deadly = snapshot(FORTRESS.win.rules, FORTRESS.before)
    asked: list[str] = []

    def think(question: Question) -> Answer:
        asked.append(place(question))
        return dies(question) if asked[-1] == deadly else desk.think(question)

    for _ in range(ATTEMPTS):
        with pytest.raises(SolverDied):
            desk.work(think)
    desk.work(think)
    assert asked.count(deadly) == ATTEMPTS
    assert not desk.waiting()
    assert "undecided" in seat.page("review")


def test_only_a_game_that_is_over_is_looked_back_over(sit: Sit, stranger: TestClient) -> None:
    seat = sit(FORTRESS.win)
    for address in ("review", "replay", "review/way"):
        assert seat.client.get(f"{seat.table}/{address}").status_code == 422
    assert seat.ask("review").status_code == 422
    seat.give_up()
    for address in ("review", "replay", "review/way"):
        assert stranger.get(f"{seat.table}/{address}").status_code == 403
    assert Seat(stranger, {"id": seat.id, "seq": 0}).ask("review").status_code == 403
    assert seat.client.get(f"{seat.table}/replay", params={"stop": "-1"}).status_code == 400


def test_looking_back_needs_no_script(sit: Sit, desk: Desk) -> None:
    seat = lose(sit, FORTRESS)
    browser = Browser(seat.client, seat.table)
    browser.follow(f"{seat.table}/review")
    browser.press(**{"class": "button"})
    desk.work()
    browser = Browser(seat.client, f"{seat.table}/review")
    browser.follow(f"{seat.table}/replay?stop={FORTRESS.after}")
    assert f"<b>{FORTRESS.after}</b> of" in browser.answer.text
    browser.follow(f"{seat.table}/replay?stop={FORTRESS.after + 1}")
    browser.follow(f"{seat.table}/review")
    browser.follow(f"{seat.table}/review/way?stop={FORTRESS.after}")
    browser.follow(f"{seat.table}/review/way?stop={FORTRESS.after}&step=1")
    assert unescape(browser.answer.text).count("<b>1</b> of") == 1
