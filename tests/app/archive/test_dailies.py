"""Records of dailies: what stays secret while one is open, and what everybody sees when it is over."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    FORTRESS,
    MINUTE,
    STONEWALL,
    Arrive,
    Challenger,
    Host,
    _only_the_test_closes_days,
    arrive,
    clock,
    host,
)

__all__ = ["_only_the_test_closes_days", "arrive", "clock", "host"]

FACTS = f"solved, first try, {len(FORTRESS.line)} steps (par {len(FORTRESS.line)})."
HEADLINE = "Fortress daily 20 Nov 2026"


def watched(challenger: Challenger, shared: dict[str, object]) -> str:
    """Read the page on which a game can be watched."""
    answer = challenger.client.get(f"/replays/{shared['id']}")
    assert answer.status_code == 200
    return unescape(answer.text)


def share(challenger: Challenger, session: dict[str, object]) -> None:
    """Share a game."""
    assert challenger.client.post(f"/sessions/{session['id']}/share").status_code == 303


def test_of_an_open_daily_others_are_told_the_result_and_not_a_move(arrive: Arrive) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    session = ada.win(FORTRESS)
    share(ada, session)
    page = watched(ben, session)
    assert f"{HEADLINE}: {FACTS}" in page
    assert 'id="board"' not in page
    assert "data-card" not in page
    assert FORTRESS.deal not in page
    assert f'content="http://testserver/replays/{session["id"]}/wide.png"' in page
    for address in ("moves.txt", "export.json"):
        assert ben.client.get(f"/replays/{session['id']}/{address}").status_code == 403
    own = watched(ada, session)
    assert "data-card" in own
    assert "moves.txt" not in own


def test_when_the_day_is_over_the_moves_of_a_shared_game_are_told(host: Host, arrive: Arrive) -> None:
    ada, ben = arrive(""), arrive("")
    session = ada.win(FORTRESS)
    share(ada, session)
    host.clock.ms = CLOSING
    assert host.close() == 1
    page = watched(ben, session)
    assert "data-card" in page
    assert FORTRESS.deal in page
    assert ben.client.get(f"/replays/{session['id']}/export.json").json()["deal"] == FORTRESS.deal


def test_ranked_games_of_a_closed_day_can_be_watched_and_those_of_guests_only_when_shared(
    host: Host, arrive: Arrive
) -> None:
    ada, guest, ben = arrive("Ada"), arrive(""), arrive("")
    ranked, unranked = ada.win(FORTRESS, detours=1), guest.win(FORTRESS)
    assert ben.client.get(f"/replays/{ranked['id']}").status_code == 404
    board = f"/daily/{DAY}/fortress/leaderboard"
    assert "/replays/" not in ada.client.get(board).text
    host.clock.ms = CLOSING
    host.close()
    assert f'<a href="/replays/{ranked["id"]}">within a tenth of par</a>' in ben.client.get(board).text
    assert "<bdi>Ada</bdi> played this." in watched(ben, ranked)
    assert ben.client.get(f"/replays/{unranked['id']}").status_code == 404


def test_the_deal_of_an_open_daily_is_not_drawn(host: Host, arrive: Arrive) -> None:
    ada = arrive("")
    assert ada.client.get(f"/pictures/fortress/{FORTRESS.deal}.png").status_code == 403
    page = ada.client.get(f"/daily/{DAY}/fortress").text
    assert 'content="http://testserver/pictures/fortress.png"' in page
    host.clock.ms = CLOSING
    host.close()
    assert f"/pictures/fortress/{FORTRESS.deal}.png" in ada.client.get(f"/daily/{DAY}/fortress").text


def test_practice_of_a_daily_takes_no_win_s_place_in_the_history(host: Host, arrive: Arrive) -> None:
    ada = arrive("Ada")
    won = ada.win(FORTRESS)
    practised = []
    for _ in range(2):
        host.clock.pass_by(MINUTE)
        practised.append(ada.give_up(ada.start()))
    lines = unescape(ada.client.get("/history").text).split('<li class="line ')[1:]
    for one, line in zip((practised[1], won), lines, strict=True):
        assert f'<a href="/sessions/{one["id"]}">Fortress' in line
    assert 'steps">practice</span>' in lines[0]
    assert "1 earlier attempt<" in lines[0]
    assert "Won" in lines[1]
    assert "practice" not in lines[1]


def test_a_daily_solved_begins_a_streak_and_stands_in_the_statistics(arrive: Arrive) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    assert "Solve a daily to begin a streak." in ada.client.get("/daily").text
    ben.give_up(ben.start())
    ada.win(FORTRESS)
    assert "Your streak is 1 day." in ada.client.get("/daily").text
    page = ada.client.get("/statistics").text
    assert "20 November 2026: 1 game" in page
    assert re.search(rf"20 Nov 2026</a></th><td>Fortress</td><td>{len(FORTRESS.line)}</td>", page)
    assert "best tenth 1" in page
    assert "Solve a daily" in ben.client.get("/statistics").text


def test_a_practice_is_told_as_the_attempt_it_was(arrive: Arrive) -> None:
    ada = arrive("")
    ada.give_up(ada.start())
    page = ada.client.get(f"/sessions/{ada.win(FORTRESS)['id']}/share").text
    assert "attempt 2" in page


@pytest.mark.parametrize("moves", [0, 3])
def test_a_stonewall_given_up_keeps_its_face_down_cards_face_down(host: Host, arrive: Arrive, moves: int) -> None:
    host.choose(STONEWALL)
    ada = arrive("")
    session = ada.give_up(ada.play(ada.start("stonewall"), STONEWALL.line[:moves]))
    for step in (0, moves):
        page = ada.client.get(f"/replays/{session['id']}", params={"step": step}).text
        assert page.count('data-card="??"') >= 15


def test_a_visitor_of_a_replay_becomes_no_player(arrive: Arrive, client: TestClient) -> None:
    ada = arrive("Ada")
    session = ada.win(FORTRESS)
    share(ada, session)
    assert "set-cookie" not in client.get(f"/replays/{session['id']}").headers


def test_what_is_played_on_after_the_day_closed_does_not_solve_it(host: Host, arrive: Arrive) -> None:
    ada = arrive("Ada")
    session = ada.play(ada.start(), FORTRESS.line[:-1])
    host.clock.ms = CLOSING
    host.close()
    assert "/replays/" not in ada.client.get(f"/daily/{DAY}/fortress/leaderboard").text
    assert ada.play(session, FORTRESS.line[-1:])["status"] == "won"
    assert f"{HEADLINE}: not solved, 51 cards home, first try." in watched(ada, session)


def test_the_field_is_shown_by_tier_to_who_has_finished(host: Host, arrive: Arrive) -> None:
    ada, ben, cleo = arrive("Ada"), arrive("Ben"), arrive("Cleo")
    ada.win(FORTRESS, detours=1)
    ben.give_up(ben.start())
    page = f"/daily/{DAY}/fortress"
    rows = re.compile(r'<tr([^>]*)><th scope="row">([^<]+)</th><td>(\d+)</td>')
    assert rows.findall(cleo.client.get(page).text) == []
    seen = {words: (int(count), "mine" in mark) for mark, words, count in rows.findall(ada.client.get(page).text)}
    assert seen["within a tenth of par, you"] == (1, True)
    assert seen["not solved"] == (1, False)
    assert sum(count for count, _ in seen.values()) == 2
    host.clock.ms = CLOSING
    host.close()
    assert len(rows.findall(cleo.client.get(page).text)) == 5
