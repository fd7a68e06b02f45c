"""The dailies as a feed and as a calendar: valid for the programs that read them, and silent about open deals."""

import re
from collections.abc import Callable, Sized
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from app.features.daily.words.feeds import _fold
from engine.cards import TEXT
from engine.deals import deck_code
from engine.games import GAMES
from tests.app.daily.conftest import CLOSING, DAY, ENDING, FORTRESS, HOUR, OPENING, STONEWALL, Arrive, Host

ATOM = "{http://www.w3.org/2005/Atom}"
TOMORROW = DAY + timedelta(1)
BOTH = ("/daily/feed.atom", "/daily/calendar.ics")


def entries(body: bytes) -> list[ElementTree.Element]:
    """Parse a feed, check what RFC 4287 requires of it, and return its entries."""
    feed = ElementTree.fromstring(body)
    assert feed.tag == f"{ATOM}feed"
    found = feed.findall(f"{ATOM}entry")
    for each in (feed, *found):
        for name in ("id", "title", "updated"):
            (one,) = each.findall(f"{ATOM}{name}")
            assert one.text
        assert datetime.fromisoformat(each.findtext(f"{ATOM}updated", "")).tzinfo is UTC
        assert len([link for link in each.findall(f"{ATOM}link") if link.get("rel") == "alternate"]) == 1
    assert feed.findtext(f"{ATOM}author/{ATOM}name"), "entries without authors need one of the feed"
    ids = [each.findtext(f"{ATOM}id") for each in found]
    assert len(set(ids)) == len(ids)
    return found


def events(body: bytes) -> list[dict[str, str]]:
    """Parse a calendar, check what RFC 5545 requires of it, and return its events by the names of their properties."""
    assert body.endswith(b"\r\n")
    assert b"\n" not in body.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    lines = body.decode().replace("\r\n ", "").split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    whole = [line.partition(":") for line in lines]
    assert all(re.fullmatch(r"[A-Z-]+(;[A-Z-]+=\w+)*", name) for name, _, _ in whole)
    head = {name: value for name, _, value in whole[: lines.index("BEGIN:VEVENT")]}
    assert (head["VERSION"], bool(head["PRODID"])) == ("2.0", True)
    found, of_event = list[dict[str, str]](), list[tuple[str, str]]()
    for name, _, value in whole[len(head) : -1]:
        if (name, value) == ("BEGIN", "VEVENT"):
            of_event = []
        elif (name, value) == ("END", "VEVENT"):
            assert len(dict(of_event)) == len(of_event), "each of these properties may stand once"
            found.append(dict(of_event))
        else:
            of_event.append((name, value))
    for one in found:
        assert re.fullmatch(r"[0-9]{8}T[0-9]{6}Z", one["DTSTAMP"])
        assert one["DTSTART"] < one["DTEND"]
    assert len({one["UID"] for one in found}) == len(found)
    return found


def at(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y%m%dT%H%M%SZ}"


def test_a_feed_has_the_dailies_that_have_begun_the_latest_first(arrive: Arrive, host: Host) -> None:
    host.choose(FORTRESS, TOMORROW)
    ann = arrive("")
    answer = ann.client.get("/daily/feed.atom")
    assert answer.headers["content-type"] == "application/atom+xml"
    (only,) = entries(answer.content)
    assert only.findtext(f"{ATOM}id") == f"http://testserver/daily/{DAY}/fortress"
    assert ElementTree.fromstring(answer.content).findtext(f"{ATOM}icon") == "http://testserver/favicon.ico"
    host.clock.ms = ENDING
    titles = [one.findtext(f"{ATOM}title") for one in entries(ann.client.get("/daily/feed.atom").content)]
    assert titles == ["Fortress, Saturday, 21 November 2026", "Fortress, Friday, 20 November 2026"]


def test_the_deal_is_linked_once_the_day_has_closed_and_is_nowhere_before(arrive: Arrive, host: Host) -> None:
    ann, today = arrive(""), host.today
    secrets = [str(today.deal), today.salt, deck_code(today.deck), *(f"#{card}" for card in TEXT)]
    for now in (OPENING + HOUR, ENDING, CLOSING - 1):
        host.clock.ms = now
        for path in BOTH:
            told = ann.client.get(path).text
            assert not [secret for secret in secrets if secret in told], (path, now)
    host.clock.ms = CLOSING
    assert str(today.deal) not in ann.client.get("/daily/feed.atom").text, "its results are not settled yet"
    host.close()
    (only,) = entries(ann.client.get("/daily/feed.atom").content)
    (deal,) = [link for link in only.findall(f"{ATOM}link") if link.get("rel") == "related"]
    assert deal.get("href") == f"http://testserver/fortress/{today.deal}"
    assert only.findtext(f"{ATOM}updated") == "2026-11-21T02:00:00Z"
    host.clock.ms = CLOSING - 1
    assert str(today.deal) not in ann.client.get("/daily/feed.atom").text, "the clock was set back"


def test_a_calendar_of_one_game_has_an_event_for_each_daily_as_long_as_its_day_and_those_of_a_week_to_come(
    arrive: Arrive, host: Host
) -> None:
    answer = arrive("").client.get("/daily/calendar.ics", params={"game": "fortress"})
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    first, *coming = events(answer.content)
    assert first["UID"] == f"{DAY}-fortress@testserver"
    assert (first["DTSTART"], first["DTEND"]) == (at(OPENING), at(ENDING))
    assert first["URL"] == f"http://testserver/daily/{DAY}/fortress"
    assert first["SUMMARY"] == "Daily: Fortress"
    assert len(coming) == 7
    assert all(one["DTSTAMP"] <= at(host.clock.ms) for one in coming)


def test_a_calendar_of_all_games_has_one_event_a_day_that_names_them(arrive: Arrive, host: Host) -> None:
    ann, path = arrive(""), "/daily/calendar.ics"
    assert events(ann.client.get(path).content)[0]["SUMMARY"] == "Daily: Fortress"
    stonewall = host.choose(STONEWALL)
    first, *coming = events(ann.client.get(path).content)
    assert first["UID"] == f"{DAY}@testserver"
    assert (first["DTSTART"], first["DTEND"]) == (at(OPENING), at(ENDING))
    assert first["URL"] == f"http://testserver/daily/{DAY}"
    assert first["SUMMARY"] == "Dailies: Fortress and Stonewall"
    assert len(coming) == 7
    assert all(game.name in one["SUMMARY"] for game in GAMES.values() for one in coming)
    host.clock.ms = CLOSING
    host.close()
    told = events(ann.client.get(path).content)[0]["DESCRIPTION"]
    assert told.endswith(f"unranked: Fortress {host.today.deal} and Stonewall {stonewall.deal}.")


@pytest.mark.parametrize(("path", "read"), [(BOTH[0], entries), (BOTH[1], events)])
def test_both_can_be_of_one_game_and_reach_back_a_fortnight(
    arrive: Arrive, host: Host, path: str, read: Callable[[bytes], Sized]
) -> None:
    ann = arrive("")
    host.choose(STONEWALL)
    assert "Fortress" in ann.client.get(path).text
    mine = len(read(ann.client.get(path, params={"game": "stonewall"}).content))
    assert mine > 0
    assert "Fortress" not in ann.client.get(path, params={"game": "stonewall"}).text
    assert ann.client.get(path, params={"game": "whist"}).status_code == 404
    host.clock.ms += 15 * 24 * HOUR
    assert len(read(ann.client.get(path, params={"game": "stonewall"}).content)) == mine - 1


@pytest.mark.parametrize("path", BOTH)
def test_whoever_has_the_latest_is_told_so_and_nobody_becomes_a_player(arrive: Arrive, host: Host, path: str) -> None:
    ann = arrive("")
    answer = ann.client.get(path)
    assert answer.headers["cache-control"] == "public, max-age=900"
    assert "set-cookie" not in answer.headers
    asked = {"if-none-match": answer.headers["etag"]}
    again = ann.client.get(path, headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    host.choose(STONEWALL)
    assert ann.client.get(path, headers=asked).status_code == 200


def test_the_pages_of_dailies_lead_to_them(arrive: Arrive) -> None:
    ann = arrive("")
    page = ann.client.get("/daily").text
    assert 'rel="alternate" type="application/atom+xml" title="The dailies" href="/daily/feed.atom"' in page
    assert 'href="/daily/calendar.ics"' in page
    assert 'href="/daily/feed.atom?game=fortress"' in ann.client.get(f"/daily/{DAY}/fortress").text


def test_a_long_line_is_folded_between_characters_and_never_within_one() -> None:
    line = "SUMMARY:" + "Ä" * 100
    folded = _fold(line)
    assert all(len(part) <= 75 for part in folded.split(b"\r\n"))
    assert folded.decode().replace("\r\n ", "") == line + "\r\n"
