"""Groups by invitation link, and the boards they see first."""

import re
from html import unescape

from httpx2 import Response

from tests.app.account.conftest import PASSWORD, refused
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Challenger, Host
from tests.app.plain import Browser, Page
from tests.app.play.api.conftest import refused as refused_by_api
from tests.app.play.table import headline

BOARD = f"/daily/{DAY}/fortress/leaderboard"


def make(challenger: Challenger, name: str = "Friends") -> str:
    answer = challenger.client.post("/groups", data={"name": name})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def join(challenger: Challenger, address: str) -> Response:
    return challenger.client.post(f"{address}/join")


def names(challenger: Challenger, address: str) -> list[str]:
    page = challenger.client.get(address)
    assert page.status_code == 200, page.text
    return [unescape(name) for name in re.findall(r'<th scope="row"><bdi>([^<]*)', page.text)]


def test_who_has_the_link_is_invited_and_joins_without_scripts(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    browser = Browser(ann.client, "/groups")
    browser.fill_in("/groups", name="The  Moat")
    link = browser.address.removeprefix(str(ann.client.base_url))
    assert "<bdi>The Moat</bdi>" in browser.answer.text
    invited = Browser(bob.client, link)
    assert "You’re invited" in invited.answer.text
    assert "Ann" not in invited.answer.text
    invited.press()
    assert "<bdi>Ann</bdi>" in invited.answer.text
    assert "<bdi>Bob</bdi>" in invited.answer.text


def test_joining_twice_is_joining_once(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    link = make(ann)
    assert [join(bob, link).headers["location"] for _ in range(2)] == [link, link]
    assert 'A <a href="/groups">group</a>: 2 players' in ann.client.get(link).text


def test_a_guest_is_told_to_make_an_account_first(arrive: Arrive) -> None:
    link = make(arrive("Ann"))
    guest = arrive("")
    assert "Make an account" in guest.client.get(link).text
    assert join(guest, link).status_code == 404
    assert guest.client.post("/groups", data={"name": "Mine"}).status_code == 404


def test_a_guest_comes_back_to_the_invitation_with_an_account(arrive: Arrive) -> None:
    link = make(arrive("Ann"))
    account = f"/account?next={link}"
    guest = arrive("").client
    assert account in guest.get(link).text
    form = Page(guest.get(account).text).form(account, ["password"])
    refused(guest.post(form.attributes["action"], data={"name": "x", "password": PASSWORD}), 400)
    made = guest.post(form.attributes["action"], data={"name": "Bob", "password": PASSWORD})
    assert link in Page(made.text).links
    signing_in = account.replace("?", "/sign-in?")
    assert f'action="{signing_in}"' in arrive("").client.get(account).text
    answer = arrive("").client.post(signing_in, data={"name": "Bob", "password": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, link)


def test_a_name_that_cannot_be_one_comes_back(arrive: Arrive) -> None:
    assert "2 to 24 characters" in refused(arrive("Ann").client.post("/groups", data={"name": "x"}), 400)


def test_a_link_that_leads_nowhere_says_so(arrive: Arrive) -> None:
    assert "no such group" in headline(arrive("Ann").client.get("/groups/BCDFGHJKMN"))


def test_the_last_one_who_leaves_ends_a_group(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    link = make(ann)
    join(bob, link)
    for one in (ann, bob):
        assert one.client.get(link).status_code == 200
        assert one.client.post(f"{link}/leave").headers["location"] == "/groups"
    assert ann.client.get(link).status_code == 404


def test_who_deletes_the_account_leaves_the_groups(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    link = make(ann)
    join(bob, link)
    assert ann.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert "group</a>: 1 player<" in bob.client.get(link).text


def test_a_board_shows_one_s_own_group_first_and_everybody_one_step_away(arrive: Arrive) -> None:
    ann, bob, cat = arrive("Ann"), arrive("Bob"), arrive("Cat")
    link = make(ann)
    join(bob, link)
    for one, detours in ((ann, 20), (bob, 10), (cat, 0)):
        one.win(FORTRESS, detours)
    assert names(ann, BOARD) == ["Bob", "Ann"]
    assert names(ann, f"{BOARD}?board=solved") == ["Bob", "Ann"]
    browser = Browser(ann.client, BOARD)
    browser.follow("?board=first-try&among=everybody")
    assert names(ann, browser.address) == names(cat, BOARD) == ["Cat", "Bob", "Ann"]


def test_in_a_group_ranks_are_its_own_and_newcomers_count(arrive: Arrive) -> None:
    ann, late, cat = arrive("Ann"), arrive(""), arrive("Cat")
    late.register("Dan")
    link = make(ann)
    join(late, link)
    for one, detours in ((ann, 20), (late, 11), (cat, 10)):
        one.win(FORTRESS, detours)
    code = link.rpartition("/")[2]
    told = ann.client.get(f"/api/v1/daily/{DAY}/fortress/leaderboard", params={"among": code}).json()
    assert [(row["rank"], row["name"]) for row in told["rows"]] == [(1, "Dan"), (2, "Ann")]
    assert told["me"]["rank"] == 2
    assert [row["name"] for row in ann.board()["rows"]] == ["Cat", "Ann"]


def test_the_board_of_a_group_is_only_for_those_in_it(arrive: Arrive) -> None:
    ann, cat = arrive("Ann"), arrive("Cat")
    code = make(ann).rpartition("/")[2]
    cat.win(FORTRESS)
    asked = cat.client.get(f"/api/v1/daily/{DAY}/fortress/leaderboard", params={"among": code})
    assert "not in any such group" in refused_by_api(asked, 404)
    assert cat.client.get(f"/standings/all?among={code}").status_code == 404


def test_a_group_has_standings_of_its_own(arrive: Arrive, host: Host) -> None:
    ann, bob, cat = arrive("Ann"), arrive("Bob"), arrive("Cat")
    link = make(ann)
    join(bob, link)
    ann.give_up(ann.start())
    for one in (bob, cat):
        one.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    assert names(ann, "/standings/all") == ["Bob", "Ann"]
    assert names(ann, "/standings/all?among=everybody")[-1] == "Ann"
    assert set(names(ann, "/standings/all?among=everybody")) == {"Ann", "Bob", "Cat"}


def test_groups_are_among_what_can_be_taken_along(arrive: Arrive) -> None:
    ann = arrive("Ann")
    code = make(ann).rpartition("/")[2]
    assert ann.client.get("/account/export").json()["groups"] == [{"code": code, "name": "Friends"}]
