"""The life of an account on both databases, beneath pages and JSON."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from app.core.refusals import Impossible, SignedOut, WrongPassword
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.account.service import parting
from app.people.rows import players
from app.people.service import accounts, tokens
from app.people.service.tokens import TokenRequest
from app.people.token import Scope
from app.people.visitors import Visit
from app.play.rows import sessions
from app.web.entrance import Entrance
from app.web.limits import Counters
from tests.app.account.conftest import PASSWORD
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER, SESSION, begin

HERE = "127.0.0.1"
NOW = 1_700_000_000_000
GUEST = Visit("0123456789abcdef")
PLAYED = Visit(PLAYER.id)
"""A guest who has begun a game."""


def tell(url: str, story: Callable[[Database, Entrance], Coroutine[Any, Any, None]]) -> None:
    """Run a test's story on a database with one guest in it."""

    async def told() -> None:
        async with open_database(url) as database:
            await database.write(begin)
            entrance = Entrance(database, Counters(None))
            await story(database, entrance)
            entrance.close()

    asyncio.run(told())


def test_of_two_who_want_a_name_at_once_exactly_one_gets_it(url: str) -> None:
    async def story(_database: Database, entrance: Entrance) -> None:
        for number in range(5):
            wanted = [
                entrance.claim(Visit(f"{number}{who}{'0' * 14}"), name, PASSWORD, HERE, NOW)
                for who, name in enumerate((f"Bob {number}", f"B0B {number}"))
            ]
            answers = await asyncio.gather(*wanted, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Claimed", "NameTaken"]

    tell(url, story)


def test_of_two_tabs_that_make_an_account_at_once_exactly_one_does(url: str) -> None:
    async def story(_database: Database, entrance: Entrance) -> None:
        wanted = [entrance.claim(PLAYED, name, PASSWORD, HERE, NOW) for name in ("Ann", "Bob")]
        answers = await asyncio.gather(*wanted, return_exceptions=True)
        assert sorted(isinstance(answer, Impossible | SignedOut) for answer in answers) == [False, True]

    tell(url, story)


def test_a_code_used_twice_at_once_lets_in_once(url: str) -> None:
    async def story(_database: Database, entrance: Entrance) -> None:
        code = (await entrance.claim(PLAYED, "Ann", PASSWORD, HERE, NOW)).codes[0]
        tries = [entrance.recover("Ann", code, PASSWORD, HERE, None, NOW) for _ in range(2)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Visit", "WrongPassword"]

    tell(url, story)


def test_an_account_lives_and_ends_and_its_games_stay(url: str) -> None:
    async def story(database: Database, entrance: Entrance) -> None:
        first = (await entrance.claim(PLAYED, "Ann", PASSWORD, HERE, NOW)).visit
        await database.write(accounts.rename, first, "Zoë")
        elsewhere = await entrance.sign_in("zoë", PASSWORD, HERE, GUEST)
        assert elsewhere == first
        changed = await entrance.change_password(first, PASSWORD, "another password", HERE)
        with pytest.raises(SignedOut):
            await entrance.renew_codes(elsewhere, "another password", HERE)
        codes = await entrance.renew_codes(changed, "another password", HERE)
        with pytest.raises(WrongPassword):
            await entrance.recover("Nobody", codes[7], PASSWORD, HERE, None, NOW)
        recovered = await entrance.recover("Zoë", codes[7], PASSWORD, HERE, None, NOW)
        account = await entrance.owner(recovered, PASSWORD, HERE)
        await database.write(parting.remove_account, account, NOW)
        with pytest.raises(WrongPassword):
            await entrance.sign_in("Zoë", PASSWORD, HERE, None)
        assert await database.read(sessions.find, SESSION.id) == SESSION
        left = await database.read(players.find, PLAYER.id)
        assert left is not None
        assert (left.automatic, left.settings) == ("off", "{}")

    tell(url, story)


def test_a_guest_s_games_come_along_but_not_by_a_cookie_that_counts_no_more(url: str) -> None:
    async def story(database: Database, entrance: Entrance) -> None:
        visit = (await entrance.claim(GUEST, "Ann", PASSWORD, HERE, NOW)).visit
        await entrance.sign_in("Ann", PASSWORD, HERE, Visit(PLAYER.id, generation=7))
        assert await _owner(database) == PLAYER.id
        await entrance.sign_in("Ann", PASSWORD, HERE, PLAYED)
        assert await _owner(database) == visit.player_id

    tell(url, story)


def test_a_password_changed_while_another_was_being_checked_keeps_the_old_one_out(url: str) -> None:
    async def story(database: Database, entrance: Entrance) -> None:
        visit = (await entrance.claim(PLAYED, "Ann", PASSWORD, HERE, NOW)).visit
        seen = await database.read(accounts.own, visit)
        await entrance.change_password(visit, PASSWORD, "another password", HERE)
        with pytest.raises(WrongPassword):
            await database.write(accounts.enter, seen, None)

    tell(url, story)


@pytest.mark.parametrize("verb", ["token", "password", "codes", "bot", "delete"])
def test_what_a_thief_confirms_while_the_owner_recovers_the_account_is_refused(
    url: str, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(database: Database, entrance: Entrance) -> None:
        claimed = await entrance.claim(PLAYED, "Ann", PASSWORD, HERE, NOW)
        matches = entrance._passwords.matches

        async def overtaken(kept: str | None, password: str) -> bool:
            matching = await matches(kept, password)
            await entrance.recover("Ann", claimed.codes[0], "another password", HERE, None, NOW)
            return matching

        monkeypatch.setattr(entrance._passwords, "matches", overtaken)
        with pytest.raises(WrongPassword):
            await _confirming(database, entrance, claimed.visit)[verb]()

    tell(url, story)


@pytest.mark.parametrize("verb", ["token", "password", "codes", "bot", "delete"])
def test_what_an_owner_confirms_while_the_account_is_closed_is_refused(
    url: str, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(database: Database, entrance: Entrance) -> None:
        claimed = await entrance.claim(PLAYED, "Ann", PASSWORD, HERE, NOW)
        matches = entrance._passwords.matches

        async def overtaken(kept: str | None, password: str) -> bool:
            matching = await matches(kept, password)
            await database.write(accounts.close, PLAYER.id, NOW)
            return matching

        monkeypatch.setattr(entrance._passwords, "matches", overtaken)
        with pytest.raises(Impossible, match="closed this account"):
            await _confirming(database, entrance, claimed.visit)[verb]()

    tell(url, story)


@ON_POSTGRES
def test_a_guest_who_is_deleted_while_making_an_account_gets_none(url: str) -> None:
    engine, claiming, deleted = plain_engine(url), Event(), Event()
    with engine.begin() as connection:
        begin(connection)

    def delete() -> None:
        with engine.begin() as connection:
            parting.remove_guest(connection, PLAYED, NOW)
            deleted.set()
            # The claim has looked at the guest, and waits or goes on.
            claiming.wait(1)

    def claim() -> None:
        with engine.begin() as connection:
            accounts.claim(connection, PLAYED, "Ann", "x", (), NOW)
            claiming.set()

    with ThreadPoolExecutor(2) as threads:
        leaving = threads.submit(delete)
        assert deleted.wait(10)
        with pytest.raises(SignedOut):
            threads.submit(claim).result(20)
        leaving.result(20)


def _confirming(database: Database, entrance: Entrance, visit: Visit) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return what an account's owner confirms with the password."""

    async def token() -> None:
        account = await entrance.owner(visit, PASSWORD, HERE)
        wish = TokenRequest("mine", frozenset({Scope.PLAY}))
        await database.write(tokens.make, account, wish, "its digest", NOW)

    async def delete() -> None:
        account = await entrance.owner(visit, PASSWORD, HERE)
        await entrance.confirmed(account, parting.remove_account, account, NOW)

    return {
        "token": token,
        "password": lambda: entrance.change_password(visit, PASSWORD, "the thief's", HERE),
        "codes": lambda: entrance.renew_codes(visit, PASSWORD, HERE),
        "bot": lambda: entrance.become_bot(visit, PASSWORD, HERE),
        "delete": delete,
    }


async def _owner(database: Database) -> str:
    session = await database.read(sessions.find, SESSION.id)
    assert session is not None
    return session.player_id
