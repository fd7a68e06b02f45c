"""Looking on at a table and playing along at a shared one, by pages and forms."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.play.words.beside import watchers_words
from tests.app.play.table import BY_SCRIPT, Table, headline, notice

LISTENING = {"accept": "text/event-stream"}


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client)


def link(table: Table, purpose: str) -> str:
    """Open a link to a table, and return its address on this server."""
    assert table.client.post(f"{table.address}/company/{purpose}").status_code == 303
    page = table.client.get(f"{table.address}/company").text
    found = re.search(r'href="http://testserver(/(?:watch|tables)/[0-9a-z]{16})"', page)
    assert found
    return found[1]


def seated(page: str) -> str:
    """Read off a table who sits there."""
    found = re.search(r'<p id="seated"[^>]*>(.*?)</p>', page)
    return unescape(re.sub(r"<[^>]*>", "", found[1])).strip() if found else ""


def test_a_watcher_sees_the_board_as_it_is_and_can_do_nothing(table: Table, stranger: TestClient) -> None:
    address = link(table, "watch")
    table.fragment("moves", seq=0, move="t1-f3")
    page = stranger.get(address).text
    assert 'data-seq="1"' in page
    assert "1 step" in page
    assert 'id="pile-f3"' in page
    assert "<fieldset" in page
    assert "disabled" in page
    assert 'method="post"' not in page
    assert 'data-legal="' not in page
    assert 'data-seq="1"' in stranger.get(f"{address}/board").text
    assert stranger.get(table.address).status_code == 403


def test_a_closed_link_leads_nowhere(table: Table, stranger: TestClient) -> None:
    address = link(table, "watch")
    table.client.post(f"{table.address}/company/watch/close")
    for path in ("", "/board", "/events"):
        assert stranger.get(f"{address}{path}", headers=LISTENING).status_code == 404


def test_who_plays_along_takes_the_game_along(table: Table, stranger: TestClient) -> None:
    token = link(table, "play").rpartition("/")[2]
    stranger.post(f"/tables/{token}", data={"name": "Ben"})
    assert stranger.post(f"{table.address}/moves", data={"seq": "0", "move": "t1-f3"}).status_code == 303
    kept = stranger.get("/account/export").json()
    assert kept["games"] == []
    (played,) = kept["tables"]
    assert (played["id"], played["name"], played["steps"]) == (table.address.rpartition("/")[2], "Ben", 1)
    assert [entry["move"] for entry in played["export"]["entries"]] == ["t1-f3"]
    assert table.client.get("/account/export").json()["tables"] == []


def test_of_a_shared_game_with_face_down_cards_the_log_comes_when_it_is_over(
    client: TestClient, stranger: TestClient
) -> None:
    address = client.post("/stonewall/5").headers["location"]
    client.post(f"{address}/company/play")
    page = client.get(f"{address}/company").text
    token = re.search(r"/tables/([0-9a-z]{16})", page)
    assert token
    stranger.post(f"/tables/{token[1]}", data={"name": "Ben"})

    def taken_along() -> object:
        return stranger.get("/account/export").json()["tables"][0]["export"]

    assert taken_along() is None
    assert client.post(f"{address}/give-up", data={"seq": "0"}).status_code == 303
    assert taken_along() is not None


def test_a_link_to_watch_lets_nobody_play(table: Table, stranger: TestClient) -> None:
    token = link(table, "watch").rpartition("/")[2]
    assert stranger.post(f"/tables/{token}", data={"name": "Ben"}).status_code == 404


def test_only_the_player_may_open_close_or_see_the_links(table: Table, stranger: TestClient) -> None:
    stranger.post("/fortress/4")
    for verb in ("watch", "watch/close", "play", "play/close"):
        assert stranger.post(f"{table.address}/company/{verb}").status_code == 403
    assert stranger.get(f"{table.address}/company").status_code == 403
    assert table.client.post(f"{table.address}/company/borrow").status_code == 404


def test_guests_move_in_the_same_session_and_every_table_tells_who_moved_last(
    table: Table, stranger: TestClient
) -> None:
    answer = stranger.post(link(table, "play"), data={"name": "Ben"})
    assert answer.headers["location"] == table.address
    theirs = Table.__new__(Table)
    theirs.client, theirs.address = stranger, table.address
    assert seated(theirs.page()) == "At this table: the owner and you."
    assert theirs.fragment("moves", seq=0, move="t1-f3").status_code == 200
    assert seated(theirs.page()) == "At this table: the owner and you. You moved last."
    assert seated(table.page()) == "At this table: you and Ben. Ben moved last."
    assert table.fragment("undo", seq=1).status_code == 200
    assert seated(theirs.page()) == "At this table: the owner and you. The owner moved last."


def test_of_two_moves_at_once_the_second_gets_the_whole_board(table: Table, stranger: TestClient) -> None:
    stranger.post(link(table, "play"), data={"name": "Ben"})
    assert table.fragment("moves", seq=0, move="t1-f3").status_code == 200
    late = stranger.post(f"{table.address}/moves", data={"seq": 0, "move": "t1-t3"}, headers=BY_SCRIPT)
    assert late.status_code == 409
    assert notice(late) == "The board has changed since then; this is how it stands now."
    assert 'data-recorded="t1-f3"' in late.text
    assert late.text.count('<section id="pile-') == 14


def test_the_player_takes_the_reins_back(table: Table, stranger: TestClient) -> None:
    address = link(table, "play")
    stranger.post(address, data={"name": "Ben"})
    table.client.post(f"{table.address}/company/play/close")
    refused = stranger.post(f"{table.address}/moves", data={"seq": 0, "move": "t1-f3"})
    assert (refused.status_code, headline(refused)) == (403, "This game belongs to another player.")
    assert stranger.get(address).status_code == 404
    assert seated(table.page()) == ""


@pytest.mark.parametrize("verb", ["give-up", "restart", "hints", "company/watch"])
def test_a_guest_does_nothing_but_play(table: Table, stranger: TestClient, verb: str) -> None:
    stranger.post(link(table, "play"), data={"name": "Ben"})
    assert stranger.post(f"{table.address}/{verb}", data={"seq": 0}).status_code == 403
    assert table.stands == (0, "playing")


@pytest.mark.parametrize(("name", "status"), [("Ben", 422), ("ben", 422), ("x", 400), ("", 303), ("Cid", 303)])
def test_every_guest_has_a_name_of_its_own(table: Table, stranger: TestClient, name: str, status: int) -> None:
    address = link(table, "play")
    stranger.post(address, data={"name": "Ben"})
    third = TestClient(table.client.app, follow_redirects=False)
    third.portal = table.client.portal
    assert third.post(address, data={"name": name}).status_code == status


def test_a_table_asks_for_the_whole_board_only_where_it_is_behind(table: Table) -> None:
    assert table.client.get(f"{table.address}/turn?seen=0").status_code == 204
    table.fragment("moves", seq=0, move="t1-f3")
    answer = table.client.get(f"{table.address}/turn?seen=0")
    assert answer.status_code == 200
    assert answer.text.count('<section id="pile-') == 14


def test_an_address_of_events_gives_no_page(table: Table) -> None:
    answer = table.client.get(f"{table.address}/events")
    assert (answer.status_code, headline(answer)) == (406, "This address sends only a stream of events.")


def test_a_link_can_be_copied_sent_and_scanned(table: Table) -> None:
    address = link(table, "watch")
    page = table.client.get(f"{table.address}/company").text
    passed_on = page[page.index('<div class="passed-on">') :]
    assert f'href="http://testserver{address}" data-passed' in passed_on
    assert passed_on.index("data-copy") < passed_on.index("data-send") < passed_on.index('class="qr"')


def test_who_watches_is_counted_at_the_table(table: Table, stranger: TestClient) -> None:
    assert 'id="watchers"' not in table.page()
    link(table, "watch")
    assert f'hx-get="{table.address}/watchers"' in table.page()
    assert table.client.get(f"{table.address}/watchers").text == ""
    assert stranger.get(f"{table.address}/watchers").status_code == 403


@pytest.mark.parametrize(
    ("count", "said"), [(0, ""), (1, "One person is watching."), (3, "Three people are watching.")]
)
def test_watchers_are_told_in_words(count: int, said: str) -> None:
    assert watchers_words(count) == said
