"""Stories of dailies and certificates: whoever takes one has it alone, until it must have died."""

from datetime import date

from sqlalchemy import Connection

from app.features.daily.rows import stories
from app.features.daily.values.story import Story
from app.features.study import rows as certificates
from app.features.study.values import Certificate, CertificateState
from engine.deals import shuffled
from engine.games import find, variant_of

DAY = date(2026, 11, 20)
GAME = find("fortress")
STRONGHOLD = variant_of("stronghold", "cell=none")


def test_a_story_is_taken_once_and_who_comes_too_late_changes_nothing(connection: Connection) -> None:
    stories.add(connection, DAY, GAME, 0)
    slow = stories.take(connection, 5, 10)
    assert slow is not None
    assert stories.take(connection, 5, 20) is None
    quick = stories.take(connection, 11, 30)
    assert quick is not None
    assert quick.attempts == 2
    assert not stories.keep(connection, slow, Story(games=7), None)
    assert stories.keep(connection, quick, Story(games=1), None)
    assert stories.find(connection, DAY, GAME) == Story(games=1)
    assert not stories.is_due(connection, 1_000)


def test_a_certificate_is_asked_for_and_taken_once(connection: Connection) -> None:
    asked = Certificate("key", STRONGHOLD, 2**64, shuffled(2**64))
    certificates.add(connection, asked, "", "", 5)
    certificates.add(connection, asked, "", "", 6)
    assert certificates.is_due(connection, 5)
    assert certificates.take(connection, 5, 10) is not None
    assert certificates.take(connection, 5, 10) is None
    again = certificates.take(connection, 10, 20)
    assert again is not None
    assert (again.deal, again.deck, again.attempts) == (asked.deal, asked.deck, 2)
    certificates.keep(connection, Certificate("key", STRONGHOLD, 1, asked.deck, CertificateState.MADE, 3, 4), b"text")
    assert not certificates.is_due(connection, 1_000)
    assert certificates.compressed_text(connection, "key") == b"text"


def test_the_certificates_asked_for_last_stay(connection: Connection) -> None:
    for at, name in enumerate("abc"):
        certificates.add(connection, Certificate(name, STRONGHOLD, 1, shuffled(1)), "", "", at)
    certificates.forget_oldest(connection, 2)
    assert [name for name in "abc" if certificates.find(connection, name)] == ["b", "c"]


def test_of_the_origin_that_had_a_turn_a_certificate_waits_behind_those_of_others(connection: Connection) -> None:
    for at, (name, origin) in enumerate([("a", "one"), ("b", "one"), ("c", "two")]):
        certificates.add(connection, Certificate(name, STRONGHOLD, 1, shuffled(1)), f"player {name}", origin, at)
    taken = [one.key for at in (5, 6, 7) if (one := certificates.take(connection, at, 1_000))]
    assert taken == ["a", "c", "b"]
    assert certificates.pending(connection, "player a") == 1
    certificates.keep(connection, Certificate("a", STRONGHOLD, 1, shuffled(1), CertificateState.MADE, 3, 4), b"text")
    assert certificates.pending(connection, "player a") == 0
