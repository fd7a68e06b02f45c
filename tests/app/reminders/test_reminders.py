"""Reminders: once a day at most, only while the daily waits, and gone with one tap."""

import pytest
from starlette.testclient import TestClient

from app.core.due import MOST_TRIES, FailedTry
from app.features.reminders import rows, service
from app.features.reminders.values import LATE_MS, REMINDERS_OF_A_PLAYER, PushAddress, Reminder
from app.people.rows import accounts
from tests.app.account.conftest import PASSWORD
from tests.app.daily.conftest import FORTRESS, HOUR, OPENING, Arrive
from tests.app.reminders.conftest import FORMS, Browser, Reminding, ask
from tests.databases import transaction

PHONE = Browser("phone")


def stored(url: str) -> list[Reminder]:
    """List all reminders that are due some day."""
    with transaction(url) as connection:
        return rows.due(connection, 1 << 60, 100)


def test_a_browser_is_reminded_once_a_day_at_its_hour(client: TestClient, reminding: Reminding) -> None:
    assert ask(client, PHONE).status_code == 204
    assert reminding.look() == 0
    reminding.host.clock.ms = OPENING + 14 * HOUR - 1
    assert reminding.look() == 0
    reminding.host.clock.pass_by(1)
    assert [reminding.look(), reminding.look()] == [1, 0]
    assert reminding.days(3) == [1, 1, 1]


def test_the_message_is_for_the_browser_alone_and_tells_nothing_of_the_deal(
    client: TestClient, reminding: Reminding, database_url: str
) -> None:
    ask(client, PHONE)
    reminding.host.clock.pass_by(5 * HOUR)
    assert reminding.look() == 1
    (sent,) = reminding.service.got
    assert (sent.method, str(sent.url)) == ("POST", PHONE.endpoint)
    assert sent.headers["content-encoding"] == "aes128gcm"
    assert int(sent.headers["ttl"]) > 0
    (kept,) = stored(database_url)
    assert PHONE.decrypt(sent.content) == {"said": "Today’s daily waits.", "token": kept.token}
    assert len(reminding.service.read) == 1, "an answer without end is not read to its end"


def test_the_message_is_signed_with_the_key_that_the_page_tells(client: TestClient, reminding: Reminding) -> None:
    ask(client, PHONE)
    reminding.host.clock.pass_by(5 * HOUR)
    reminding.look()
    assert f'data-key="{reminding.vapid.public}"' in client.get("/reminders").text
    reminding.service.check_sender(reminding.vapid.public)


def test_a_streak_is_told_unless_the_player_hides_streaks(arrive: Arrive, reminding: Reminding) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    ask(ann.client, PHONE)
    assert reminding.days(1) == [0]
    reminding.host.clock.ms = OPENING + 38 * HOUR
    assert reminding.look() == 1
    said = PHONE.decrypt(reminding.service.got[-1].content)["said"]
    assert said == "Today’s daily waits. Your streak is 1 day."
    ann.client.post("/settings/counters", data={"scores": "hidden"})
    reminding.host.clock.ms = OPENING + 62 * HOUR
    assert reminding.look() == 1
    assert PHONE.decrypt(reminding.service.got[-1].content)["said"] == "Today’s daily waits."


def test_nobody_is_reminded_of_a_daily_that_they_have_solved(arrive: Arrive, reminding: Reminding) -> None:
    ann = arrive("")
    ask(ann.client, PHONE)
    ann.win(FORTRESS)
    reminding.host.clock.ms = OPENING + 14 * HOUR
    assert reminding.look() == 0
    assert reminding.days(1) == [1], "the next day has a daily of its own"


def test_whoever_began_one_and_left_it_is_reminded(arrive: Arrive, reminding: Reminding) -> None:
    ann = arrive("")
    ask(ann.client, PHONE)
    ann.start()
    reminding.host.clock.ms = OPENING + 14 * HOUR
    assert reminding.look() == 1, "only a solved daily keeps a streak"


def test_a_closed_account_is_not_reminded_until_it_is_opened_again(
    arrive: Arrive, reminding: Reminding, database_url: str
) -> None:
    ask(arrive("Ann").client, PHONE)
    with transaction(database_url) as connection:
        ann = accounts.find_by_name(connection, "ann")
        assert ann
    for closed_at, messages in ((1, 0), (None, 1)):
        with transaction(database_url) as connection:
            accounts.keep_closed(connection, ann.player_id, closed_at)
        assert reminding.days(1) == [messages]


def test_two_senders_that_look_at_once_send_one_message(url: str, reminding: Reminding) -> None:
    with transaction(url) as connection:
        now = reminding.host.clock.ms
        for name in ("one", "two", "three"):
            service.ask(connection, "player-000000001", PushAddress(**Browser(name).fields), 14, "Europe/London", now)
    both = Reminding(url, reminding.host)
    reminding.host.clock.pass_by(5 * HOUR)
    assert both.look(senders=2) == 3
    assert len({str(one.url) for one in both.service.got}) == 3


def test_a_clock_that_jumps_sends_nothing_twice(client: TestClient, reminding: Reminding) -> None:
    ask(client, PHONE)
    clock = reminding.host.clock
    clock.ms = OPENING + 14 * HOUR
    assert reminding.look() == 1
    for jump in (-6 * HOUR, 6 * HOUR, -20 * HOUR, 20 * HOUR):
        clock.pass_by(jump)
        assert reminding.look() == 0, jump


def test_another_hour_brings_no_second_message_on_a_day(
    client: TestClient, reminding: Reminding, database_url: str
) -> None:
    ask(client, PHONE)
    reminding.host.clock.ms = OPENING + 14 * HOUR
    assert reminding.look() == 1
    ask(client, PHONE, hour=16)
    reminding.host.clock.ms = OPENING + 16 * HOUR
    assert reminding.look() == 0
    assert [one.hour for one in stored(database_url)] == [16]
    assert reminding.days(1) == [1]


def test_a_reminder_that_is_too_late_waits_for_the_next_day(client: TestClient, reminding: Reminding) -> None:
    ask(client, PHONE)
    reminding.host.clock.ms = OPENING + 14 * HOUR + LATE_MS + 1
    assert reminding.look() == 0
    assert reminding.days(1) == [1]


def test_after_days_of_silence_the_reminder_of_today_comes(client: TestClient, reminding: Reminding) -> None:
    ask(client, PHONE)
    reminding.host.clock.ms = OPENING + 86 * HOUR + LATE_MS - 1
    assert [reminding.look() for _ in range(3)] == [0, 1, 0]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    client: TestClient, reminding: Reminding, database_url: str, status: int
) -> None:
    ask(client, PHONE)
    reminding.service.status = status
    reminding.host.clock.ms = OPENING + 14 * HOUR
    assert reminding.look() == 1
    assert stored(database_url) == []


@pytest.mark.parametrize("status", [0, 302, 403, 429, 500])
def test_failures_back_off_and_the_last_one_ends_the_reminder(
    client: TestClient, reminding: Reminding, database_url: str, status: int
) -> None:
    ask(client, PHONE)
    reminding.service.status = status
    assert reminding.days(17) == [1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    assert {str(one.url) for one in reminding.service.got} == {PHONE.endpoint}, "no redirect is followed"
    assert stored(database_url) == []


def test_a_message_that_comes_through_makes_up_for_failures(
    client: TestClient, reminding: Reminding, database_url: str
) -> None:
    ask(client, PHONE)
    reminding.service.status = 500
    assert reminding.days(2) == [1, 1]
    reminding.service.status = 201
    assert reminding.days(2) == [0, 1]
    assert [one.failures for one in stored(database_url)] == [0]


def test_what_fails_after_a_message_sends_it_no_second_time(
    client: TestClient, reminding: Reminding, database_url: str
) -> None:
    ask(client, PHONE)
    reminding.host.clock.ms = OPENING + 14 * HOUR
    (one,) = stored(database_url)
    assert reminding.look() == 1
    with transaction(database_url) as connection:
        service.keep_failure(connection, one, FailedTry(0, reminding.host.clock.ms))
    assert reminding.look() == 0
    with transaction(database_url) as connection:
        service.keep_failure(connection, one, FailedTry(MOST_TRIES - 1, None))
    assert stored(database_url) == []


def test_the_token_ends_a_reminder_for_whoever_has_it(
    client: TestClient, stranger: TestClient, reminding: Reminding, database_url: str
) -> None:
    ask(client, PHONE)
    ask(client, Browser("laptop"))
    stranger.post("/reminders/end", data={"token": "nonsense"})
    assert len(stored(database_url)) == 2
    token = next(one.token for one in stored(database_url) if one.address.endpoint == PHONE.endpoint)
    answer = stranger.post("/reminders/end", data={"token": token})
    assert (answer.status_code, "set-cookie" in answer.headers) == (204, False)
    assert [one.address.endpoint for one in stored(database_url)] == [Browser("laptop").endpoint]
    assert reminding.days(1) == [1]


def test_the_page_lists_reminders_and_ends_all_of_them(
    client: TestClient, stranger: TestClient, database_url: str
) -> None:
    ask(client, PHONE, hour=7, zone="America/New_York")
    page = client.get("/reminders").text
    assert "07:00" in page
    assert "America/New York" in page
    assert "07:00</b>" not in stranger.get("/reminders").text
    stranger.post("/reminders/end-all")
    assert len(stored(database_url)) == 1
    assert client.post("/reminders/end-all").headers["location"] == "/reminders?ended"
    assert stored(database_url) == []
    assert "Your reminders have ended." in client.get("/reminders?ended").text


def test_a_browser_has_one_reminder_whoever_asks_last(
    client: TestClient, stranger: TestClient, database_url: str
) -> None:
    ask(client, PHONE)
    ask(stranger, PHONE, hour=9)
    assert [one.hour for one in stored(database_url)] == [9]
    assert "09:00</b>" in stranger.get("/reminders", headers=FORMS).text
    assert "</b>" not in client.get("/reminders").text


def test_a_player_has_reminders_in_a_few_browsers_only(client: TestClient, database_url: str) -> None:
    for number in range(REMINDERS_OF_A_PLAYER):
        assert ask(client, Browser(f"browser-{number}")).status_code == 204
    refused = ask(client, PHONE)
    assert refused.status_code == 422
    assert "You have reminders in five other browsers. End them first." in refused.text
    assert ask(client, Browser("browser-0"), hour=3).status_code == 204
    assert len(stored(database_url)) == REMINDERS_OF_A_PLAYER


def test_a_reminder_follows_its_browser_to_another_address(
    client: TestClient, stranger: TestClient, database_url: str
) -> None:
    ask(client, PHONE)
    (before,) = stored(database_url)
    moved = Browser("moved", "updates.push.services.mozilla.com")
    assert stranger.post("/reminders/moved", data={"before": "https://x/", **moved.fields}).status_code == 204
    assert stored(database_url) == [before]
    assert stranger.post("/reminders/moved", data={"before": PHONE.endpoint, **moved.fields}).status_code == 204
    (after,) = stored(database_url)
    assert (after.token, after.due_at, after.address.endpoint) == (before.token, before.due_at, moved.endpoint)
    foreign = Browser("phone", "push.example.org")
    refused = stranger.post("/reminders/moved", data={"before": moved.endpoint, **foreign.fields})
    assert refused.status_code == 400


def test_reminders_go_with_the_guest_into_the_account_and_end_with_it(
    arrive: Arrive, reminding: Reminding, database_url: str
) -> None:
    ann = arrive("Ann")
    guest = arrive("")
    ask(guest.client, PHONE)
    guest.sign_in("Ann")
    assert "14:00</b>" in ann.client.get("/reminders", headers=FORMS).text
    (one,) = stored(database_url)
    export = ann.client.get("/account/export")
    told = export.json()["reminders"]
    assert told == [
        {"service": "fcm.googleapis.com", "hour": 14, "zone": "Europe/London", "made_at": "2026-11-20T09:00:00.000Z"}
    ]
    for secret in (one.token, one.address.endpoint, one.address.p256dh, one.address.auth):
        assert secret not in export.text
    ann.client.post("/account/delete", data={"password": PASSWORD})
    assert stored(database_url) == []
    assert reminding.days(1) == [0]
