"""The dailies as an Atom feed (RFC 4287) and as a calendar (RFC 5545)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from xml.etree import ElementTree

from app.core.words import day_words, numbered
from app.core.words import listed as listed_words
from app.features.daily.service.calendar import ends_at, opens_at
from app.features.daily.service.feeds import ListedDaily
from app.play.words.deals import deal_link
from app.play.words.summary import options_words
from engine.rules import Game

_ATOM = "http://www.w3.org/2005/Atom"
_LINE_OCTETS = 75
"""The most octets of a line of a calendar, without its end."""
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
ElementTree.register_namespace("", _ATOM)


def atom(listed: Sequence[ListedDaily], game: Game | None, day: date, origin: str) -> bytes:
    """Write a feed of the dailies, of one game or of all; `day` is today, from when an empty feed is."""
    feed, own = ElementTree.Element(_tag("feed")), f"{origin}/daily/feed.atom" + (f"?game={game.slug}" if game else "")
    _add(feed, "id", own)
    _add(feed, "title", _title(game))
    _add(feed, "updated", _instant(max((one.changed_at for one in listed), default=opens_at(day))))
    _add(_add(feed, "author"), "name", "Rampart")
    _add(feed, "icon", f"{origin}/favicon.ico")
    _add(feed, "link", rel="self", type="application/atom+xml", href=own)
    _add(feed, "link", rel="alternate", type="text/html", href=f"{origin}/daily")
    for one in listed:
        page = f"{origin}{_page(one)}"
        entry = _add(feed, "entry")
        _add(entry, "id", page)
        _add(entry, "title", f"{_name(one)}, {day_words(one.day)}")
        _add(entry, "published", _instant(opens_at(one.day)))
        _add(entry, "updated", _instant(one.changed_at))
        _add(entry, "link", rel="alternate", type="text/html", href=page)
        if one.deal is not None:
            deal = f"{origin}{deal_link(one.game, one.deal, one.options)}"
            _add(entry, "link", rel="related", type="text/html", href=deal, title=f"Deal {one.deal}")
        _add(entry, "summary", _describe(one))
    written: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return written


def calendar(listed: Sequence[ListedDaily], game: Game | None, origin: str) -> bytes:
    """Write a calendar of the dailies, of one game or of all: an event for each day, as long as it."""
    return b"".join(map(_fold, _calendar_lines(listed, game, origin)))


def _calendar_lines(listed: Sequence[ListedDaily], game: Game | None, origin: str) -> Iterator[str]:
    host = origin.partition("://")[2]
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rampart//The dailies//EN", "CALSCALE:GREGORIAN")
    yield f"X-WR-CALNAME:{_escape(_title(game))}"
    yield "REFRESH-INTERVAL;VALUE=DURATION:PT6H"
    for day, of_day in groupby(listed, lambda one: one.day):
        dailies = list(of_day)
        names = listed_words(list(map(_name, dailies)))
        yield from ("BEGIN:VEVENT", f"UID:{day}-{game.slug}@{host}" if game else f"UID:{day}@{host}")
        yield f"DTSTAMP:{_basic(max(one.changed_at for one in dailies))}"
        yield from (f"DTSTART:{_basic(opens_at(day))}", f"DTEND:{_basic(ends_at(day))}")
        yield f"SUMMARY:{_escape(numbered(len(dailies), f'Daily: {names}', f'Dailies: {names}'))}"
        yield f"DESCRIPTION:{_escape(_describe_all(dailies))}"
        yield f"URL:{origin}{_page(dailies[0]) if game else f'/daily/{day}'}"
        # A day of dailies keeps nobody from meeting others.
        yield from ("TRANSP:TRANSPARENT", "END:VEVENT")
    yield "END:VCALENDAR"


def _describe(one: ListedDaily) -> str:
    if one.deal is not None:
        return f"This daily is over. It was deal {one.deal}, and anybody can play it now, unranked."
    return "One deal, the same for everybody and proved winnable. It stays secret until you begin."


def _describe_all(dailies: Sequence[ListedDaily]) -> str:
    if len(dailies) == 1:
        return _describe(dailies[0])
    if any(one.deal is None for one in dailies):
        return "One deal of each game, the same for everybody and proved winnable. Each stays secret until you begin."
    deals = listed_words([f"{_name(one)} {one.deal}" for one in dailies])
    return f"These dailies are over. Anybody can play their deals now, unranked: {deals}."


def _title(game: Game | None) -> str:
    return f"The {game.name} daily on Rampart" if game else "The dailies on Rampart"


def _name(one: ListedDaily) -> str:
    options = options_words(one.game, one.options)
    return f"{one.game.name} ({options})" if options else one.game.name


def _page(one: ListedDaily) -> str:
    return f"/daily/{one.day}/{one.game.slug}"


def _tag(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, _tag(name), attributes)
    child.text = text or None
    return child


def _instant(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _basic(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _fold(line: str) -> bytes:
    """Return a line of a calendar with its end, folded where it is too long but never within a character.

    >>> _fold("A" * 80)[72:]
    b'AAA\\r\\n AAAAA\\r\\n'
    """
    parts, part = list[bytes](), b""
    for each in (character.encode() for character in line):
        if len(part) + len(each) > _LINE_OCTETS:
            parts.append(part)
            part = b" "
        part += each
    return b"\r\n".join([*parts, part]) + b"\r\n"
