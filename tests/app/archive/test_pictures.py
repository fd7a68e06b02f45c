"""The pictures of results: how large they are, what they say, and how those of open events keep the deal secret."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient

from app.play.table.framed_picture import Caption, PictureForm, frame
from app.play.table.table_picture import BoardPicture, dealt_board, finished_wall, plain_board
from engine.games import GAMES
from tests.app.daily.conftest import (
    CLOSING,
    FORTRESS,
    STONEWALL,
    Arrive,
    Challenger,
    Document,
    Host,
    _only_the_test_closes_days,
    arrive,
    clock,
    host,
)
from tests.app.won import Won
from tests.chromium.variants import SHORTEST
from tests.drawing import draw_once
from tests.engine.verdicts import Verdict
from tests.lengths import a_few

__all__ = ["_only_the_test_closes_days", "arrive", "clock", "host"]

MOST_BYTES = 60_000
WORDY = "Daily 20 November 2026, attempt 12, par 1,094, three hints"
GAME = GAMES["fortress"]
SITE = "testserver"
TRIED = "Daily 20 Nov 2026, first try"


def painted(board: BoardPicture, caption: Caption, form: PictureForm) -> bytes:
    return asyncio.run(draw_once(frame(board, caption, form)))


def words_of(svg: str) -> str:
    return " ".join(re.findall(r">([^<]+)</text>", svg))


@pytest.mark.parametrize("form", PictureForm)
@pytest.mark.parametrize("win", a_few(SHORTEST, 1), ids=str)
def test_every_picture_stays_small(win: Verdict, form: PictureForm) -> None:
    game = GAMES[win.slug]
    caption = Caption(game, "Solved in 1,094 steps, 13:20:45", WORDY, "patience.somewhere.example:8000")
    for board in (dealt_board(win.rules, win.deck), finished_wall(), plain_board(win.rules)):
        assert len(painted(board, caption, form)) <= MOST_BYTES


@pytest.mark.parametrize("form", PictureForm)
def test_a_picture_says_which_game_and_what_became_of_it(form: PictureForm) -> None:
    caption = Caption(GAMES["six-by-four"], "Solved in 94 steps, 3:20", WORDY, "rampart.example")
    drawn = frame(finished_wall(), caption, form)
    assert words_of(drawn) == f"Six by Four Solved in 94 steps, 3:20 {WORDY} rampart.example"
    assert "#5a7426" in drawn
    silent = frame(finished_wall(), Caption(GAMES["six-by-four"], "", "", "rampart.example"), form)
    assert words_of(silent) == "Six by Four rampart.example"


def test_an_address_of_any_length_stays_within_its_picture_and_is_no_markup() -> None:
    site = f"{'long' * 50}<&.example"
    drawn = frame(plain_board(GAME.rules), Caption(GAME, "", "", site), PictureForm.WIDE)
    (size,) = re.findall(r'font-size="([\d.]+)"[^>]*>longlong', drawn)
    assert float(size) * len(site) < 1200
    assert "&lt;&amp;.example" in drawn


def test_the_picture_of_a_win_has_its_steps_and_time(won: Won) -> None:
    caption = Caption(
        GAMES["stalactites"],
        f"Solved in {len(won.line)} steps, {time_at(won.client, won.table)}",
        "By twos, deal 4, no hints",
        "testserver",
    )
    sent = won.client.get(f"{won.replay}/wide.png").content
    assert sent == painted(finished_wall(), caption, PictureForm.WIDE)


def time_at(client: TestClient, table: str) -> str:
    """Read how long a game took off its table."""
    (found,) = re.findall(r'<span class="clock">, ([0-9:]+)</span>', client.get(table).text)
    return str(found)


def seen(challenger: Challenger, session: Document, form: PictureForm) -> bytes:
    answer = challenger.client.get(f"/replays/{session['id']}/{form}.png")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return answer.content


@pytest.mark.parametrize("form", a_few(PictureForm, 1))
def test_the_pictures_of_an_open_daily_can_be_made_without_its_deal(
    host: Host, arrive: Arrive, form: PictureForm
) -> None:
    ada, ben = arrive("Ada"), arrive("Ben")
    solved, lost = ada.win(FORTRESS), ben.give_up(ben.start())
    assert ada.client.post(f"/sessions/{solved['id']}/share").status_code == 303
    took = time_at(ada.client, f"/sessions/{solved['id']}")
    steps = len(FORTRESS.line)
    told = Caption(GAME, f"Solved in {steps} steps, {took}", f"{TRIED}, par {steps}", SITE)
    assert seen(ada, solved, form) == seen(ben, solved, form) == painted(finished_wall(), told, form)
    told = Caption(GAME, "Not solved, 0 cards home", TRIED, SITE)
    assert seen(ben, lost, form) == painted(plain_board(GAME.rules), told, form)
    host.clock.ms = CLOSING
    host.close()
    assert seen(ben, lost, form) == painted(dealt_board(GAME.rules, host.today.deck), told, form)


def test_a_game_on_a_deal_that_became_a_daily_names_no_number(host: Host, arrive: Arrive) -> None:
    ada = arrive("Ada")
    session = ada.client.post("/api/v1/sessions", json={"game": "stonewall", "deal": STONEWALL.deal}).json()
    ended = ada.give_up(session)
    open_now = Caption(GAMES["stonewall"], "Not solved, 0 cards home", f"Deal {STONEWALL.deal}, no hints", SITE)
    dealt = dealt_board(GAMES["stonewall"].rules, STONEWALL.deck)
    assert seen(ada, ended, PictureForm.WIDE) == painted(dealt, open_now, PictureForm.WIDE)
    host.choose(STONEWALL)
    hidden = Caption(GAMES["stonewall"], "Not solved, 0 cards home", "A deal of an event, no hints", SITE)
    plain = plain_board(GAMES["stonewall"].rules)
    assert seen(ada, ended, PictureForm.WIDE) == painted(plain, hidden, PictureForm.WIDE)


def test_a_name_with_hyphens_is_not_broken_at_them() -> None:
    said = "a name such as Ann-Maria-Sophie-Charlotte wins"
    drawn = frame(plain_board(GAME.rules), Caption(GAME, said, "", ""), PictureForm.WIDE)
    assert ">Ann-Maria-Sophie-Charlotte</text>" in drawn
