"""Watching finished games: who may, what they see, and what they can download."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.play.words.walk import MOST_LISTED, Walk, walk_page
from app.site.commands import main
from engine.deals import shuffled
from engine.games import find
from engine.moves import Move, apply, legal_moves
from engine.position import deal
from tests.app.plain import Browser
from tests.app.races.conftest import Clock, clock
from tests.app.won import Won

__all__ = ["clock"]


def test_nobody_else_watches_a_game_before_its_player_shares_it(won: Won, stranger: TestClient) -> None:
    assert won.client.get(won.replay).status_code == 200
    assert stranger.get(won.replay).status_code == 404
    won.share()
    assert stranger.get(won.replay).status_code == 200


def test_a_game_shared_twice_is_shared_and_withdrawn_is_not(won: Won, stranger: TestClient) -> None:
    won.share()
    won.share()
    assert stranger.get(won.replay).status_code == 200
    assert won.client.post(f"{won.table}/withdraw").status_code == 303
    assert stranger.get(won.replay).status_code == 404
    assert won.client.get(won.replay).status_code == 200


def test_nobody_but_its_player_shares_or_withdraws_a_game(won: Won, stranger: TestClient) -> None:
    assert stranger.post(f"{won.table}/share").status_code == 403
    won.share()
    assert stranger.post(f"{won.table}/withdraw").status_code == 403
    assert stranger.get(f"{won.table}/share").status_code == 403


def test_a_game_that_is_not_over_can_be_neither_shared_nor_watched(client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    assert client.post(f"{table}/share").status_code == 422
    assert client.get(table.replace("/sessions/", "/replays/")).status_code == 404


def test_a_game_is_walked_along_by_links_alone(won: Won) -> None:
    browser = Browser(won.client, won.replay)
    for step in range(len(won.line)):
        assert f"<b>{step}</b> of {len(won.line)}" in browser.answer.text
        browser.follow(f"{won.replay}?step={step + 1}")
    assert f"<b>{len(won.line)}</b> of {len(won.line)}" in browser.answer.text


def test_every_step_stands_in_a_list_beside_the_board(won: Won) -> None:
    text = won.client.get(won.replay, params={"step": 2}).text
    listed = re.findall(r'<a href="/replays/\w+\?step=(\d+)" hx-get="[^"]+"(?: class="red")? aria-label', text)
    assert listed == [str(step) for step in range(1, len(won.line) + 1)]
    assert len(re.findall(r'aria-current="step"', text)) == 1


def test_a_game_without_a_move_has_nothing_to_play_or_to_race_against(client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    assert client.post(f"{table}/give-up", data={"seq": 0}).status_code == 303
    text = client.get(table.replace("/sessions/", "/replays/")).text
    assert "No moves were made." in text
    assert not [words for words in ("play-on", "Race against it", 'type="range"', "replay.js") if words in text]


def test_the_list_names_undo_and_redo(client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    legal = re.search(r'data-legal="([^" ]+)', client.get(table).text)
    assert legal
    for seq, verb in enumerate(["moves", "undo", "redo", "give-up"]):
        assert client.post(f"{table}/{verb}", data={"seq": seq, "move": legal[1]}).status_code == 303
    text = client.get(table.replace("/sessions/", "/replays/"), params={"step": 2}).text
    assert [words.split()[0] for words in re.findall(r'aria-label="\d+, ([^"]+)"', text)][1:] == ["Undo.", "Redo."]
    assert "This step undid a move." in text


def test_the_list_says_how_long_each_step_took(client: TestClient, clock: Clock) -> None:
    table = client.post("/fortress/4").headers["location"]
    moves = ["t1-f3", "t1-t7", "t3-f3"]
    for seq, (move, pause) in enumerate(zip(moves, (12_300, 400, 3_600_000), strict=True)):
        clock.pass_by(pause)
        assert client.post(f"{table}/moves", data={"seq": seq, "move": move}).status_code == 303
    assert client.post(f"{table}/give-up", data={"seq": 3}).status_code == 303
    text = client.get(table.replace("/sessions/", "/replays/")).text
    assert re.findall(r"<time>([^<]+)</time>", text) == ["0:12", "1:00:00"]


def test_of_a_very_long_game_the_steps_around_the_one_shown_are_listed() -> None:
    fortress = find("fortress")
    start, *back_and_forth = next(
        (start, there, back)
        for start in (deal(fortress.rules, shuffled(number)) for number in range(1, 100))
        for there in legal_moves(fortress.rules, start)
        if (back := Move(there.target, there.source))
        in legal_moves(fortress.rules, apply(fortress.rules, start, there))
    )
    walk = Walk("A way", "/way", "step", "/", "Back")
    page = walk_page(fortress, fortress.rules, walk, (start, back_and_forth * 1000), 1000)
    assert [page.listed[0].step, len(page.listed), page.listed[-1].step] == [800, MOST_LISTED, 1199]


@pytest.mark.parametrize(("step", "status"), [("999999", 200), ("-1", 400), ("x", 400), ("", 400)])
def test_a_step_is_a_whole_number_and_none_lies_behind_the_last(won: Won, step: str, status: int) -> None:
    answer = won.client.get(won.replay, params={"step": step})
    assert answer.status_code == status
    assert status != 200 or f"<b>{len(won.line)}</b> of" in answer.text


def test_the_moves_come_as_text_with_their_numbers(won: Won, stranger: TestClient) -> None:
    won.share()
    answer = stranger.get(f"{won.replay}/moves.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    numbered = re.findall(r"^ *(\d+)\. (\S+) +[A-Z]", answer.text, re.MULTILINE)
    assert numbered == [(str(at), str(move)) for at, move in enumerate(won.line, start=1)]
    assert answer.text.startswith(f"Stalactites, by twos, deal {won.deal}: solved, {len(won.line)} steps, no hints.")


def test_undo_redo_and_giving_up_stand_in_the_text(client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    legal = re.search(r'data-legal="([^" ]+)', client.get(table).text)
    assert legal
    for seq, verb in enumerate(["moves", "undo", "redo", "give-up"]):
        assert client.post(f"{table}/{verb}", data={"seq": seq, "move": legal[1]}).status_code == 303
    told = client.get(f"{table.replace('/sessions/', '/replays/')}/moves.txt").text
    assert [line.split()[0] for line in told.splitlines()[3:]] == ["1.", "undo", "redo", "given"]


def test_the_record_of_a_shared_game_is_found_sound(won: Won, stranger: TestClient, tmp_path: Path) -> None:
    won.share()
    record = tmp_path / "record.json"
    record.write_bytes(stranger.get(f"{won.replay}/export.json").content)
    assert main(["verify", str(record)]) == 0


def test_the_page_for_sharing_gives_the_words_the_link_and_a_code(won: Won) -> None:
    browser = Browser(won.client, f"{won.table}/share")
    assert "http://testserver/replays/" not in browser.answer.text
    browser.press()
    words = f"Stalactites, by twos, deal {won.deal}: solved, {len(won.line)} steps, no hints."
    assert f"{words} http://testserver{won.replay}</textarea>" in browser.answer.text
    assert '<svg viewBox="0 0' in browser.answer.text


def test_looking_shares_nothing(won: Won, stranger: TestClient) -> None:
    for address in (won.replay, f"{won.table}/share", f"{won.replay}/moves.txt", f"{won.replay}/export.json"):
        assert won.client.get(address).status_code == 200
    assert stranger.get(won.replay).status_code == 404
