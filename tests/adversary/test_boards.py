"""A player who has only given up sees a place and numbers on an open daily's boards, and nothing of others."""

from app.features.daily.rows.boards import DailyBoard
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Host
from tests.app.play.api.conftest import refused

PAGE = f"/daily/{DAY}/fortress/leaderboard"


def test_who_gives_up_reads_no_name_by_any_door_until_the_day_is_over(arrive: Arrive, host: Host) -> None:
    ann, spy = arrive("Ann"), arrive("Spy")
    ann.win(FORTRESS)
    refused(spy.ask_for_board(), 403)
    assert spy.client.get(PAGE).status_code == 403
    spy.give_up(spy.start())
    assert spy.board(DailyBoard.BOTS)["size"] == 0
    for board in set(DailyBoard) - {DailyBoard.BOTS}:
        told = spy.board(board)
        assert (told["rows"], told["near"], told["size"] >= 1) == ([], [], True)
        assert told["tiers"][0] == 1
        page = spy.client.get(PAGE, params={"board": board})
        assert page.status_code == 200
        assert "Ann" not in page.text
    assert (spy.board()["me"]["rank"], spy.board()["tiers"]) == (2, [1, 0, 0, 0, 1])
    assert "Spy" in spy.client.get(PAGE).text
    host.clock.ms = CLOSING
    host.close()
    assert [row["name"] for row in spy.board()["rows"]] == ["Ann", "Spy"]


def test_who_solves_it_after_all_sees_the_others(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    bob.give_up(bob.start())
    assert bob.board()["rows"] == []
    bob.win(FORTRESS)
    assert [row["name"] for row in bob.board()["rows"]] == ["Ann", "Bob"]


def test_a_group_s_board_tells_no_more_to_who_gives_up(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    link = ann.client.post("/groups", data={"name": "Ours"}).headers["location"]
    assert bob.client.post(f"{link}/join").status_code == 303
    ann.win(FORTRESS)
    bob.give_up(bob.start())
    page = bob.client.get(PAGE, params={"among": link.rpartition("/")[2]})
    assert page.status_code == 200
    assert "Ann" not in page.text
    assert bob.client.get(f"/api/v1{PAGE}", params={"among": link.rpartition("/")[2]}).json()["rows"] == []
