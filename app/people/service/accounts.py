"""Accounts: a guest takes a name, signs in with it on other devices, and can delete everything but the results.

Callers hash passwords with Argon2 beforehand, because that takes longer than everything else together.
"""

from collections.abc import Iterable

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from app.core.refusals import Impossible, NameTaken, NotFound, WrongPassword
from app.core.words import listed
from app.people.names import bot_name, chosen_name, fold, skeleton
from app.people.rows import accounts, resting, tokens
from app.people.rows import players as rows
from app.people.rows.accounts import Account, ListedAccount
from app.people.service import keeping, players
from app.people.service.naming import TAKEN, is_free, make_others_neutral
from app.people.visitors import Visit
from engine.automatic import Automatic

NO_ACCOUNT = "You have no account here; make one or sign in first."
NO_GUEST = "You have an account: delete it on its page."
NO_MATCH = "The name and the password don’t match."
NOT_THE_PASSWORD = "That is not the password of your account."
LISTED = 50
"""How many accounts a list has on a page."""
_NAMELESS = "Somebody"
_CLOSED = (
    "The people who run this server have closed this account. They can open it again; the page /contact says who they "
    "are."
)
_NO_SUCH_CODE = "The name and the recovery code don’t match."


def is_guest(connection: Connection, player_id: str) -> bool:
    """Return whether a player has no account."""
    return accounts.find(connection, player_id) is None


def name_of(connection: Connection, player_id: str | None) -> str:
    """Return the name of a player's account; empty for a guest, and for a visitor who has done nothing yet."""
    return accounts.name_of(connection, player_id) or "" if player_id else ""


def own(connection: Connection, visit: Visit | None) -> Account:
    """Return the visitor's account, or raise `SignedOut` or `NotFound`."""
    if visit:
        players.check(connection, visit)
        if account := accounts.find(connection, visit.player_id):
            return account
    raise NotFound(NO_ACCOUNT)


def confirm(connection: Connection, account: Account) -> None:
    """Hold an account whose owner has just sent the password, so nobody changes or deletes it meanwhile.

    Whoever knows a password may have sent it in the moment in which the owner recovered the account.

    Raises:
        NotFound, WrongPassword, Impossible: the account has been deleted, has another password by now, or is closed.
    """
    rows.hold(connection, account.player_id)
    found = accounts.find(connection, account.player_id)
    if found is None:
        raise NotFound(NO_ACCOUNT)
    if found.password != account.password:
        raise WrongPassword(NOT_THE_PASSWORD)
    # A new password would bring a new visit.
    _check_open(found)


def find_by_name(connection: Connection, name: str) -> Account | None:
    """Return the account with a name that somebody typed, or None if there is none."""
    # Not `read_name`: an account may have a name that only an older rule allowed. Unprintable names were never allowed,
    # and PostgreSQL refuses even to look for some of them.
    wanted = fold(name)
    return accounts.find_by_name(connection, wanted) if wanted.isprintable() else None


def claim(connection: Connection, visit: Visit, name: str, password: str, digests: Iterable[str], now: int) -> Visit:
    """Turn a guest into an account that keeps all the guest's games; return the new visit.

    `password` is the Argon2 hash of the password, and `digests` are those of the recovery codes.

    Raises:
        SignedOut, Impossible: the visit has ended; the player already has an account, or the name is taken.
    """
    # The hold keeps the guest from being deleted meanwhile.
    player_id = players.hold(connection, visit.player_id, now).id
    players.check(connection, visit)
    if accounts.find(connection, player_id):
        raise Impossible("You already have an account.")
    _check_free(connection, player_id, name)
    try:
        accounts.add(connection, Account(player_id, name, fold(name), skeleton(name), password, now))
    except IntegrityError:
        raise NameTaken(TAKEN) from None
    make_others_neutral(connection, player_id, name)
    accounts.replace_codes(connection, player_id, digests)
    keeping.list_account(connection, player_id)
    return _next_visit(connection, player_id)


def enter(connection: Connection, account: Account, guest: Visit | None) -> Visit:
    """Sign in somebody whose password matched the account's; return the visit.

    The account takes over what the visitor played as a guest, except what it played itself at events: nobody
    plays those twice. A visitor who was signed in to another account brings nothing along.

    Raises:
        WrongPassword, Impossible: the password has been changed meanwhile; the account is closed.
    """
    # The hold keeps the password from being changed between the look and the generation of the visit.
    rows.hold(connection, account.player_id)
    found = accounts.find(connection, account.player_id)
    if found is None or found.password != account.password:
        raise WrongPassword(NO_MATCH)
    _check_open(found)
    _bring_along(connection, guest, account.player_id)
    return Visit(account.player_id, rows.generation(connection, account.player_id))


def recover(connection: Connection, name: str, digest: str, password: str, guest: Visit | None, now: int) -> Visit:
    """Change an account's password with one of its recovery codes, which this uses up; return the new visit.

    Every earlier visit and every token ends, since somebody else may have known the password. The account takes over
    the guest's games as in `enter`.

    Raises:
        WrongPassword, Impossible: there is no such account, or it has no such code; the account is closed.
    """
    account = find_by_name(connection, name)
    if account:
        # Whoever has sent the old password meanwhile looks at the new one, in `confirm`.
        rows.hold(connection, account.player_id)
        account = accounts.find(connection, account.player_id)
    if account is None or not accounts.use_code(connection, account.player_id, digest):
        raise WrongPassword(_NO_SUCH_CODE)
    # Only now: nobody else learns that it is closed, and the code is not used up.
    _check_open(account)
    _bring_along(connection, guest, account.player_id)
    return change_password_and_revoke(connection, account, password, now)


def rename(connection: Connection, visit: Visit | None, name: str) -> None:
    """Change the name of the visitor's account; raise `SignedOut`, `NotFound` or `Impossible`."""
    player_id = own(connection, visit).player_id
    _check_free(connection, player_id, name)
    name_player(connection, player_id, name)


def list_by_name(connection: Connection, typed: str, after: str) -> list[ListedAccount]:
    """List the next accounts whose names begin as somebody typed, in the order of their folded names.

    `after` is the folded name of the last one listed, and empty at first.
    """
    beginning = fold(typed)
    return accounts.page(connection, beginning, after, LISTED) if beginning.isprintable() else []


def get_by_name(connection: Connection, typed: str) -> Account:
    """Return the account with a name that somebody typed; raise `NotFound`."""
    account = find_by_name(connection, typed)
    if account is None:
        raise NotFound("There is no player by that name.")
    return account


def name_player(connection: Connection, player_id: str, name: str) -> str:
    """Change the name of a player with an account, and return it as others see it.

    Raises:
        Impossible: the name is taken.
    """
    shown = players.public_name(connection, player_id, chosen_name(name))
    try:
        accounts.rename(connection, player_id, shown, fold(name), skeleton(chosen_name(name)))
    except IntegrityError:
        raise NameTaken(TAKEN) from None
    make_others_neutral(connection, player_id, name)
    return shown


def change_password(connection: Connection, account: Account, password: str) -> Visit:
    """Change an account's password and end every earlier visit; return the new one.

    No ended visit waits for a race any more.
    """
    keeping.sign_out(connection, account.player_id)
    accounts.keep_password(connection, account.player_id, password)
    return _next_visit(connection, account.player_id)


def change_password_and_revoke(connection: Connection, account: Account, password: str, now: int) -> Visit:
    """Change an account's password as `change_password` does, and end all its tokens."""
    tokens.revoke_all(connection, account.player_id, now)
    return change_password(connection, account, password)


def reset_password(connection: Connection, typed: str, password: str, now: int) -> str:
    """Change the password of the account with a name that somebody typed, for an owner who has asked the operator.

    Every visit and every token ends. Return the account's name; raise `NotFound`.
    """
    account = get_by_name(connection, typed)
    # Whoever has sent the old password meanwhile looks at the new one, in `confirm`.
    rows.hold(connection, account.player_id)
    change_password_and_revoke(connection, account, password, now)
    return account.name


def renew_codes(connection: Connection, account: Account, digests: Iterable[str]) -> None:
    """Replace an account's recovery codes."""
    accounts.replace_codes(connection, account.player_id, digests)


def sign_out(connection: Connection, visit: Visit | None) -> str:
    """Make the visitor, whose page is about to go, wait for no race any more; return the player.

    Raises:
        SignedOut, NotFound: the visitor has no account.
    """
    player_id = own(connection, visit).player_id
    keeping.sign_out(connection, player_id)
    return player_id


def sign_out_everywhere(connection: Connection, visit: Visit | None) -> None:
    """End every visit of the visitor's account; raise what `sign_out` raises."""
    rows.next_generation(connection, sign_out(connection, visit))


def end_visits(connection: Connection, player_id: str) -> None:
    """End every visit of a player whom the operator signs out."""
    keeping.sign_out(connection, player_id)
    rows.next_generation(connection, player_id)


def close(connection: Connection, player_id: str, now: int) -> None:
    """Close the account of a held player: nobody gets in by a cookie, a password, a code or a token until `reopen`.

    Nothing else changes: what the player is in goes on as if they had gone away.
    """
    end_visits(connection, player_id)
    accounts.keep_closed(connection, player_id, now)


def reopen(connection: Connection, player_id: str) -> None:
    """Let the owner of a closed account in again."""
    accounts.keep_closed(connection, player_id, None)


def become_bot(connection: Connection, account: Account) -> str:
    """Turn an account into a bot for good, once its owner has sent the password again; return its new name.

    Raises:
        NotFound, Impossible: the account has been deleted meanwhile, is a bot already, or has been ranked among people.
    """
    # First, because no ranked game may begin before this transaction ends.
    rows.hold_alone(connection, account.player_id)
    found = accounts.find(connection, account.player_id)
    if found is None:
        raise NotFound(NO_ACCOUNT)
    if rows.is_bot(connection, account.player_id):
        raise Impossible("This account is a bot already.")
    if keeping.is_ranked(connection, account.player_id):
        played = listed([f"a {noun}" for noun in keeping.ranking_nouns()], "or")
        raise Impossible(f"This account has played {played} as a person; make a new account.")
    rows.become_bot(connection, account.player_id)
    name_player(connection, found.player_id, found.name)
    return bot_name(found.name)


def remove(connection: Connection, account: Account, now: int) -> None:
    """Delete an account with its password, codes, tokens, settings, friends and groups, and end every visit.

    The games stay, but without a name and outside the open data. `parting` first leaves what the player is in.
    The name rests for a while.
    """
    # The hold keeps anybody from making a token for the account meanwhile.
    rows.hold(connection, account.player_id)
    resting.rest(connection, account.skeleton, now)
    _forget(connection, account.player_id, now)


def remove_guest(connection: Connection, visit: Visit, now: int) -> None:
    """Delete what is kept about a guest, as `remove` does for an account, and end the visit.

    Raises:
        SignedOut: it has been deleted before, or the guest's account has.
        Impossible: the guest has an account by now.
    """
    # Whoever has a cookie may have done nothing yet.
    players.hold(connection, visit.player_id, now)
    players.check(connection, visit)
    if not is_guest(connection, visit.player_id):
        raise Impossible(NO_GUEST)
    _forget(connection, visit.player_id, now)


def _forget(connection: Connection, player_id: str, now: int) -> None:
    keeping.forget(connection, player_id, players.public_name(connection, player_id, _NAMELESS))
    rows.keep_automatic(connection, player_id, Automatic.OFF)
    rows.forget_settings(connection, player_id)
    rows.keep_out(connection, player_id, now)
    rows.next_generation(connection, player_id)


def _check_open(account: Account) -> None:
    if account.closed_at is not None:
        raise Impossible(_CLOSED)


def _check_free(connection: Connection, player_id: str, name: str) -> None:
    if not is_free(connection, player_id, name):
        raise NameTaken(TAKEN)


def _bring_along(connection: Connection, guest: Visit | None, player_id: str) -> None:
    if guest is None or guest.player_id == player_id:
        return
    if accounts.find(connection, guest.player_id):
        # That account brings nothing along. This browser signs out of it, so nobody is here to be paired with.
        if guest.generation == rows.generation(connection, guest.player_id):
            keeping.sign_out(connection, guest.player_id)
        return
    # A bot must not take over what a person played, and the hold keeps the account from becoming a bot meanwhile.
    rows.hold(connection, player_id)
    if rows.is_bot(connection, player_id):
        return
    if guest.generation == rows.generation(connection, guest.player_id):
        keeping.hand_over(connection, guest.player_id, player_id)


def _next_visit(connection: Connection, player_id: str) -> Visit:
    return Visit(player_id, rows.next_generation(connection, player_id))
