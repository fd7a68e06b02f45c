"""Today’s dailies in the lobby: a shape before the visitor begins, then the visitor’s own board and nobody else’s."""

import re

from app.features.daily.values.daily import Daily
from app.people.looks import COOKIE
from engine.cards import TEXT
from engine.position import deal
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, MINUTE, STONEWALL, Arrive, Challenger, Host
from tests.app.play.test_secrecy import hidden_cards


def tile(challenger: Challenger, name: str) -> str:
    """Return what the lobby shows of a daily."""
    today = challenger.client.get("/").text.partition('id="today"')[2].partition("</section>")[0]
    (found,) = [one for one in today.split('class="tile"')[1:] if f"</svg> {name}" in one]
    return found.partition("</a>")[0]


def cards_in(markup: str) -> list[str]:
    return re.findall(r"\.svg#([A2-9TJQK][CSHD])", markup)


def test_a_daily_is_a_shape_until_the_visitor_begins_it_and_then_the_own_board(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    before = tile(ann, "Fortress")
    assert cards_in(before) == []
    assert before.count(".svg#back") == 52
    assert f'href="/daily/{DAY}/fortress"' in before
    session = ann.start()
    begun = tile(ann, "Fortress")
    assert sorted(cards_in(begun)) == sorted(TEXT)
    assert f'href="/sessions/{session["id"]}"' in begun
    assert "In play" in begun
    host.clock.pass_by(MINUTE)
    assert cards_in(tile(bob, "Fortress")) == [], "nobody else sees a card of it"


def test_the_own_board_of_a_game_with_hidden_cards_hides_them(arrive: Arrive, host: Host) -> None:
    chosen: Daily = host.choose(STONEWALL)
    ann = arrive("Ann")
    ann.start("stonewall")
    hidden = {TEXT[card] for card in hidden_cards(deal(chosen.game.rules, chosen.deck))}
    shown = set(cards_in(tile(ann, "Stonewall")))
    assert shown == set(TEXT) - hidden


def test_only_who_has_ended_an_attempt_is_told_how_many_solved_it(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    session = bob.start()
    host.clock.pass_by(MINUTE)
    for seen in (tile(bob, "Fortress"), tile(arrive(""), "Fortress")):
        assert "2 players have begun it" in seen
        assert "solved" not in seen
    assert "1 player has solved it" in tile(ann, "Fortress")
    bob.give_up(session)
    assert "1 player has solved it" in tile(bob, "Fortress")


def test_who_hides_scores_is_told_of_a_daily_only_whether_it_is_solved(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    host.clock.pass_by(MINUTE)
    assert "Solved in " in tile(ann, "Fortress")
    ann.client.cookies.set(COOKIE, "scores:hidden")
    pages = [tile(ann, "Fortress"), *(ann.client.get(page).text for page in ("/daily", f"/daily/{DAY}/fortress"))]
    assert all("Solved" in page for page in pages)
    assert [page for page in pages if "Solved in " in page] == []


def test_a_win_is_shown_once_its_day_is_over(arrive: Arrive, host: Host) -> None:
    ann, guest = arrive("Ann"), arrive("")
    won = ann.win(FORTRESS)
    host.clock.pass_by(MINUTE)
    assert "worth-seeing" not in guest.client.get("/").text
    host.clock.ms = CLOSING + MINUTE
    host.close()
    page = guest.client.get("/").text
    assert f'href="/replays/{won["id"]}"' in page
    assert "<bdi>Ann</bdi>" in page
