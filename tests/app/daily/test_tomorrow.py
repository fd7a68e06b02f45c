"""After a daily: where it stands, what keeps the streak, what is left today, and what comes tomorrow."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape

import pytest
from sqlalchemy import update

from app.core import features
from app.features.daily.service.streaks import Streak
from app.features.daily.service.tomorrow import RunningStreak
from app.features.daily.tables import daily
from app.features.daily.words.tomorrow import keeping_words
from app.people.looks import COOKIE
from app.site.features import FEATURES
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    ENDING,
    FORTRESS,
    HOUR,
    MINUTE,
    STONEWALL,
    Arrive,
    Challenger,
    Host,
    known_win,
)
from tests.databases import transaction

STALACTITES, STRONGHOLD = known_win("stalactites"), known_win("stronghold")
SLUGS = ("stalactites", "stronghold")
PAR = "Par, one cell" if STRONGHOLD.options["cell"] == "one" else "Par"


def told(challenger: Challenger, slug: str = "fortress") -> str:
    """Return what the page of a daily says about what comes next; empty if it says nothing."""
    page = challenger.client.get(f"/daily/{DAY}/{slug}").text
    return page.partition('aria-labelledby="after"')[2].partition("</section>")[0]


def plain(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", markup)).split())


def words(challenger: Challenger, slug: str = "fortress") -> str:
    return plain(told(challenger, slug))


def test_nothing_comes_next_before_an_attempt_has_ended(arrive: Arrive) -> None:
    ann = arrive("Ann")
    assert told(ann) == ""
    session = ann.start()
    assert told(ann) == ""
    ann.give_up(session)
    assert "What comes next" in words(ann)


def test_the_place_so_far_is_told_and_changes_with_the_others(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    assert "Yours is the first result so far." in words(ann)
    host.clock.pass_by(MINUTE)
    bob.give_up(bob.start())
    assert "You are at rank 2 of 2 so far." in words(bob)
    assert "You are at rank 1 of 2 so far." in words(ann)


def test_a_guest_is_told_where_they_would_be(arrive: Arrive, host: Host) -> None:
    ann, guest = arrive("Ann"), arrive("")
    ann.win(FORTRESS)
    host.clock.pass_by(MINUTE)
    guest.win(FORTRESS, detours=1)
    assert "You would be at rank 2 of 2 so far." in words(guest)


def test_an_unranked_game_that_is_not_solved_is_told_no_place(arrive: Arrive) -> None:
    arrive("Ann").win(FORTRESS)
    guest = arrive("")
    session = guest.give_up(guest.start())
    assert "What comes next" in words(guest)
    assert "at rank" not in words(guest)
    assert "at rank" not in plain(guest.client.get(f"/sessions/{session['id']}/ending").text)


def test_after_a_loss_to_practise_comes_before_the_leaderboard_and_after_a_win_behind_it(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.give_up(ann.start())
    bob.win(FORTRESS)
    lost, won = (one.client.get(f"/daily/{DAY}/fortress").text for one in (ann, bob))
    assert lost.index('<button class="button">Practise</button>') < lost.index(">The leaderboard</a>")
    assert won.index(">The leaderboard</a>") < won.index('<button class="button quiet-button">Practise</button>')
    ann.start()
    going_on = ann.client.get(f"/daily/{DAY}/fortress").text
    assert going_on.index(">Continue your attempt</a>") < going_on.index(">The leaderboard</a>")


def test_tomorrow_is_told_with_its_options_its_strength_and_the_moment_it_opens(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    ann = arrive("Ann")
    ann.give_up(ann.start())
    assert "Tomorrow’s deal is a gentle one: Fortress. It opens" in words(ann)
    assert '<time datetime="2026-11-21T00:00:00Z" data-until>' in told(ann)
    assert f'href="/daily/{DAY}/stonewall"' in told(ann)
    assert f'href="/daily/{DAY}/fortress"' not in told(ann), "what is done is not offered again"
    ann.give_up(ann.start("stonewall"))
    assert "Tomorrow’s deal is a hard one: Stonewall. Fortress has a gentle one." in words(ann, "stonewall")


@pytest.mark.parametrize("spoilt", [{"band": "fiendish"}, {"options": "nothing"}], ids=str)
def test_a_daily_of_tomorrow_that_cannot_be_read_keeps_nobody_from_todays(
    spoilt: dict[str, str], arrive: Arrive, host: Host, database_url: str
) -> None:
    host.choose(FORTRESS, DAY + timedelta(1))
    with transaction(database_url) as connection:
        connection.execute(update(daily).where(daily.c.day > DAY).values(spoilt))
    ann = arrive("Ann")
    ann.give_up(ann.start())
    assert re.search("Tomorrow’s deal is a (gentle|hard) one: Fortress", words(ann))


def test_a_daily_of_today_whose_band_is_none_that_is_known_is_played_all_the_same(
    arrive: Arrive, database_url: str
) -> None:
    with transaction(database_url) as connection:
        connection.execute(update(daily).values(band="fiendish"))
    ann = arrive("Ann")
    assert ann.start()["status"] == "playing"
    assert "A steady deal" in ann.client.get(f"/daily/{DAY}/fortress").text


def test_the_streak_and_what_keeps_it_are_told_on_the_page_and_at_the_table(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    assert "Today counts" not in ann.client.get("/daily").text
    won = ann.win(FORTRESS)
    said = "Your streak is 1 day. Today counts. Solve a daily tomorrow, and it grows to 2 days."
    assert said in words(ann)
    assert said in ann.client.get("/daily").text
    shown = plain(ann.client.get(f"/sessions/{won['id']}/ending").text)
    assert "Yours is the first result so far. Your streak is 1 day: a daily tomorrow makes it 2." in shown
    host.clock.ms = ENDING + HOUR
    assert "Solve a daily today, and it grows to 2 days." in ann.client.get("/daily").text
    assert "a daily today makes it 2" in plain(ann.client.get(f"/sessions/{won['id']}/ending").text)


def test_the_page_of_the_day_says_how_hard_what_is_open_is_and_keeps_its_links_apart(arrive: Arrive) -> None:
    page = arrive("Ann").client.get("/daily").text
    assert '<div class="state">A steady deal</div>' in page
    assert '<div class="state">Open</div>' not in page
    assert '<li><a href="/statistics">Your statistics</a></li><li><a href="/reminders">Remind me</a></li>' in page


def test_nothing_comes_next_on_the_page_of_a_day_that_is_over(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    for now in (ENDING, CLOSING):
        host.clock.ms = now
        assert told(ann) == ""


def test_who_hides_scores_is_told_of_tomorrow_and_neither_of_a_place_nor_of_a_streak(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    ann.client.cookies.set(COOKIE, "scores:hidden")
    said = words(ann)
    assert "Tomorrow’s deal" in said
    assert not [word for word in ("so far", "streak", "Today counts") if word in said]


@pytest.fixture
def without_puzzles(arrive: Arrive) -> Iterator[None]:
    # A server that starts switches all features on, so it must have started.
    arrive("")
    names = [feature.name for feature in FEATURES]
    features.FEATURES.fill(name for name in names if name != "puzzles")
    yield
    features.FEATURES.fill(names)


def test_a_puzzle_is_offered_where_there_are_puzzles(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    assert 'href="/puzzles"' in told(ann)


@pytest.mark.usefixtures("without_puzzles")
def test_no_puzzle_is_offered_where_there_are_none(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    assert "/puzzles" not in told(ann)


@pytest.mark.parametrize(
    ("streak", "solved_today", "said"),
    [
        (Streak(), False, ""),
        (Streak(0, 7), False, "Solve a daily today to begin a new one."),
        (Streak(4, 7), False, "Solve a daily today, and it grows to 5 days."),
        (
            Streak(4, 7, 2),
            False,
            "Solve a daily today, and it grows to 5 days. If you miss today, a rest day keeps it.",
        ),
        (Streak(9, 9), False, "Solve a daily today, and it grows to 10 days and earns you a rest day."),
        (Streak(9, 9), True, "Today counts. Solve a daily tomorrow, and it grows to 10 days and earns you a rest day."),
        (Streak(39, 39, 3), True, "Today counts. Solve a daily tomorrow, and it grows to 40 days."),
    ],
)
def test_what_keeps_a_streak_is_said_without_a_threat(streak: Streak, solved_today: bool, said: str) -> None:
    assert keeping_words(RunningStreak(streak, solved_today)) == said


def test_practice_is_said_to_count_for_the_streak_only_until_today_counts(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    page = f"/daily/{DAY}/fortress"
    assert "Practice counts for your streak, too, but the board ranks only your first try." in ann.client.get(page).text
    ann.win(FORTRESS)
    said = ann.client.get(page).text
    assert "Practice counts" not in said
    assert "Your streak already counts today, and the board ranks only your first try: this is practice alone." in said


def test_the_page_of_a_daily_passes_on_the_very_words_of_its_table(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    solved = ann.win(FORTRESS)
    ann.give_up(ann.start())
    end = ann.client.get(f"/sessions/{solved['id']}/ending").text
    (words,) = re.findall(r'<p id="share-text"[^>]*>([^<]+)</p>', end)
    assert "hints" not in words
    page = ann.client.get(f"/daily/{DAY}/fortress").text
    assert re.findall(r'data-text="([^"]+)"[^>]*>([^<]+)</a>', page) == [(words, "Share")], "of the best try alone"
    assert page.count("Publish the replay") == 3
    assert "A star means par or better." in page


def test_par_is_named_with_its_options_as_people_say_them(arrive: Arrive, host: Host) -> None:
    host.choose(STALACTITES)
    host.choose(STRONGHOLD)
    ann = arrive("Ann")
    host.clock.ms = CLOSING
    host.close()
    said = [re.findall(r"<summary>(Par[^<]+)</summary>", ann.client.get(f"/daily/{DAY}/{slug}").text) for slug in SLUGS]
    assert [[one.partition(":")[0] for one in of_game] for of_game in said] == [["Par, by ones", "Par, by twos"], [PAR]]
