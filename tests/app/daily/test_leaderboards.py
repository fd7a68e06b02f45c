"""The page of a leaderboard: the rows, with a visitor's own even where it is not ranked."""

import re
from html import unescape

import pytest

from app.features.daily.service import leaderboards
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Challenger, Host


def page_of(challenger: Challenger, board: str = "first-try") -> str:
    """Return the page of a leaderboard as somebody sees it."""
    return challenger.client.get(f"/daily/{DAY}/fortress/leaderboard?board={board}").text


def rows(page: str) -> list[tuple[str, str]]:
    """List what a board shows in place of the rank, with the name, from the best on."""
    found = re.findall(r'<tr[^>]*><td>(.*?)</td><th scope="row">(.*?)</th>', page)
    return [(rank, unescape(re.sub("<[^>]+>", "", name))) for rank, name in found]


def late(arrive: Arrive, name: str) -> Challenger:
    """Bring somebody in whose account was made after the day had begun."""
    challenger = arrive("")
    challenger.register(name)
    return challenger


def test_each_group_of_choices_says_what_it_is_about_and_which_is_shown(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    tabs = page_of(ann, "solved-unassisted").partition('<details class="tabs')[2].partition("</details>")[0]
    summary, _, lists = tabs.partition("</summary>")
    assert "Attempts: <bdi>Any that solved it</bdi>" in summary
    assert "Help: <bdi>Without</bdi>" in summary
    assert re.findall(r'<b aria-current="true"><bdi>(.*?)</bdi></b>', lists) == ["Any that solved it", "Without"]
    assert re.findall(r'<li class="of-what" aria-hidden="true">(.*?)</li>', lists) == ["Attempts", "Help"]


def test_who_is_unranked_today_sees_the_own_row_where_it_would_stand_and_others_do_not(arrive: Arrive) -> None:
    ann, cat = arrive("Ann"), arrive("Cat")
    ann.win(FORTRESS)
    cat.win(FORTRESS, detours=20)
    bob = late(arrive, "Bob")
    bob.win(FORTRESS, detours=5)
    page = page_of(bob)
    assert rows(page) == [("1", "Ann"), ("you, unranked today", "Bob"), ("2", "Cat")]
    assert '<tr class="mine beside" aria-current="true">' in page
    assert "2 results." in page
    assert "You would be at rank 2." in page
    for other in (ann, cat):
        assert rows(page_of(other)) == [("1", "Ann"), ("2", "Cat")]
    document = bob.board()
    assert [row["name"] for row in document["rows"]] == ["Ann", "Cat"]
    assert (document["near"], document["me"], document["beside"]["rank"]) == ([], None, 2)


def test_a_guest_who_alone_has_solved_it_sees_the_own_row_on_an_empty_board(arrive: Arrive) -> None:
    guest = arrive("")
    guest.win(FORTRESS)
    page = page_of(guest)
    assert rows(page) == [("you, unranked today", "a guest")]
    assert "Nobody is on this board yet." in page
    assert "You would be at rank 1." in page


def test_an_unranked_row_far_from_the_best_stands_among_its_neighbours(
    arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "SHOWN", 1)
    monkeypatch.setattr(leaderboards, "EACH_WAY", 1)
    for name, detours in (("Ann", 0), ("Cat", 10), ("Dan", 30)):
        arrive(name).win(FORTRESS, detours)
    bob = late(arrive, "Bob")
    bob.win(FORTRESS, detours=20)
    assert rows(page_of(bob)) == [("1", "Ann"), ("2", "Cat"), ("you, unranked today", "Bob"), ("3", "Dan")]


def test_what_is_not_solved_is_told_no_rank_where_it_has_none(arrive: Arrive, host: Host) -> None:
    arrive("Ann").win(FORTRESS)
    guest = arrive("")
    guest.give_up(guest.start())
    page = page_of(guest)
    assert "Not solved, with 0 cards home." in page
    assert "You would be at rank" not in page
    assert "ranks only accounts made before the day began" in page
    assert rows(page) == [], "while the day is open, only who has solved it sees the others"
    host.clock.ms = CLOSING
    host.close()
    page = page_of(guest)
    assert rows(page) == [("1", "Ann"), ("you, unranked", "a guest")]
    assert "You would be at rank" not in page


def field_of(challenger: Challenger) -> str:
    """Return what the page of the daily says of the field."""
    page = challenger.client.get(f"/daily/{DAY}/fortress").text
    return page.partition('aria-labelledby="field"')[2].partition("</section>")[0]


def test_only_whoever_is_counted_in_the_field_is_marked_there(arrive: Arrive) -> None:
    ann, cat = arrive("Ann"), arrive("Cat")
    ann.win(FORTRESS)
    cat.give_up(cat.start())
    for counted, tier in ((ann, "par or better"), (cat, "not solved")):
        assert re.findall(r'<th scope="row">([^<]*), you</th>', field_of(counted)) == [tier]
        assert "Your own result is not counted here." not in field_of(counted)
    for uncounted in (late(arrive, "Bob"), arrive("")):
        uncounted.give_up(uncounted.start())
        assert ", you" not in field_of(uncounted)
        assert "Your own result is not counted here." in field_of(uncounted)
