"""Friends by link and from a group, the boards they see first, and results without help."""

import re
from html import unescape

import pytest
from httpx2 import Response

from app.features.friends.service import friends
from app.play.rows import help_given
from tests.app.account.conftest import PASSWORD
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Challenger, Host
from tests.app.friends.test_groups import BOARD, join, make, names
from tests.app.plain import Browser
from tests.app.play.api.conftest import given
from tests.app.play.table import headline
from tests.databases import transaction


def listed(who: Challenger) -> list[str]:
    page = who.client.get("/friends").text
    return [unescape(name) for name in re.findall(r'<span class="who"><bdi>([^<]*)', page)]


def link_of(who: Challenger) -> str:
    assert who.client.post("/friends/link").status_code == 303
    token = re.search(r"/friends/([A-Z]{10})", who.client.get("/friends").text)
    assert token
    return token[0]


def befriend(one: Challenger, other: Challenger) -> None:
    assert other.client.post(f"{link_of(one)}/join").status_code == 303


def ask(who: Challenger, group: str, name: str) -> Response:
    return who.client.post(f"{group}/ask", data={"name": name})


def test_two_become_friends_by_a_link_and_either_ends_it_for_both_without_scripts(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    browser = Browser(bob.client, link_of(ann))
    assert "<bdi>Ann</bdi> would like to be your friend" in browser.answer.text
    browser.press()
    assert (listed(ann), listed(bob)) == (["Bob"], ["Ann"])
    assert bob.client.post("/friends/end", data={"name": "Ann"}).status_code == 303
    assert (listed(ann), listed(bob)) == ([], [])


def test_a_link_that_is_replaced_or_closed_leads_nowhere(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    old, new = link_of(ann), link_of(ann)
    assert bob.client.post(f"{old}/join").status_code == 404
    assert ann.client.post("/friends/link/close").status_code == 303
    assert bob.client.get(new).status_code == 404


def test_guests_and_one_s_own_link_make_no_friends(arrive: Arrive) -> None:
    ann, guest = arrive("Ann"), arrive("")
    link = link_of(ann)
    assert "Make an account or sign in" in guest.client.get(link).text
    assert guest.client.post(f"{link}/join").status_code == 404
    assert "your own link" in headline(ann.client.post(f"{link}/join"))


def test_a_member_of_a_shared_group_is_asked_and_decides(arrive: Arrive) -> None:
    ann, bob, cat = arrive("Ann"), arrive("Bob"), arrive("Cat")
    group = make(ann)
    join(bob, group)
    assert ask(cat, group, "Ann").status_code == 404
    for name in ("Ann", "Ann", "Cat"):
        assert ask(bob, group, name).status_code == (404 if name == "Cat" else 303)
    assert "You have asked to be friends" in bob.client.get(group).text
    for page in ("/account", "/me"):
        assert "1 player asks to be your friend" in ann.client.get(page).text
    assert "Me (1)</a>" in ann.client.get("/").text
    assert "Me</a>" in bob.client.get("/").text
    assert (listed(ann), listed(bob)) == (["Bob"], [])
    assert ann.client.post("/friends/decline", data={"name": "Bob"}).status_code == 303
    assert ask(bob, group, "Ann").status_code == 303
    assert listed(ann) == []
    assert ask(ann, group, "Bob").status_code == 303
    assert bob.client.post("/friends/accept", data={"name": "Ann"}).status_code == 303
    assert "Your friend" in ann.client.get(group).text
    assert (listed(ann), listed(bob)) == (["Bob"], ["Ann"])


def test_who_asks_somebody_who_has_asked_is_a_friend_at_once(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    group = make(ann)
    join(bob, group)
    ask(bob, group, "Ann")
    ask(ann, group, "Bob")
    assert (listed(ann), listed(bob)) == (["Bob"], ["Ann"])


def test_nobody_has_more_friends_than_are_allowed(arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    ann, bob, cat = arrive("Ann"), arrive("Bob"), arrive("Cat")
    befriend(ann, bob)
    befriend(ann, bob)
    assert "This player already has" in headline(cat.client.post(f"{link_of(ann)}/join"))
    assert "You already have" in headline(ann.client.post(f"{link_of(cat)}/join"))
    assert (listed(ann), listed(cat)) == (["Bob"], [])


def test_boards_and_standings_show_friends_first_and_everybody_one_step_away(arrive: Arrive, host: Host) -> None:
    ann, bob, cat = arrive("Ann"), arrive("Bob"), arrive("Cat")
    group = make(ann)
    join(cat, group)
    befriend(ann, bob)
    for one, detours in ((ann, 20), (bob, 10), (cat, 0)):
        one.win(FORTRESS, detours)
    code = group.rpartition("/")[2]
    assert names(ann, BOARD) == ["Bob", "Ann"]
    assert names(ann, f"{BOARD}?among={code}") == ["Cat", "Ann"]
    assert names(cat, f"{BOARD}?among=everybody") == ["Cat", "Bob", "Ann"]
    told = given(ann.client.get(f"/api/v1/daily/{DAY}/fortress/leaderboard", params={"among": "friends"}))
    assert [(row["rank"], row["name"]) for row in told["rows"]] == [(1, "Bob"), (2, "Ann")]
    assert cat.client.get(f"{BOARD}?among=friends").status_code == 404
    host.clock.ms = CLOSING
    host.close()
    # Both came to the same tier, which is worth the same points.
    assert sorted(names(ann, "/standings/all")) == ["Ann", "Bob"]
    assert names(ann, f"/standings/all?among={code}") == ["Cat", "Ann"]


def test_friends_learn_no_more_of_an_open_daily_than_others(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    befriend(ann, bob)
    bob.win(FORTRESS)
    assert ann.client.get(f"{BOARD}?among=friends").status_code == 403
    ann.give_up(ann.start())
    assert names(ann, f"{BOARD}?among=friends") == ["Ann"]


def test_a_board_can_leave_out_results_that_needed_help(arrive: Arrive, database_url: str) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    session = ann.start()
    with transaction(database_url) as connection:
        help_given.climb(connection, session["id"], 0, "fair", 3, 0)
    ann.win(FORTRESS)
    bob.win(FORTRESS, 10)
    assert names(ann, f"{BOARD}?among=everybody") == ["Ann", "Bob"]
    assert names(ann, f"{BOARD}?board=first-try-unassisted&among=everybody") == ["Bob"]
    solved = ann.client.get(f"{BOARD}?board=solved-unassisted").text
    assert "You had help, and this board leaves out such results" in solved
    told = given(bob.ask_for_board("solved-unassisted"))
    assert (told["board"], told["size"], [row["name"] for row in told["rows"]]) == ("solved-unassisted", 1, ["Bob"])
    assert ann.ask_for_board("no-such-board").status_code == 422


def test_deleting_an_account_ends_its_friendships_and_friends_can_be_taken_along(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    befriend(ann, bob)
    assert ann.client.post("/account/page", data={"points": "on", "games": "on"}).status_code == 303
    kept = ann.client.get("/account/export").json()
    assert [one["name"] for one in kept["friends"]] == ["Bob"]
    assert (kept["friend_requests"], kept["public_page"]) == ([], ["games", "points"])
    assert kept["friend_link"] in ann.client.get("/friends").text
    assert bob.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert listed(ann) == []


def today_of(who: Challenger) -> list[str]:
    """Return what a player reads of their friends' day."""
    page = who.client.get("/friends").text
    return re.findall(r'<br><span class="note">([^<]*)</span>', page)


@pytest.mark.usefixtures("host")
def test_a_friend_s_daily_of_today_shows_to_whoever_has_solved_it_and_to_nobody_else(arrive: Arrive) -> None:
    ann, bob, cat = arrive("Ann"), arrive("Bob"), arrive("Cat")
    befriend(ann, bob)
    for one, detours in ((bob, 10), (cat, 0)):
        one.win(FORTRESS, detours)
    # She has not solved it yet; and giving up is not enough, or anybody could look.
    assert today_of(ann) == []
    assert today_of(bob) == []
    ann.win(FORTRESS, 20)
    assert [said.partition(" in ")[0] for said in today_of(ann)] == ["Fortress: Solved"]
    assert len(today_of(bob)) == 1
    assert today_of(cat) == []


def test_one_tap_makes_a_race_of_what_was_played_last(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    befriend(ann, bob)
    ann.client.post("/api/v1/sessions", json={"game": "stalactites", "options": {"by": "twos"}})
    browser = Browser(ann.client, "/friends")
    assert '<input type="hidden" name="deals" value="winnable">' in browser.answer.text
    browser.press(name="friend", value="Bob")
    room, page = browser.answer.url.path, browser.answer.text
    assert "A race in Stalactites" in page
    assert f"http://testserver{room}" in page
    assert "<bdi>Ann</bdi> invites you to a race of Stalactites" in bob.client.get(room).text
    # Before the first game, it is the game to start with.
    assert '<option value="fortress?" selected>' in bob.client.get("/friends").text
