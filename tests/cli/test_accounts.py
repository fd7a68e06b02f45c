"""`rampart accounts`: what a host does about accounts without a page."""

import json
import re
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection

from app.core.clock import today
from app.core.refusals import NotFound
from app.core.settings import Admission
from app.features.daily.service import daily
from app.features.friends.service import groups
from app.features.invitations import service as invitations
from app.features.races.service import races
from app.features.races.service.races import RaceEntrant
from app.people.names import bot_name
from app.people.rows import accounts as rows
from app.people.rows import players as player_rows
from app.people.service import accounts, players
from app.people.service.accounts import LISTED
from app.people.visitors import Visit
from app.play.rows import sessions
from engine.games import find
from engine.record import Status
from tests.app.conftest import QUICK
from tests.app.daily.conftest import DAY, FORTRESS, OPENING, insert_daily
from tests.app.races.factories import race_terms
from tests.cli.conftest import Ended, Rampart
from tests.databases import plain_engine
from tests.factories import a_player, an_account

ANN, BEN = "ann0000000000000", "ben0000000000000"
PASSWORD = "a moat and a drawbridge"
WRITTEN = re.compile(r"The password is ([0-9a-z]{4}(-[0-9a-z]{4}){3})\n")


class House:
    """A database, with a connection for the test and the command beside it."""

    def __init__(self, url: str, rampart: Rampart) -> None:
        self.engine = plain_engine(url)
        self._url, self._rampart = url, rampart

    def run(self, *arguments: str, stdin: str | bytes = "") -> Ended:
        return self._rampart("accounts", *arguments, stdin=stdin, RAMPART_DATABASE_URL=self._url)

    def answer(self, *arguments: str, stdin: str = "") -> str:
        """Run what succeeds, and return its answer."""
        ended = self.run(*arguments, stdin=stdin)
        assert (ended.code, ended.err) == (0, "")
        return ended.out

    def refusal(self, code: int, *arguments: str, stdin: str | bytes = "") -> str:
        """Run what is refused with an exit code, and return the one line that says why."""
        ended = self.run(*arguments, stdin=stdin)
        assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", 1)
        return ended.err

    def claim(self, connection: Connection, player_id: str, name: str) -> Visit:
        players.ensure(connection, player_id, OPENING - 1)
        return accounts.claim(connection, Visit(player_id), name, QUICK.hash(PASSWORD), ("0" * 64,), OPENING - 1)


@pytest.fixture
def house(rampart: Rampart, migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    (tmp_path / "kept.sqlite3").write_bytes(migrated.read_bytes())
    monkeypatch.setattr("app.people.passwords._HASHER", QUICK)
    monkeypatch.setattr("app.site.commands.accounts.now_ms", lambda: OPENING)
    return House(f"sqlite:///{tmp_path / 'kept.sqlite3'}", rampart)


def fits(house: House, name: str, password: str) -> bool:
    """Return whether this is the password of an account."""
    with house.engine.begin() as connection:
        account = accounts.get_by_name(connection, name)
    try:
        return PasswordHasher().verify(account.password, password)
    except Exception:
        return False


def test_an_account_that_is_added_opens_with_the_password_that_is_printed(house: House) -> None:
    said = house.answer("add", "Ann Lee")
    found = WRITTEN.search(said)
    assert said.startswith("Ann Lee has an account.")
    assert found
    assert fits(house, "ann lee", found[1])
    with house.engine.begin() as connection:
        account = accounts.get_by_name(connection, "Ann Lee")
        assert accounts.enter(connection, account, None).player_id == account.player_id
        assert rows.count_codes(connection, account.player_id) == 0


def test_a_password_from_standard_input_is_not_printed(house: House) -> None:
    assert PASSWORD not in house.answer("add", "Ann", "--password-stdin", stdin=f"{PASSWORD}\r\nmore\n")
    assert fits(house, "Ann", PASSWORD)
    assert house.answer("reset-password", "ann", "--password-stdin", stdin="another secret") == (
        "Ann has a new password, is signed out everywhere, and has no token any more.\n"
    )
    assert fits(house, "Ann", "another secret")


@pytest.mark.parametrize("given", ["", "short", "x" * 201, "\n"])
def test_a_password_that_nobody_may_have_makes_no_account(house: House, given: str) -> None:
    assert "8 to 200 characters" in house.refusal(2, "add", "Ann", "--password-stdin", stdin=given)
    assert house.answer("list") == ""


def test_standard_input_that_is_no_text_is_refused_in_one_line(house: House) -> None:
    assert "not UTF-8" in house.refusal(2, "add", "Ann", "--password-stdin", stdin=b"\xff\n")


@pytest.mark.parametrize(("name", "code"), [("Operator", 2), ("A", 2), ("a\u202eb", 2), ("Ann", 1), ("ANN", 1)])
def test_a_name_that_nobody_may_have_or_somebody_has_makes_no_account(house: House, name: str, code: int) -> None:
    house.answer("add", "Ann")
    house.refusal(code, "add", name)
    assert len(house.answer("list").splitlines()) == 1


def test_a_new_password_ends_every_visit(house: House) -> None:
    with house.engine.begin() as connection:
        visit = house.claim(connection, ANN, "Ann")
    found = WRITTEN.search(house.answer("reset-password", "Ann"))
    assert found
    assert fits(house, "Ann", found[1])
    assert not fits(house, "Ann", PASSWORD)
    with house.engine.begin() as connection:
        assert player_rows.generation(connection, ANN) == visit.generation + 1


def test_accounts_are_listed_in_order_a_page_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"Ann{number}x" for number in range(2 * LISTED)] + ["Zoë", "Émile", "bob"]
    with house.engine.begin() as connection:
        for number, name in enumerate(names):
            player_rows.add(connection, a_player(f"{number:016}"))
            rows.add(connection, an_account(f"{number:016}", name))
        accounts.become_bot(connection, accounts.get_by_name(connection, "bob"))
    pages: list[int] = []
    page = rows.page

    def counted(connection: Connection, beginning: str, after: str, limit: int) -> list[rows.ListedAccount]:
        pages.append(limit)
        return page(connection, beginning, after, limit)

    monkeypatch.setattr(rows, "page", counted)
    listed = [json.loads(line) for line in house.answer("list", "--json").splitlines()]
    assert [one["name"] for one in listed] == [*sorted(names[: 2 * LISTED]), bot_name("bob"), "Zoë", "Émile"]
    assert pages == [LISTED] * 4
    assert listed[-1] == {"name": "Émile", "made": "1970-01-01T00:00:00.001Z", "bot": False, "closed": False}
    assert house.answer("list", "--search", " ZO") == "Zoë: since 1970-01-01\n"
    assert house.answer("list", "--search", "émile").startswith("Émile")
    for search in ("nobody", "%", "_", "\x00", "x" * 10_000):
        assert house.answer("list", "--search", search) == ""


def test_only_who_never_played_against_people_becomes_a_bot(house: House) -> None:
    with house.engine.begin() as connection:
        house.claim(connection, ANN, "Ann")
        house.claim(connection, BEN, "Ben")
        insert_daily(connection, FORTRESS)
        daily.start(connection, DAY, find(FORTRESS.slug), {}, BEN, Admission.EVERYBODY, OPENING)
    assert house.answer("bot", "Ann") == "The account is a bot now, and called Ann (bot).\n"
    assert "a bot already" in house.refusal(1, "bot", "Ann")
    assert "as a person" in house.refusal(1, "bot", "Ben")


def test_whoever_is_deleted_first_leaves_what_they_are_in(house: House) -> None:
    with house.engine.begin() as connection:
        ann, ben = house.claim(connection, ANN, "Ann"), house.claim(connection, BEN, "Ben")
        insert_daily(connection, FORTRESS)
        begun = daily.start(connection, DAY, find(FORTRESS.slug), {}, ANN, Admission.EVERYBODY, OPENING)
        room = races.make(connection, RaceEntrant(ANN, "Ann"), race_terms(), OPENING)
        races.join(connection, room.code, RaceEntrant(BEN, "Ben"), OPENING)
        group = groups.make(connection, ann, "The moat", OPENING)
        groups.join(connection, ben, group.code, OPENING)
    assert "--yes" in house.refusal(2, "delete", "Ann")
    assert house.answer("delete", "ann", "--yes").startswith("The account Ann is deleted.")
    with house.engine.begin() as connection:
        assert [racer.name for racer in races.look(connection, room.code).present] == ["Ben"]
        game = sessions.find(connection, begun.id)
        assert game
        assert game.status is Status.GIVEN_UP
        assert groups.look(connection, BEN, group.code).leads
    assert "no player by that name" in house.refusal(1, "delete", "Ann", "--yes")
    assert house.run("add", "Ann").code == 1, "the name rests"


def test_an_export_is_the_document_that_the_player_can_download(house: House) -> None:
    with house.engine.begin() as connection:
        house.claim(connection, ANN, "Ann")
        insert_daily(connection, FORTRESS)
        daily.start(connection, DAY, find(FORTRESS.slug), {}, ANN, Admission.EVERYBODY, OPENING)
    document = json.loads(house.answer("export", "ANN"))
    assert document["name"] == "Ann"
    assert [game["game"] for game in document["games"]] == [FORTRESS.slug]
    assert document["tables"] == []
    assert QUICK.hash(PASSWORD)[:10] not in json.dumps(document)


@pytest.mark.parametrize("verb", ["reset-password", "bot", "export"])
def test_a_name_that_nobody_has_fails(house: House, verb: str) -> None:
    for name in ("Nobody", "", "\x00", "x" * 10_000):
        assert house.refusal(1, verb, name) == "There is no player by that name.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("list", "Ann"),
        ("add",),
        ("add", "Ann", "--json"),
        ("bot", "Ann", "--yes"),
        ("list", "--password-stdin"),
        ("export", "Ann", "--search", "A"),
        ("burn", "Ann"),
        ("invite",),
        ("invite", "--places", "3"),
        ("invite", "Ann", "--places", "3", "--until", "2027-01-01"),
        ("invitations", "Ann"),
        ("withdraw",),
        ("add", "Ann", "--note", "of the club"),
    ],
)
def test_what_does_not_fit_together_is_refused(house: House, arguments: tuple[str, ...]) -> None:
    assert "see rampart accounts --help" in house.refusal(2, *arguments)


def test_an_invitation_is_made_listed_and_withdrawn(house: House) -> None:
    day = today(OPENING).isoformat()
    made = ("invite", "--places", "30", "--until", day, "--note", "the club")
    link, told = house.answer(*made, "--site", "https://club.example.org/").splitlines()
    address, _, secret = link.rpartition("/")
    assert address == "https://club.example.org/invitations"
    assert told.endswith(f": 0 of 30 made, until {day}, works: the club")
    assert house.answer("invitations") == f"{told}\n"
    assert house.answer(*made).startswith("/invitations/")
    invitation_id = told.partition(":")[0]
    assert house.answer("withdraw", invitation_id) == "The invitation is withdrawn.\n"
    assert "withdrawn: the club" in house.answer("invitations")
    assert "withdrawn already" in house.refusal(1, "withdraw", invitation_id)
    with house.engine.begin() as connection, pytest.raises(NotFound):
        invitations.look(connection, secret, OPENING)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--places", value) for value in ("0", "1001", "many", "-3", "٣")),
        *(("--until", value) for value in ("2020-01-01", "9999-12-31", "soon", "31.12.2026")),
        *(("--note", value) for value in ("x" * 81, "a\u202eb")),
        *(("--site", value) for value in ("club.example.org", "https://a b")),
    ],
)
def test_an_invitation_that_makes_no_sense_is_refused(house: House, option: str, value: str) -> None:
    asked = {"--places": "3", "--until": today(OPENING).isoformat()} | {option: value}
    house.refusal(2, "invite", *(f"{name}={given}" for name, given in asked.items()))
    assert house.answer("invitations") == ""
