"""What the page of a deal says of those who played it, and challenges to do better."""

import re
from html import unescape

from starlette.testclient import TestClient

from tests.app.play.table import headline
from tests.app.won import Won
from tests.engine.verdicts import win


def results(client: TestClient, address: str = "/stalactites/4") -> dict[str, str]:
    page = unescape(client.get(address).text)
    listed = re.search(r'<h2 id="results">.*?</dl>', page, re.DOTALL)
    rows = re.findall(r"<dt>([^<]*)</dt><dd>(.*?)</dd>", listed[0]) if listed else []
    return {term: re.sub(r"<[^>]*>", "", words) for term, words in rows}


def play(client: TestClient, table: str, detours: int = 0) -> None:
    """Win a game of Stalactites by twos, with so many moves undone and made again on the way."""
    line = [str(move) for move in win("stalactites", {"by": "twos"}, "4").line]
    seq = 0
    for _ in range(detours):
        assert client.post(f"{table}/moves", data={"seq": seq, "move": line[0]}).status_code == 303
        assert client.post(f"{table}/undo", data={"seq": seq + 1}).status_code == 303
        seq += 2
    for move in line:
        assert client.post(f"{table}/moves", data={"seq": seq, "move": move}).status_code == 303
        seq += 1


def taken_on(client: TestClient, link: str) -> str:
    return client.post(link).headers["location"]


def test_a_deal_page_tells_who_won_first_and_names_only_those_who_share(won: Won, stranger: TestClient) -> None:
    steps = f"{len(won.line)} steps"
    assert results(stranger)["Played"] == "1 player has played it."
    assert results(stranger)["Fewest steps"] == steps
    won.share()
    assert results(stranger)["Fewest steps"] == f"{steps}, by a player without an account"
    table = stranger.post("/stalactites/4?by=twos").headers["location"]
    stranger.post(f"{table}/moves", data={"seq": 0, "move": str(won.line[0])})
    assert results(stranger)["Played"] == "2 players have played it."
    assert results(stranger)["Won"] == "1 player has won it."


def test_a_win_at_a_program_s_pace_is_not_the_fastest(won: Won) -> None:
    told = results(won.client)
    assert "First win" in told
    # The test plays quicker than any hand.
    assert "Fastest win" not in told


def test_nobody_s_results_are_told_under_other_options_or_of_games_without_a_move(client: TestClient) -> None:
    client.post("/fortress/5")
    assert results(client, "/fortress/5") == {}


def test_a_challenge_shows_both_how_it_went(won: Won, stranger: TestClient) -> None:
    link = won.client.post(f"{won.table}/challenge").headers["location"]
    assert won.client.post(f"{won.table}/challenge").headers["location"] == link
    steps = len(won.line)
    invited = unescape(stranger.get(link).text)
    assert f"<h1>Beat {steps} steps</h1>" in invited
    assert "Nobody has taken it on yet." in invited
    table = taken_on(stranger, link)
    assert taken_on(stranger, link) == table
    assert "Still playing" in won.client.get(link).text
    play(stranger, table, detours=1)
    seen = unescape(won.client.get(link).text)
    assert f"Won in {steps + 1} steps" in seen
    assert "You won with 1 step more. Try again?" in unescape(stranger.get(link).text)
    play(stranger, taken_on(stranger, link))
    assert f"Won in {steps} steps" in won.client.get(link).text
    assert "best of 2 games" in won.client.get(link).text
    assert "You needed just as many steps." in stranger.get(link).text


def test_nobody_challenges_with_a_game_that_is_not_theirs_or_not_won_nor_takes_on_their_own(
    won: Won, stranger: TestClient
) -> None:
    assert stranger.post(f"{won.table}/challenge").status_code == 403
    table = won.client.post("/stalactites/4?by=twos").headers["location"]
    assert "once you have won it" in headline(won.client.post(f"{table}/challenge"))
    link = won.client.post(f"{won.table}/challenge").headers["location"]
    assert "your own challenge" in headline(won.client.post(link))
    assert stranger.get("/challenges/BCDFGHJKMN").status_code == 404
