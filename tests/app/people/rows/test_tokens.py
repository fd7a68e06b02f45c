"""Tokens, on both kinds of database."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, WrongToken
from app.people.rows import accounts, players
from app.people.rows import tokens as rows
from app.people.service import accounts as accounting
from app.people.service import tokens
from app.people.service.tokens import MOST_TOKENS, USES_SHOWN, TokenRequest
from app.people.token import Scope, Use
from tests.factories import an_account
from tests.rows import PLAYER

NOW = 1_800_000_000_000
ACCOUNT = an_account(PLAYER.id, "Ann")
WISH = TokenRequest("a greedy program", frozenset({Scope.PLAY, Scope.READ}))


@pytest.fixture
def connection(connection: Connection) -> Connection:
    """Return a connection to a database with an account."""
    players.add(connection, PLAYER)
    accounts.add(connection, ACCOUNT)
    return connection


def test_a_token_is_found_by_its_digest_as_it_was_made(connection: Connection) -> None:
    made = tokens.make(connection, ACCOUNT, WISH, "its digest", NOW)
    assert made.scopes == {Scope.PLAY, Scope.READ}
    players.next_generation(connection, PLAYER.id)
    assert rows.find(connection, "its digest") == (made, 1)
    assert rows.find(connection, "another") is None


def test_nobody_makes_a_token_for_an_account_that_was_just_deleted(connection: Connection) -> None:
    accounting.remove(connection, ACCOUNT, NOW)
    with pytest.raises(NotFound):
        tokens.make(connection, ACCOUNT, WISH, "its digest", NOW)


def test_an_account_has_so_many_tokens_at_most(connection: Connection) -> None:
    first = tokens.make(connection, ACCOUNT, WISH, "0", NOW)
    for number in range(1, MOST_TOKENS):
        tokens.make(connection, ACCOUNT, WISH, str(number), NOW)
    with pytest.raises(Impossible, match="You have 20 tokens"):
        tokens.make(connection, ACCOUNT, WISH, "one more", NOW)
    assert rows.revoke(connection, PLAYER.id, first.id, NOW)
    tokens.make(connection, ACCOUNT, WISH, "one more", NOW)


def test_of_tokens_that_work_no_more_the_last_ones_stay(connection: Connection) -> None:
    for number in range(3 * MOST_TOKENS):
        one = tokens.make(connection, ACCOUNT, WISH, str(number), NOW + number)
        tokens.note_uses(connection, {one.id: [Use(NOW, "GET /", NOW, 1)]})
        rows.revoke(connection, PLAYER.id, one.id, NOW + number)
    made_at = [each.token.made_at - NOW for each in tokens.of_player(connection, PLAYER.id, NOW)]
    assert made_at == list(range(3 * MOST_TOKENS - 1, 2 * MOST_TOKENS - 2, -1))


def test_uses_of_an_hour_are_added_up_and_only_the_last_stay(connection: Connection) -> None:
    one = tokens.make(connection, ACCOUNT, WISH, "0", NOW)
    for at in range(3):
        tokens.note_uses(connection, {one.id: [Use(NOW, "GET /a", NOW + at, 5)]})
    assert rows.uses(connection, one.id, 5) == [Use(NOW, "GET /a", NOW + 2, 15)]
    tokens.note_uses(connection, {one.id: [Use(NOW, f"GET /{at}", NOW + at, 1) for at in range(3, 3 + USES_SHOWN)]})
    assert len(rows.uses(connection, one.id, 100)) == USES_SHOWN
    assert rows.uses(connection, one.id, 100)[-1].what == "GET /3"


def test_uses_of_a_token_that_is_gone_are_dropped(connection: Connection) -> None:
    tokens.note_uses(connection, {"nothing": [Use(NOW, "GET /a", NOW, 1)]})
    assert rows.uses(connection, "nothing", 5) == []


def test_deleting_an_account_deletes_its_tokens_and_their_uses(connection: Connection) -> None:
    one = tokens.make(connection, ACCOUNT, WISH, "0", NOW)
    tokens.note_uses(connection, {one.id: [Use(NOW, "GET /a", NOW, 1)]})
    accounting.remove(connection, ACCOUNT, NOW)
    assert rows.find(connection, "0") is None
    assert rows.uses(connection, one.id, 5) == []


def test_a_token_works_until_its_time_is_up_and_not_at_that_time(connection: Connection) -> None:
    one = tokens.make(connection, ACCOUNT, replace(WISH, days=30), "its digest", NOW)
    tokens.make(connection, ACCOUNT, WISH, "another", NOW)
    end = NOW + 30 * 24 * 3_600_000
    assert one.expires_at == end
    for at, works in ((end - 1, True), (end, False)):
        assert one.works(at) is works
        assert rows.count_working(connection, PLAYER.id, at) == 1 + works
        assert [each.works for each in tokens.of_player(connection, PLAYER.id, at)] == [True, works]
    assert tokens.admit(connection, "its digest", end - 1)[0] == one
    with pytest.raises(WrongToken, match="expired"):
        tokens.admit(connection, "its digest", end)
    with pytest.raises(WrongToken, match="expired"):
        tokens.check_works(connection, one, end)
    tokens.check_works(connection, one, end - 1)


def test_uses_of_an_hour_are_one_and_of_many_the_last_stay(connection: Connection) -> None:
    one = tokens.make(connection, ACCOUNT, WISH, "its digest", NOW)
    tokens.note_uses(connection, {one.id: [Use(1, "GET /", 10, 2), Use(1, "GET /", 12, 3), Use(1, "PUT /", 11, 1)]})
    assert rows.uses(connection, one.id, 9) == [Use(1, "GET /", 12, 5), Use(1, "PUT /", 11, 1)]
    tokens.note_uses(connection, {one.id: [Use(hour, "GET /", 60 * hour, 1) for hour in range(2, 2 + USES_SHOWN)]})
    hours = [use.hour for use in rows.uses(connection, one.id, 99)]
    assert hours == list(range(USES_SHOWN + 1, 1, -1))
    tokens.note_uses(connection, {"nobody's": [Use(1, "GET /", 10, 2)]})
    rows.forget(connection, [one.id])
    assert rows.uses(connection, one.id, 9) == []
    assert rows.find_by_id(connection, one.id) is None


def test_what_is_revoked_once_stays_as_it_was(connection: Connection) -> None:
    one, two = (tokens.make(connection, ACCOUNT, WISH, digest, NOW) for digest in ("one", "two"))
    assert rows.revoke(connection, PLAYER.id, one.id, NOW + 1)
    assert rows.revoke(connection, PLAYER.id, one.id, NOW + 2)
    assert not rows.revoke(connection, "somebody else", two.id, NOW + 2)
    rows.revoke_all(connection, PLAYER.id, NOW + 3)
    assert {each.id: each.revoked_at for each in rows.of_player(connection, PLAYER.id)} == {
        one.id: NOW + 1,
        two.id: NOW + 3,
    }
    with pytest.raises(WrongToken, match="revoked"):
        tokens.admit(connection, "one", NOW)
