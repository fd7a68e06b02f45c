"""Today’s dailies in the lobby: a shape before the visitor begins, then the visitor’s own board and nobody else’s."""

import re

from sqlalchemy import update

from app.features.daily.service.calendar import ends_at
from app.features.daily.tables import daily
from app.features.daily.values.daily import Daily
from app.people.looks import COOKIE
from engine.cards import TEXT
from engine.games import find
from engine.position import deal
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, MINUTE, STONEWALL, Arrive, Challenger, Host, known_win
from tests.app.play.test_secrecy import hidden_cards
from tests.databases import transaction


def of_today(challenger: Challenger) -> str:
    """Return what the lobby shows of today's daily."""
    return challenger.client.get("/").text.partition('id="today"')[2].partition("</section>")[0]


def to_do(challenger: Challenger) -> str:
    """Return what the lobby offers to do now."""
    return challenger.client.get("/").text.partition('class="to-do"')[2].partition("</section>")[0]


def cards_in(markup: str) -> list[str]:
    return re.findall(r"\.svg#([A2-9TJQK][CSHD])", markup)


def test_a_daily_is_a_shape_until_the_visitor_begins_it_and_then_the_own_board(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    before = of_today(ann)
    assert f'href="/daily/{DAY}/fortress"' in before
    assert cards_in(before) == []
    assert before.count(".svg#back") == 52
    session = ann.start()
    assert sorted(cards_in(to_do(ann))) == sorted(TEXT)
    host.clock.pass_by(MINUTE)
    ann.client.post("/stronghold/5")
    begun = of_today(ann)
    assert sorted(cards_in(begun)) == sorted(TEXT)
    assert f'href="/sessions/{session["id"]}"' in begun
    assert "In play" in begun
    assert ">Continue<" in begun
    assert cards_in(of_today(bob)) == [], "nobody else sees a card of it"


def test_practice_of_a_daily_is_called_so_where_one_goes_on_with_it(arrive: Arrive) -> None:
    ann = arrive("Ann")
    first = ann.start()
    assert "Practice" not in to_do(ann)
    ann.give_up(first)
    again = ann.start()
    assert f'href="/sessions/{again["id"]}"' in to_do(ann)
    assert '<p class="more">Practice</p>' in to_do(ann)


def test_the_daily_with_which_the_page_begins_is_not_shown_twice(arrive: Arrive) -> None:
    ann = arrive("Ann")
    session = ann.start()
    assert f'href="/sessions/{session["id"]}"' in to_do(ann)
    assert f'href="/daily/{DAY}/fortress"' not in of_today(ann)
    assert session["id"] not in of_today(ann)


def test_whoever_has_solved_none_is_shown_the_gentle_one_first(arrive: Arrive, host: Host, database_url: str) -> None:
    host.choose(STONEWALL)
    with transaction(database_url) as connection:
        connection.execute(update(daily).where(daily.c.game == find("stonewall")).values(band="gentle"))
    ann = arrive("Ann")
    ann.client.post("/fortress/5")
    assert f'href="/daily/{DAY}/stonewall"' in of_today(ann)


def test_the_daily_is_that_of_the_game_played_last(arrive: Arrive, host: Host) -> None:
    host.choose(known_win("stronghold"))
    ann = arrive("Ann")
    ann.client.post("/stronghold/5")
    shown = of_today(ann)
    assert f'href="/daily/{DAY}/stronghold"' in shown
    assert 'href="/daily">The other four dailies' in shown


def test_whoever_has_given_one_up_and_solved_another_is_shown_the_next_one_and_the_streak(
    arrive: Arrive, host: Host
) -> None:
    for slug in ("stonewall", "stronghold"):
        host.choose(known_win(slug))
    ann = arrive("Ann")
    ann.win(FORTRESS)
    host.clock.pass_by(MINUTE)
    ann.give_up(ann.start("stronghold"))
    shown = of_today(ann)
    assert f'href="/daily/{DAY}/stonewall"' in shown
    assert ">Play<" in shown
    assert "1-day streak" in shown


def test_the_lobby_says_how_long_the_day_still_lasts(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    host.clock.ms = ends_at(DAY) - 5 * MINUTE
    assert "5 min left" in of_today(ann)


def test_the_own_board_of_a_game_with_hidden_cards_hides_them(arrive: Arrive, host: Host) -> None:
    chosen: Daily = host.choose(STONEWALL)
    ann = arrive("Ann")
    ann.start("stonewall")
    hidden = {TEXT[card] for card in hidden_cards(deal(chosen.game.rules, chosen.deck))}
    assert set(cards_in(to_do(ann))) == set(TEXT) - hidden
    host.clock.pass_by(MINUTE)
    ann.client.post("/fortress/5")
    assert set(cards_in(of_today(ann))) == set(TEXT) - hidden


def test_only_who_has_ended_an_attempt_is_told_how_many_solved_it(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    session = bob.start()
    host.clock.pass_by(MINUTE)
    bob.client.post("/fortress/5")
    for seen in (of_today(bob), of_today(arrive(""))):
        assert "2 players have begun it" in seen
        assert "solved" not in seen
    assert "1 player has solved it" in of_today(ann)
    bob.give_up(session)
    assert "1 player has solved it" in of_today(bob)


def test_who_hides_scores_is_told_of_a_daily_only_whether_it_is_solved(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    host.clock.pass_by(MINUTE)
    assert "Solved in " in of_today(ann)
    ann.client.cookies.set(COOKIE, "scores:hidden")
    pages = [of_today(ann), *(ann.client.get(page).text for page in ("/daily", f"/daily/{DAY}/fortress"))]
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
