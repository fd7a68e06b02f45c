"""While no solver is running, whoever asks is told so at once, and the page goes on asking."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.play.solving.worker import Worker
from app.play.values.solvers import Solvers
from app.play.words.solvers import BY_ITSELF, NO_SOLVER
from engine.asking import Verdict
from engine.deals import deck_code
from tests.app.plain import Browser
from tests.app.play.desk import Desk, Sit, words
from tests.app.play.table import BY_SCRIPT
from tests.app.study.test_certificates import NUMBER, PAGE, STRONGHOLD, Office
from tests.app.study.test_hints import LOST, OPEN
from tests.engine.verdicts import WINS, win

ONE_CELL = win("stronghold", {"cell": "one"}, "1")
DEAL = f"/fortress/{next(win for win in WINS if win.slug == 'fortress').deal}"


@pytest.fixture(autouse=True)
def away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let no solver be there; return what lets them come."""
    request.getfixturevalue("client")
    monkeypatch.setattr(Worker, "solvers", Solvers.AWAY)
    return monkeypatch


def come(away: pytest.MonkeyPatch) -> None:
    away.setattr(Worker, "solvers", Solvers.READY)


def test_a_hint_and_an_outlook_say_so_and_come_by_themselves_once_a_solver_runs(
    sit: Sit, desk: Desk, away: pytest.MonkeyPatch
) -> None:
    seat = sit(OPEN)
    answer = seat.hint()
    assert words(answer) == words(seat.outlook()) == [BY_ITSELF]
    assert 'data-thinking="starting"' in answer.text, "the script asks again, and not as often as for a solver at work"
    browser = Browser(seat.client, seat.table)
    browser.press(id="hint")
    assert words(browser.answer) == [BY_ITSELF]
    assert '<meta http-equiv="refresh" content="2">' in browser.answer.text
    come(away)
    assert words(seat.hint()) == ["Thinking…"]
    desk.answer_all()
    assert words(seat.hint())[0] == "You can win from here."


def test_an_answer_that_is_known_is_given_all_the_same(sit: Sit, desk: Desk) -> None:
    seat = sit(OPEN)
    seat.hint()
    desk.answer_all()
    assert words(seat.hint())[0] == "You can win from here."


def test_the_way_back_of_a_lost_game_waits_with_the_same_words(sit: Sit, desk: Desk) -> None:
    seat = sit(LOST)
    seat.move(seat.client.get(f"/api/v1{seat.table}/moves").json()["moves"][0])
    seat.hint()
    desk.answer_all()
    answer = seat.hint()
    assert words(answer)[1:] == [BY_ITSELF]
    assert f'data-in-short="{BY_ITSELF}"' in unescape(answer.text)


def test_a_review_says_so_and_goes_on_asking(sit: Sit, away: pytest.MonkeyPatch) -> None:
    seat = sit(OPEN, OPEN.line[:3])
    seat.give_up()
    seat.ask("review")
    page = seat.page("review")
    assert BY_ITSELF in page
    assert 'hx-trigger="load delay:700ms"' in page
    come(away)
    assert BY_ITSELF not in seat.page("review")


def test_the_analysis_board_says_so_and_goes_on_asking(client: TestClient, away: pytest.MonkeyPatch) -> None:
    away.setattr("app.features.study.pages.analysis.NEWS_SECONDS", 0.0)
    asked = {"deck": deck_code(ONE_CELL.deck), **ONE_CELL.options, "moves": "", "at": "0"}
    answer = client.post("/analysis/stronghold", data=asked, headers=BY_SCRIPT)
    assert _verdict(answer.text) == BY_ITSELF
    assert 'hx-trigger="load, every 10s"' in answer.text
    come(away)
    answer = client.post("/analysis/stronghold", data=asked, headers=BY_SCRIPT)
    assert _verdict(answer.text) == "The solver is thinking."


def test_the_page_of_a_deal_says_so_and_goes_on_asking(client: TestClient, away: pytest.MonkeyPatch) -> None:
    assert BY_ITSELF not in client.get(DEAL).text
    client.post("/verdicts/fortress", data={"deal": DEAL.rpartition("/")[2]})
    page = client.get(DEAL).text
    assert BY_ITSELF in page
    assert 'hx-trigger="load delay:1200ms"' in page
    come(away)
    assert "A solver is working out whether this deal can be won…" in client.get(DEAL).text


def test_a_certificate_that_nobody_writes_says_so(client: TestClient, database_url: str) -> None:
    Office(database_url).judge_lost()
    client.post("/certificates/stronghold", data={"deal": str(NUMBER), **STRONGHOLD.options})
    page = client.get(PAGE).text
    assert BY_ITSELF in page
    assert 'hx-trigger="load delay:1500ms"' in page


def test_a_puzzle_is_refused_at_once_instead_of_looked_for(client: TestClient) -> None:
    asked = {"deal": ONE_CELL.deal, **ONE_CELL.options, "moves": ",".join(map(str, ONE_CELL.line[:20]))}
    answer = client.post("/analysis/stronghold/puzzle", data={**asked, "at": "20"})
    assert answer.status_code == 429
    assert NO_SOLVER in answer.text


def test_who_waits_for_a_deal_is_told_that_nobody_looks_for_one(client: TestClient, away: pytest.MonkeyPatch) -> None:
    away.setattr("app.play.service.stock.stands", lambda *_: "looking")
    page = client.get("/fortress/wait?deals=gentle").text
    assert "no solver is running at the moment that could look for one." in page
    assert 'http-equiv="refresh" content="3"' in page
    come(away)
    assert "A solver is looking for one now" in client.get("/fortress/wait?deals=gentle").text


def _verdict(page: str) -> str:
    found = re.search(rf'<h2 class="{Verdict.UNDECIDED}" id="verdict">(.*?)</h2>', page)
    assert found, page
    return unescape(found[1])
