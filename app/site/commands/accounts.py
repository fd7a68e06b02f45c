"""`rampart accounts`: list the accounts, make, mark, delete and export them, and invite people to make some."""

import json
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection

from app.core.clock import now_ms, today
from app.core.refusals import Malformed
from app.core.store.database import Database
from app.core.store.ids import new_id
from app.core.words import listed
from app.features.account.exporting import write_out
from app.features.account.service import belongings, parting
from app.features.invitations import service as invitations
from app.features.invitations.values import AccountInvitation, read_terms
from app.people.names import read_name
from app.people.passwords import draw_password, hash_password, read_password
from app.people.rows.accounts import ListedAccount
from app.people.service import accounts
from app.people.visitors import Visit
from app.play.values.export import instant, instant_text
from app.site.commands.console import BadInput, Failure, Parser, answer
from app.site.commands.database import current_database, read_database, use_database, write_database

_SITE = re.compile(r"https?://[!-~]+")


def run(arguments: Sequence[str]) -> int:
    """List accounts, or do something about one."""
    parser = Parser(
        prog="rampart accounts",
        description="Look after the accounts, while servers may keep running. `list` names them in alphabetical order. "
        "`add` makes one, even while registration is closed, and prints a first password, which its owner can change "
        "at /account. `reset-password` prints a new one, signs every device out and ends every token. `bot` marks an "
        "account as a program's for good, unless it has played against people. `delete` first makes the player leave "
        "every room and give up the games that count, as on the account's page; the results stay, without the name. "
        "`export` writes everything that is kept about the player, in JSON. `invite` makes a link with which a number "
        "of people can make an account until a day, even while registration is closed; `invitations` lists those there "
        "are, and `withdraw` ends one.",
        epilog="Example: rampart accounts add Ann",
    )
    parser.add_argument("what", choices=("list", *_VERBS), help="what to do")
    parser.add_argument("player", nargs="?", metavar="NAME", help="the name of the account, or the id of an invitation")
    parser.add_argument("--search", metavar="TEXT", help="list only names that begin like this")
    parser.add_argument("--json", action="store_true", help="list in JSON, one object per line")
    parser.add_argument(
        "--password-stdin",
        action="store_true",
        help="take the password of `add` or `reset-password` from the first line of standard input",
    )
    parser.add_argument("--yes", action="store_true", help="really delete: nothing can bring an account back")
    parser.add_argument("--places", metavar="N", help="how many accounts can be made with the invitation")
    parser.add_argument("--until", metavar="YYYY-MM-DD", help="the last day on which the invitation works, in UTC")
    parser.add_argument("--note", metavar="TEXT", help="for whom the invitation is; only you see it")
    parser.add_argument("--site", metavar="URL", help="the address of your site, with which to begin the link")
    read = parser.read(arguments)
    _check(parser, read)
    if read.what == "list":
        written = _WRITTEN[read.json]
        return use_database(current_database(), lambda database: _list(database, read.search or "", written))
    _VERBS[read.what](read)
    return 0


_TAKES = {
    "search": ("list",),
    "json": ("list",),
    "password_stdin": ("add", "reset-password"),
    "yes": ("delete",),
    "places": ("invite",),
    "until": ("invite",),
    "note": ("invite",),
    "site": ("invite",),
}
"""What takes each option."""
_NAMELESS = ("list", "invite", "invitations")
"""What takes no name."""


def _check(parser: Parser, read: Namespace) -> None:
    for option, verbs in _TAKES.items():
        if getattr(read, option) not in (None, False) and read.what not in verbs:
            parser.error(f"“{read.what}” takes no --{option.replace('_', '-')}")
    if (read.what in _NAMELESS) != (read.player is None):
        parser.error(f"{listed([f'“{verb}”' for verb in _NAMELESS])} take no name; everything else needs one")
    if read.what == "invite" and not (read.places and read.until):
        parser.error("“invite” needs --places and --until")
    if read.what == "delete" and not read.yes:
        parser.error("nothing can bring a deleted account back: say --yes if you mean it")


async def _list(database: Database, search: str, written: Callable[[ListedAccount], str]) -> int:
    """Write a line for each account, and read only a page of them at once."""
    after = ""
    while page := await database.read(accounts.list_by_name, search, after):
        for one in page:
            answer(written(one))
        after = page[-1].folded
    return 0


def _line(one: ListedAccount) -> str:
    since = f"{one.name}: since {instant(one.made_at):%Y-%m-%d}"
    return f"{since}, closed" if one.closed_at else since


def _json_line(one: ListedAccount) -> str:
    made, closed = instant_text(instant(one.made_at)), one.closed_at is not None
    document = {"name": one.name, "made": made, "bot": one.bot, "closed": closed}
    return json.dumps(document, ensure_ascii=False)


_WRITTEN: Mapping[bool, Callable[[ListedAccount], str]] = {False: _line, True: _json_line}
"""How to write an account, by whether a program reads the list."""


def _add(read: Namespace) -> None:
    try:
        name = read_name(read.player)
    except Malformed as malformed:
        raise BadInput(malformed.sentence) from None
    password, said = _password(read)
    kept, now = hash_password(password), now_ms()
    write_database(lambda connection: accounts.claim(connection, Visit(new_id(now)), name, kept, (), now))
    answer(f"{name} has an account.{said}")


def _reset_password(read: Namespace) -> None:
    password, said = _password(read)
    kept, now = hash_password(password), now_ms()
    name = write_database(accounts.reset_password, read.player, kept, now)
    answer(f"{name} has a new password, is signed out everywhere, and has no token any more.{said}")


def _password(read: Namespace) -> tuple[str, str]:
    """Return the password to set, and what to say of it."""
    if not read.password_stdin:
        drawn = draw_password()
        return drawn, f" The password is {drawn}"
    try:
        return read_password(sys.stdin.readline().rstrip("\r\n")), ""
    except Malformed as malformed:
        raise BadInput(malformed.sentence) from None
    except UnicodeDecodeError:
        raise BadInput("The password on standard input is not UTF-8 text.") from None


def _make_bot(read: Namespace) -> None:
    name = write_database(
        lambda connection: accounts.become_bot(connection, accounts.get_by_name(connection, read.player))
    )
    answer(f"The account is a bot now, and called {name}.")


def _delete(read: Namespace) -> None:
    now = now_ms()

    async def delete(database: Database) -> str:
        for _ in range(parting.MOST_STEPS):
            if await database.write(leave_next) is None:
                break
        return await database.write(remove)

    def leave_next(connection: Connection) -> object:
        return parting.leave_next(connection, accounts.get_by_name(connection, read.player).player_id, now)

    def remove(connection: Connection) -> str:
        account = accounts.get_by_name(connection, read.player)
        parting.remove_account(connection, account, now)
        return account.name

    name = use_database(current_database(), delete)
    answer(f"The account {name} is deleted. Its results stay, without a name.")


def _export(read: Namespace) -> None:
    now = now_ms()

    async def export(database: Database) -> None:
        kept = await database.read(belongings.of_account, read.player, now)
        async for piece in write_out(database.study, kept, now):
            sys.stdout.write(piece)

    use_database(current_database(), export)


def _invite(read: Namespace) -> None:
    now, site = now_ms(), (read.site or "").rstrip("/")
    if site and not _SITE.fullmatch(site):
        raise BadInput("--site must be an address like https://patience.example.org.")
    try:
        terms = read_terms(read.places, read.until, read.note or "", today(now))
    except Malformed as malformed:
        raise BadInput(malformed.sentence) from None
    made, secret = write_database(invitations.make, terms, now)
    answer(f"{site}/invitations/{secret}")
    answer(_told(made, now))


def _list_invitations(_: Namespace) -> None:
    now = now_ms()
    for one in read_database(current_database(), invitations.list_latest):
        answer(_told(one, now))


def _withdraw(read: Namespace) -> None:
    if not write_database(invitations.withdraw, read.player, now_ms()):
        raise Failure("There is no such invitation, or it is withdrawn already.")
    answer("The invitation is withdrawn.")


def _told(one: AccountInvitation, now: int) -> str:
    state = "works" if one.works(now) else "withdrawn" if one.withdrawn_at else "no longer works"
    return f"{one.id}: {one.taken} of {one.places} made, until {one.last_day}, {state}{one.note and f': {one.note}'}"


_VERBS: Mapping[str, Callable[[Namespace], None]] = {
    "add": _add,
    "reset-password": _reset_password,
    "bot": _make_bot,
    "delete": _delete,
    "export": _export,
    "invite": _invite,
    "invitations": _list_invitations,
    "withdraw": _withdraw,
}
