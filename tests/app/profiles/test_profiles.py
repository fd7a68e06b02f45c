"""Public pages of players, and reports of names."""

from datetime import timedelta
from html import unescape

from app.features.archive.feature import KEPT_MS
from app.features.daily.service.calendar import ends_at
from app.features.moderation.service import reports
from tests.app.account.conftest import PASSWORD
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Challenger, Host, known_win
from tests.app.play.table import headline
from tests.databases import transaction

EVERYTHING = ("streak", "points", "ratings", "records", "games")


def show(who: Challenger, *parts: str) -> None:
    answer = who.client.post("/account/page", data=dict.fromkeys(parts, "on"))
    assert answer.headers["location"] == "/account/page"


def page(of: str, seen_by: Challenger) -> str:
    answer = seen_by.client.get(f"/players/{of}")
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def test_a_page_is_off_until_its_owner_chooses_and_then_shows_that_alone(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    assert headline(bob.client.get("/players/Ann")) == headline(bob.client.get("/players/Nobody"))
    show(ann, "streak")
    seen = page("ann", bob)
    assert "days at best" in seen
    assert "points</dt>" not in seen
    assert "Won in a row" not in seen
    show(ann, *EVERYTHING)
    seen = page("Ann", bob)
    assert all(words in seen for words in ("days at best", "points</dt>", "Won in a row", "Report this name"))
    assert "This is your page" in page("Ann", ann)
    link = '<th scope="row"><a href="/players/Ann"><bdi>Ann</bdi></a></th>'
    assert link in bob.client.get(f"/daily/{DAY}/fortress/leaderboard").text
    assert link in bob.client.get("/standings/all").text
    show(ann)
    assert bob.client.get("/players/Ann").status_code == 404


def test_a_page_tells_nothing_of_an_open_daily(arrive: Arrive, host: Host) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    show(ann, *EVERYTHING)
    before = page("Ann", bob)
    session = ann.win(FORTRESS)
    assert ann.client.post(f"/sessions/{session['id']}/share").status_code == 303
    host.clock.ms += KEPT_MS
    assert page("Ann", bob) == before
    assert str(DAY) not in before


def test_a_streak_is_shown_to_others_up_to_the_last_closed_day_and_to_its_player_with_today(
    arrive: Arrive, host: Host
) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    show(ann, "streak")
    ann.win(FORTRESS)
    host.clock.ms = CLOSING
    host.close()
    tomorrow = DAY + timedelta(1)
    host.choose(known_win("fortress", tomorrow), tomorrow)
    ann.play(ann.start(day=tomorrow), FORTRESS.line)
    for seen in (page("Ann", bob), page("Ann", ann)):
        assert "<dt>day of streak up to yesterday</dt><dd>1</dd>" in seen
    assert "nothing about a daily or a race that is still open" in page("Ann", ann)
    assert "nothing about a daily" not in page("Ann", bob)
    assert "<dt>days of streak</dt><dd>2</dd>" in ann.client.get("/me").text
    host.clock.ms = ends_at(tomorrow)
    assert "<dt>day of streak up to 20 Nov 2026</dt><dd>1</dd>" in page("Ann", bob)


def test_a_name_is_reported_to_the_operator_alone_and_says_not_whether_it_is_there(
    arrive: Arrive, database_url: str
) -> None:
    ann, bob, guest = arrive("Ann"), arrive("Bob"), arrive("")
    assert guest.client.get("/report?name=Ann").status_code == 404
    assert 'value="Ann"' in bob.client.get("/report?name=Ann").text
    answers = [bob.client.post("/report", data={"name": name, "reason": "offends"}) for name in ("Ann", "Nobody")]
    assert {answer.headers["location"] for answer in answers} == {"/report?sent=yes"}
    assert "Thank you" in bob.client.get("/report?sent=yes").text
    assert bob.client.post("/report", data={"name": "Ann"}).status_code == 400
    assert "your own name" in headline(bob.client.post("/report", data={"name": "bob", "reason": "other"}))
    with transaction(database_url) as connection:
        assert [(one.name, one.reporters) for one in reports.reports(connection)] == [("Ann", 1)]
    assert "report" not in ann.client.get("/account").text.lower()


def test_deleting_an_account_deletes_its_page_and_its_reports(arrive: Arrive, database_url: str) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    show(ann, "games")
    bob.client.post("/report", data={"name": "Ann", "reason": "other"})
    assert ann.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert bob.client.get("/players/Ann").status_code == 404
    with transaction(database_url) as connection:
        assert reports.reports(connection) == []
