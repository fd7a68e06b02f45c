"""Accounts: a guest takes a name, signs in with it on other devices, and can delete everything but the results.

Callers hash passwords with Argon2 beforehand, because that takes longer than everything else together.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from app.model.refusals import Impossible, NotFound, WrongPassword
from app.people.names import bot_name, chosen_name, folded, in_form, skeleton
from app.people.visitors import Visit
from app.services import players, results
from app.store import accounts, dailies, friends, groups, moderation, profiles, strengths, tokens
from app.store import players as rows
from app.store.accounts import Account
from engine.automatic import Automatic

_TAKEN = "That name is taken, or looks too much like one that is."
NO_ACCOUNT = "You have no account here; make one or sign in first."
NO_MATCH = "The name and the password don’t match."
_NAMELESS = "Somebody"
_NO_SUCH_CODE = "The name and the recovery code don’t match."


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """A player's account as its own page shows it."""

    account: Account
    codes: int
    """Recovery codes that are left."""
    asking: int
    """Players who ask to be friends."""
    bot: bool
    """Whether a program plays by it."""


def standing(connection: Connection, visit: Visit) -> OwnAccount | None:
    """Return the visitor's account, None of a guest; raise `SignedOut`."""
    players.check(connection, visit)
    account = accounts.find(connection, visit.player_id)
    if account is None:
        return None
    codes = accounts.count_codes(connection, visit.player_id)
    asking = len(friends.asking(connection, visit.player_id))
    return OwnAccount(account, codes, asking, rows.is_bot(connection, visit.player_id))


def own(connection: Connection, visit: Visit | None) -> Account:
    """Return the visitor's account, or raise `SignedOut` or `NotFound`."""
    if visit:
        players.check(connection, visit)
        if account := accounts.find(connection, visit.player_id):
            return account
    raise NotFound(NO_ACCOUNT)


def called(connection: Connection, name: str) -> Account | None:
    """Return the account of that name as somebody typed it, None if there is none."""
    # Not `read_name`: who has a name that was allowed once goes on being found by it. What cannot be printed never was
    # allowed, and PostgreSQL cannot even be asked about some of it.
    typed = chosen_name(in_form(name))
    return accounts.find_by_name(connection, folded(typed)) if typed.isprintable() else None


def claim(connection: Connection, visit: Visit, name: str, password: str, digests: Iterable[str], now: int) -> Visit:
    """Turn a guest into an account, with all its games; return the new visit.

    `password` is what Argon2 made of it, `digests` those of the recovery codes.

    Raises:
        SignedOut, Impossible: the visit was ended; the player has an account, or the name is taken.
    """
    players.check(connection, visit)
    player_id = players.ensure(connection, visit.player_id, now).id
    if accounts.find(connection, player_id):
        raise Impossible("You already have an account.")
    try:
        accounts.add(connection, Account(player_id, name, folded(name), skeleton(name), password, now))
    except IntegrityError:
        raise Impossible(_TAKEN) from None
    accounts.replace_codes(connection, player_id, digests)
    dailies.hold_closings(connection)
    results.list_solved(connection, player_id)
    return _next_visit(connection, player_id)


def enter(connection: Connection, account: Account, guest: Visit | None) -> Visit:
    """Sign in somebody whose password matched the account's; return the visit.

    What was played as a guest before comes along, but for dailies and races in which the account took part as well:
    nobody plays those twice. What belongs to another account stays there.

    Raises:
        WrongPassword: the password has been changed meanwhile.
    """
    found = accounts.find(connection, account.player_id)
    if found is None or found.password != account.password:
        raise WrongPassword(NO_MATCH)
    _bring_along(connection, guest, account.player_id)
    return Visit(account.player_id, rows.generation(connection, account.player_id))


def recover(connection: Connection, name: str, digest: str, password: str, guest: Visit | None) -> Visit:
    """Change an account's password by one of its recovery codes, and use up the code. Every earlier visit ends.

    Raises:
        WrongPassword: there is no such account, or it has no such code.
    """
    account = called(connection, name)
    if account is None or not accounts.use_code(connection, account.player_id, digest):
        raise WrongPassword(_NO_SUCH_CODE)
    _bring_along(connection, guest, account.player_id)
    return change_password(connection, account, password)


def rename(connection: Connection, visit: Visit | None, name: str) -> None:
    """Change the name of the visitor's account; raise `SignedOut`, `NotFound` or `Impossible`."""
    name_player(connection, own(connection, visit).player_id, name)


def named(connection: Connection, typed: str) -> Account:
    """Return the account of that name as somebody typed it; raise `NotFound`."""
    account = called(connection, typed)
    if account is None:
        raise NotFound("There is no player of that name.")
    return account


def name_player(connection: Connection, player_id: str, name: str) -> str:
    """Change the name of a player with an account, and return it as others see it.

    Raises:
        Impossible: the name is taken.
    """
    shown = players.as_seen(connection, player_id, chosen_name(name))
    try:
        accounts.rename(connection, player_id, shown, folded(chosen_name(name)), skeleton(chosen_name(name)))
    except IntegrityError:
        raise Impossible(_TAKEN) from None
    return shown


def change_password(connection: Connection, account: Account, password: str) -> Visit:
    """Change an account's password. Every earlier visit ends; return the new one."""
    accounts.keep_password(connection, account.player_id, password)
    return _next_visit(connection, account.player_id)


def change_password_and_revoke(connection: Connection, account: Account, password: str, now: int) -> Visit:
    """Change an account's password as `change_password` does, and end all its tokens."""
    tokens.revoke_all(connection, account.player_id, now)
    return change_password(connection, account, password)


def renew_codes(connection: Connection, account: Account, digests: Iterable[str]) -> None:
    """Replace an account's recovery codes."""
    accounts.replace_codes(connection, account.player_id, digests)


def sign_out_everywhere(connection: Connection, visit: Visit | None) -> None:
    """End every visit of the visitor's account; raise `SignedOut` or `NotFound`."""
    rows.next_generation(connection, own(connection, visit).player_id)


def become_bot(connection: Connection, account: Account) -> str:
    """Make a program of an account whose owner has just sent the password, for good; return its name from then on.

    Raises:
        NotFound, Impossible: the account has been deleted meanwhile, is a bot, or has been ranked among people.
    """
    # First, so that nothing that is ranked begins before this transaction ends.
    rows.hold_alone(connection, account.player_id)
    found = accounts.find(connection, account.player_id)
    if found is None:
        raise NotFound(NO_ACCOUNT)
    if rows.is_bot(connection, account.player_id):
        raise Impossible("This account is a bot already.")
    if rows.is_ranked(connection, account.player_id):
        raise Impossible("You have played a daily, a race, a tournament or a puzzle as a person; make a new account.")
    rows.become_bot(connection, account.player_id)
    name_player(connection, found.player_id, found.name)
    return bot_name(found.name)


def remove(connection: Connection, account: Account, now: int) -> None:
    """Delete name, password, codes, tokens, settings and friends, and end every visit.

    The games stay, without a name, and out of the open data.
    """
    # Nobody makes a token for it meanwhile.
    rows.hold(connection, account.player_id)
    for group in groups.of_player(connection, account.player_id):
        groups.leave(connection, group.code, account.player_id)
    friends.forget(connection, account.player_id)
    profiles.forget(connection, account.player_id)
    moderation.forget(connection, account.player_id)
    tokens.forget(connection, [token.id for token in tokens.of_player(connection, account.player_id)])
    strengths.forget(connection, account.player_id)
    accounts.remove(connection, account.player_id, players.as_seen(connection, account.player_id, _NAMELESS))
    rows.keep_automatic(connection, account.player_id, Automatic.OFF)
    rows.keep_settings(connection, account.player_id, "{}")
    rows.keep_out(connection, account.player_id, now)
    rows.next_generation(connection, account.player_id)


def _bring_along(connection: Connection, guest: Visit | None, player_id: str) -> None:
    if guest is None or guest.player_id == player_id or accounts.find(connection, guest.player_id):
        return
    # What a person played as a guest must not become a program's, nor its account one until this transaction ends.
    rows.hold(connection, player_id)
    if rows.is_bot(connection, player_id):
        return
    if guest.generation == rows.generation(connection, guest.player_id):
        dailies.hold_closings(connection)
        accounts.hand_over(connection, guest.player_id, player_id)
        _keep_out_with(connection, guest.player_id, player_id)
        results.list_solved(connection, player_id)


def _keep_out_with(connection: Connection, guest_id: str, player_id: str) -> None:
    """Keep a player's games out of the open data if the guest whose games they now are kept them out."""
    was = rows.find(connection, guest_id)
    if was and was.kept_out_at is not None:
        rows.keep_out(connection, player_id, was.kept_out_at)


def _next_visit(connection: Connection, player_id: str) -> Visit:
    return Visit(player_id, rows.next_generation(connection, player_id))
