"""Past dailies that a player wins later: their own archive knows of it, and nothing else changes."""

import re
from datetime import timedelta
from html import unescape

from app.features.daily.words.daily import month_page
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    ENDING,
    FORTRESS,
    MINUTE,
    OPENING,
    STONEWALL,
    Arrive,
    Challenger,
    Document,
    Host,
)
from tests.app.play.api.conftest import given

LINE = len(FORTRESS.line)
PAGE = f"/daily/{DAY}/fortress"
SOLVED_LATER = f"Solved later, in {LINE} steps"


def plain(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def read(challenger: Challenger, address: str) -> str:
    """Return what a page says."""
    answer = challenger.client.get(address)
    assert answer.status_code == 200
    return plain(answer.text)


def close(host: Host) -> None:
    """Close the day."""
    host.clock.ms = CLOSING
    host.close()


def win_later(challenger: Challenger, detours: int = 0) -> Document:
    """Win the deal of the Fortress as an ordinary game."""
    body = {"game": "fortress", "options": {}, "deal": int(FORTRESS.deal)}
    session: Document = given(challenger.client.post("/api/v1/sessions", json=body), 201)
    for _ in range(detours):
        session = given(challenger.act(challenger.play(session, FORTRESS.line[:1]), "undo"))
    session = challenger.play(session, FORTRESS.line)
    assert session["status"] == "won"
    return session


def test_a_closed_daily_won_later_is_marked_in_the_archive_on_the_day_and_on_its_page(
    host: Host, arrive: Arrive
) -> None:
    for guest in (arrive("Ann"), arrive("")):
        close(host)
        assert "Not played" in read(guest, f"/daily/{DAY}")
        win_later(guest)
        day = read(guest, f"/daily/{DAY}")
        assert SOLVED_LATER in day
        assert "Not played" not in day
        assert "20 , solved later" in day
        page = read(guest, PAGE)
        assert f"{SOLVED_LATER}. Par: {LINE}, just what you needed." in page
        assert "Play it again" in page
        host.clock.ms = OPENING


def test_the_fewest_steps_of_several_later_wins_are_told(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    close(host)
    win_later(ann, detours=3)
    assert f"Solved later, in {LINE + 3} steps. Par: {LINE}. 3 over." in read(ann, PAGE)
    shortest = win_later(ann)
    win_later(ann, detours=1)
    assert SOLVED_LATER in read(ann, f"/daily/{DAY}")
    assert f"/sessions/{shortest['id']}" in ann.client.get(PAGE).text


def test_a_later_win_gives_no_rank_no_streak_and_no_place_on_a_leaderboard(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    close(host)
    standings = given(ann.client.get("/api/v1/standings/all"))
    before = ann.board(), ann.look()
    win_later(ann)
    assert (ann.board(), ann.look()) == before
    assert given(ann.client.get("/api/v1/standings/all")) == standings
    assert "Your streak" not in read(ann, "/daily")


def test_a_daily_solved_on_its_day_is_no_later_win_even_if_it_is_won_again(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    close(host)
    win_later(ann)
    day = read(ann, f"/daily/{DAY}")
    assert "Solved later" not in day
    assert "20 , solved" in day
    assert "solved later" not in day


def test_a_daily_that_was_lost_on_its_day_says_both(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    close(host)
    win_later(ann)
    assert f"Not solved, with 0 cards home. {SOLVED_LATER}" in read(ann, f"/daily/{DAY}")


def test_nobody_else_learns_of_a_later_win(host: Host, arrive: Arrive) -> None:
    ann, ben = arrive("Ann"), arrive("Ben")
    close(host)
    before = [read(ben, address) for address in (f"/daily/{DAY}", PAGE)]
    win_later(ann)
    assert [read(ben, address) for address in (f"/daily/{DAY}", PAGE)] == before


def test_while_a_daily_is_not_closed_no_page_tells_that_a_deal_is_its_own(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    close(host)
    won = win_later(ann)
    assert "daily of" in read(ann, f"/sessions/{won['id']}/ending")
    # The clock was set back: the day is open again, and hides its deal again.
    for now in (OPENING + MINUTE, ENDING + MINUTE):
        host.clock.ms = now
        assert "daily of" not in read(ann, f"/sessions/{won['id']}/ending")
        assert "later" not in read(ann, f"/daily/{DAY}")
        assert "Solved later" not in read(ann, PAGE)


def test_the_end_of_such_a_game_names_the_daily_and_par_and_leads_back(host: Host, arrive: Arrive) -> None:
    host.choose(STONEWALL)
    ann = arrive("Ann")
    close(host)
    won = win_later(ann, detours=1)
    end = ann.client.get(f"/sessions/{won['id']}/ending").text
    assert f"This was the daily of 20 Nov 2026 . Par: {LINE}. 1 over." in plain(end)
    assert f'<a href="{PAGE}">' in end
    assert f'<a class="button" href="/daily/{DAY}/stonewall">Stonewall of that day</a>' in end


def test_once_all_dailies_of_the_day_are_solved_the_end_leads_to_the_day(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    close(host)
    won = win_later(ann)
    assert f'<a class="button" href="/daily/{DAY}">Back to that day</a>' in (
        ann.client.get(f"/sessions/{won['id']}/ending").text
    )
    assert "Par: 95, just what you needed." in read(ann, f"/sessions/{won['id']}")


def test_any_other_game_ends_as_before(host: Host, arrive: Arrive) -> None:
    ann = arrive("Ann")
    close(host)
    body = {"game": "fortress", "options": {}, "deal": 4}
    other = ann.give_up(given(ann.client.post("/api/v1/sessions", json=body), 201))
    assert "daily of" not in read(ann, f"/sessions/{other['id']}/ending")


def test_a_day_of_which_a_daily_was_solved_in_time_is_not_marked_for_another_one_solved_later() -> None:
    earlier = DAY - timedelta(1)
    month = month_page(DAY.replace(day=1), DAY, known={DAY, earlier}, solved={DAY}, since={DAY, earlier}, rested=set())
    assert month.solved == {DAY}
    assert month.solved_since == {earlier}


def test_a_day_that_is_over_and_that_nobody_played_says_so(host: Host, arrive: Arrive) -> None:
    guest = arrive("")
    assert "Nobody has begun yet." in read(guest, PAGE)
    for over in (ENDING, CLOSING):
        host.clock.ms = over
        page = read(guest, PAGE)
        assert "Nobody played it." in page
        assert "Nobody has begun yet." not in page
