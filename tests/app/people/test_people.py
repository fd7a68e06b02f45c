"""What holds for accounts beneath their pages: names when two are as quick, bots, boards and networks."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.core.settings import Admission
from app.features.daily.service import daily
from app.features.friends.service import groups
from app.features.races.service import races
from app.features.races.service.races import RaceEntrant
from app.people.addresses import mark, network
from app.people.names import chosen_name
from app.people.rows import accounts as rows
from app.people.rows.accounts import Account
from app.people.service import accounts, players
from app.people.service.audiences import EVERYBODY, choose
from app.people.service.naming import RESTING_MS
from app.people.titles import groups_of
from app.people.visitors import Visit
from engine.games import find
from tests.app.daily.conftest import DAY, FORTRESS, OPENING, insert_daily
from tests.app.races.factories import race_terms
from tests.databases import plain_engine

ANN, BEN, CYN = "ann0000000000000", "ben0000000000000", "cyn0000000000000"
NOW = OPENING - 1


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        yield opened


def claim(connection: Connection, player_id: str, name: str) -> Account:
    """Make an account."""
    players.ensure(connection, player_id, NOW)
    accounts.claim(connection, Visit(player_id), name, "hash", ("0" * 64,), NOW)
    found = rows.find(connection, player_id)
    assert found
    return found


def test_of_two_who_found_a_name_free_the_second_is_refused(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim(connection, ANN, "Ann")
    ben = claim(connection, BEN, "Ben")
    monkeypatch.setattr(accounts, "is_free", lambda *_: True)
    for take in (
        lambda: claim(connection, CYN, "Ann"),
        lambda: accounts.rename(connection, Visit(BEN, ben_generation(connection)), "Ann"),
        lambda: accounts.name_player(connection, BEN, "Ann"),
    ):
        with pytest.raises(Impossible, match="taken"), connection.begin_nested():
            take()
    assert rows.find(connection, BEN) == ben
    assert rows.find(connection, CYN) is None


def ben_generation(connection: Connection) -> int:
    found = players.find(connection, BEN)
    assert found
    return found.generation


def test_who_uses_a_name_gives_it_up_when_an_account_is_renamed_to_it(connection: Connection) -> None:
    claim(connection, ANN, "Ann")
    room = races.make(connection, RaceEntrant(CYN, "Anna"), race_terms(), NOW)
    accounts.name_player(connection, ANN, "Anna")
    [racer] = races.look(connection, room.code).racers
    assert racer.name != "Anna"


def test_an_account_becomes_a_bot_once_and_only_before_it_is_ranked_among_people(connection: Connection) -> None:
    ann, ben = claim(connection, ANN, "Ann"), claim(connection, BEN, "Ben")
    insert_daily(connection, FORTRESS)
    daily.start(connection, DAY, find(FORTRESS.slug), {}, BEN, Admission.EVERYBODY, OPENING)
    with pytest.raises(Impossible, match="as a person"):
        accounts.become_bot(connection, ben)
    assert accounts.become_bot(connection, ann) == "Ann (bot)"
    assert rows.name_of(connection, ANN) == "Ann (bot)"
    with pytest.raises(Impossible, match="a bot already"):
        accounts.become_bot(connection, ann)
    accounts.remove(connection, ann, NOW)
    with pytest.raises(NotFound):
        accounts.become_bot(connection, ann)


def test_a_board_is_that_of_the_first_audience_unless_another_is_asked_for(connection: Connection) -> None:
    for asked in ("", EVERYBODY):
        assert choose(connection, None, asked) == ([], None, None)
        assert choose(connection, ANN, asked) == ([], None, None)
    for player_id in (None, ANN):
        with pytest.raises(NotFound):
            choose(connection, player_id, "friends")
    claim(connection, ANN, "Ann")
    generation = players.find(connection, ANN)
    assert generation
    groups.make(connection, Visit(ANN, generation.generation), "The moat", NOW)
    assert [group.name for group in groups_of(connection, ANN)] == ["The moat"]
    assert groups_of(connection, BEN) == []
    mine, shown, members = choose(connection, ANN, "")
    assert shown == mine[0]
    assert members == [ANN]
    assert choose(connection, ANN, mine[0].key).shown == shown
    assert choose(connection, ANN, EVERYBODY) == (mine, None, None)
    with pytest.raises(NotFound):
        choose(connection, ANN, "XXXXXX")


def test_a_network_is_an_address_or_what_a_home_is_given() -> None:
    assert [network(host) for host in ("203.0.113.7", "::ffff:203.0.113.7", "64:ff9b::203.0.113.7")] == [
        "203.0.113.7"
    ] * 3
    assert [network(host) for host in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "somewhere", "")] == [None] * 5
    homes = {network(host) for host in ("2001:db8:0:1::1", "2001:db8:0:ff::1%eth0")}
    assert homes == {f"{0x20010DB80000_00:x}"}
    assert network("2001:db8:0:100::1") not in homes
    assert mark(b"secret", None, "race") == ""
    marks = {mark(secret, "x", purpose) for secret in (b"secret", b"other") for purpose in ("race", "daily")}
    assert {len(one) for one in marks} == {16}
    assert len(marks) == 4


def test_a_name_is_chosen_without_the_mark_of_a_program() -> None:
    assert (chosen_name("Ann (bot)"), chosen_name("Ann")) == ("Ann", "Ann")


def test_a_name_rests_for_thirty_days() -> None:
    assert timedelta(milliseconds=RESTING_MS) == timedelta(days=30)
