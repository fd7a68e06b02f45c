"""The way back in a lost game: help says where it could still be won, and leads there in one request."""

import pytest
from httpx2 import Response

from app.core.store.database import Crowded
from engine.asking import Judgement, Verdict
from engine.moves import apply, legal_moves
from engine.position import deal, snapshot
from tests.app.daily.factories import add_daily_to_come
from tests.app.plain import Browser
from tests.app.play.desk import Desk, Seat, Sit, words
from tests.app.study.test_review import BLUNDERS, FORTRESS, LOST, Blunder
from tests.lengths import a_few


def lost_at(sit: Sit, blunder: Blunder, further: int = 2) -> Seat:
    """Play the recorded win up to the blunder, make it, and some moves more."""
    seat = sit(blunder.win, [*blunder.win.line[: blunder.after], blunder.move])
    position = apply(blunder.win.rules, blunder.before, blunder.move)
    for _ in range(further):
        if legal := legal_moves(blunder.win.rules, position):
            seat.move(legal[0])
            position = apply(blunder.win.rules, position, legal[0])
    return seat


def search(seat: Seat, desk: Desk, sight: str = "") -> Response:
    """Ask how the game stands until there is nothing more to find."""
    answer = seat.outlook(sight)
    while "data-thinking" in answer.text:
        assert desk.answer_all()
        answer = seat.outlook(sight)
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("blunder", a_few([FORTRESS, *BLUNDERS]), ids=str)
def test_help_in_a_lost_game_leads_back_to_before_the_move_that_lost_it(sit: Sit, desk: Desk, blunder: Blunder) -> None:
    seat = lost_at(sit, blunder)
    answer = search(seat, desk, "all")
    assert f'formaction="{seat.table}/back/{blunder.after}"><span>Back to move {blunder.after}<' in answer.text
    assert "data-lost" in answer.text
    before = seat.seq
    assert seat.ask(f"back/{blunder.after}", seq=seat.seq).status_code == 200
    assert words(search(seat, desk, "all"))[0] == "You can win from here."
    session = seat.client.get(f"/api/v1{seat.table}").json()
    assert session["undos"] == before - blunder.after
    assert not desk.rungs(), "a verdict is no hint"


def test_the_search_takes_few_answers_and_says_meanwhile_what_is_known(sit: Sit, desk: Desk) -> None:
    seat = lost_at(sit, FORTRESS)
    seat.outlook()
    asked = desk.answer_all()
    answer = seat.outlook()
    assert words(answer) == ["You can’t win from here.", "Looking for the way back…"]
    assert 'data-thinking="looking_back"' in answer.text
    while answers := desk.answer_all():
        asked += answers
        seat.outlook()
    assert len(asked) <= 8
    assert "Back to move" in seat.outlook().text
    assert not desk.waiting()


def test_without_a_script_the_way_back_comes_by_itself(sit: Sit, desk: Desk) -> None:
    seat = lost_at(sit, FORTRESS)
    browser = Browser(seat.client, seat.table)
    browser.press(id="hint")
    while '<meta http-equiv="refresh" content="2">' in browser.answer.text:
        assert desk.answer_all()
        browser = Browser(seat.client, f"{seat.table}/advice")
    browser.press(id="back-to-winnable")
    assert browser.address.endswith(seat.table)
    assert f'data-undoable="{FORTRESS.after}"' in browser.answer.text


def test_a_position_that_the_solver_could_not_judge_is_no_place_to_go_back_to(sit: Sit, desk: Desk) -> None:
    seat = lost_at(sit, FORTRESS, further=0)
    dealt = snapshot(FORTRESS.win.rules, deal(FORTRESS.win.rules, FORTRESS.win.deck))
    seat.outlook()
    desk.answer_all()
    while "data-thinking" in seat.outlook().text:
        for asked in desk.waiting():
            won = asked.about.at == dealt
            line = tuple(map(str, FORTRESS.win.line)) if won else None
            told = Judgement(Verdict.WINNABLE if won else Verdict.UNDECIDED, line)
            desk.tell(asked, told)
    assert "Back to the start<" in seat.outlook().text


def test_where_nothing_earlier_is_known_to_be_won_help_says_so(sit: Sit, desk: Desk) -> None:
    seat = lost_at(sit, FORTRESS, further=0)
    seat.outlook()
    desk.answer_all()
    while "data-thinking" in seat.outlook().text:
        for asked in desk.waiting():
            desk.tell(asked, Judgement(Verdict.UNDECIDED))
    answer = seat.outlook()
    assert words(answer) == ["You can’t win from here. We found no way back to a win."]
    assert 'data-lost="here"' in answer.text
    assert "back-to-winnable" not in answer.text


def test_of_a_deal_that_nobody_could_have_won_help_says_so(sit: Sit, desk: Desk) -> None:
    seat = sit(LOST)
    seat.move(legal_moves(LOST.rules, deal(LOST.rules, LOST.deck))[0])
    answer = search(seat, desk)
    assert words(answer) == ["You can’t win from here. Nobody could have won this deal."]
    assert 'data-lost="as dealt"' in answer.text
    assert "back-to-winnable" not in answer.text


def test_fair_help_over_face_down_cards_searches_for_no_way_back(sit: Sit, desk: Desk) -> None:
    hiding = next(one for one in BLUNDERS if one.win.slug == "stonewall")
    seat = sit(hiding.win, hiding.win.line[:3])
    seat.outlook()
    kinds = {asked.kind for asked in desk.answer_all()}
    assert kinds == {"guess"}
    assert "back-to-winnable" not in seat.outlook().text
    assert not desk.waiting()


def test_once_an_event_is_played_on_the_deal_there_is_no_way_back(sit: Sit, desk: Desk) -> None:
    seat = lost_at(sit, FORTRESS)
    assert "back-to-winnable" in search(seat, desk).text
    add_daily_to_come(desk.engine, FORTRESS.win)
    assert seat.outlook().status_code == 403


def test_a_table_opened_over_a_position_proved_lost_says_so_beside_its_proof(sit: Sit, desk: Desk) -> None:
    dealt = sit(FORTRESS.win)
    dealt.outlook()
    assert desk.answer_all()
    seat = lost_at(sit, FORTRESS, further=0)
    assert 'class="proved"' in seat.client.get(seat.table).text
    search(seat, desk)
    assert 'class="proved lost"' in seat.client.get(seat.table).text
    seat.undo()
    assert 'class="proved"' in seat.client.get(seat.table).text


def test_a_table_over_a_lost_position_looks_through_open_events_in_the_lane_of_heavy_reads(
    sit: Sit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = sit(FORTRESS.win)
    dealt.outlook()
    assert desk.answer_all()
    seat = lost_at(sit, FORTRESS, further=0)
    search(seat, desk)
    assert 'class="proved lost"' in seat.client.get(seat.table).text

    async def crowded(*_: object) -> bool:
        raise Crowded

    monkeypatch.setattr("app.core.store.sqlite.SqliteDatabase.study", crowded)
    page = seat.client.get(seat.table)
    assert page.status_code == 200
    assert 'class="proved"' in page.text


def test_of_face_down_cards_a_table_says_nothing_that_only_their_proof_knows(sit: Sit, desk: Desk) -> None:
    hiding = next(one for one in BLUNDERS if one.win.slug == "stonewall")
    dealt = sit(hiding.win)
    dealt.outlook("all")
    assert desk.answer_all()
    seat = lost_at(sit, hiding, further=0)
    assert "data-lost" in search(seat, desk, "all").text
    assert 'class="proved"' in seat.client.get(seat.table).text
