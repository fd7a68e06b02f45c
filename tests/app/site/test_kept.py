"""What the server says that it keeps about people, compared with the schema."""

import re
from typing import Any

from sqlalchemy import Connection, event, insert
from starlette.testclient import TestClient

from app.features.daily.tables import attempt
from app.features.invitations import service as invitations
from app.people.service import keeping, naming, tokens
from app.people.tables import account, member, player, player_group
from app.site import housekeeping
from app.site.features import FEATURES
from app.site.schema import metadata
from app.site.words.kept import IMPERSONAL, KEPT
from tests.cli.conftest import CHECKOUT
from tests.rows import PLAYER, begin

_PERSON = re.compile(r"(player|reporter|asker|friend|host|maker)_id|asked_by|origin|whence")
"""The columns that say who somebody is, or where they were."""


def leads_to_a_person(name: str) -> bool:
    """Return whether a table has a column about a person, or a key that leads to one that does."""
    table = metadata.tables[name]
    named = any(_PERSON.fullmatch(column.name) for column in table.columns)
    keys = {key.column.table.name for key in table.foreign_keys} - {name}
    return table is player or named or any(map(leads_to_a_person, keys))


def test_every_column_is_told_once_and_nothing_else_is() -> None:
    told = [(table, columns) for one in KEPT for table, columns in one.tables.items()]
    told += [(table, columns) for table, (_, columns) in IMPERSONAL.items()]
    assert sorted((table, sorted(columns.split())) for table, columns in told) == [
        (name, sorted(table.columns.keys())) for name, table in sorted(metadata.tables.items())
    ]


def test_what_leads_to_a_person_is_told_and_needs_no_more_than_a_key_to_do_so() -> None:
    assert leads_to_a_person(attempt.name)
    assert leads_to_a_person("entry")
    assert leads_to_a_person("certificate")
    assert not leads_to_a_person("stock")
    assert [name for name in IMPERSONAL if leads_to_a_person(name)] == []
    assert all(reason for reason, _ in IMPERSONAL.values())


def test_what_is_said_to_go_with_an_account_is_what_is_deleted(connection: Connection) -> None:
    begin(connection)
    named = {"player_id": PLAYER.id, "name": "Ann", "folded": "ann", "skeleton": "ann", "password": "", "made_at": 1}
    connection.execute(insert(account), named)
    connection.execute(insert(player_group), {"code": "group-0001", "name": "Us", "made_at": 1})
    connection.execute(insert(member), {"code": "group-0001", "player_id": PLAYER.id, "joined_at": 1})
    deleted = set[str]()

    def note(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        deleted.update(re.findall(r"^DELETE FROM (\w+)", statement))

    event.listen(connection, "before_cursor_execute", note)
    keeping.forget(connection, PLAYER.id, "Somebody")
    event.remove(connection, "before_cursor_execute", note)
    assert deleted == {table for one in KEPT for table in one.goes.split()}


def test_the_times_that_are_said_are_those_of_the_code() -> None:
    day = 24 * 3_600_000
    assert naming.RESTING_MS // day == 30
    assert invitations.KEPT_MS // day == 90
    assert tokens.MOST_TOKENS == 20
    forgetting = {feature.name for feature in FEATURES if feature.forgets}
    assert forgetting == {"invitations", "races", "tournaments"}
    assert housekeeping.DAY_SECONDS == 24 * 3600


def test_every_table_that_is_kept_about_people_is_in_the_page_for_hosts() -> None:
    page = (CHECKOUT / "docs" / "operating.md").read_text()
    chapter = page.partition("\n## What is stored about whom\n")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in chapter.splitlines() if line.startswith("| ") and "`" in line]
    assert [(title.removeprefix("| "), re.findall(r"`(\w+)`", tables)) for title, tables, *_ in rows] == [
        (one.title, list(one.tables)) for one in KEPT
    ]
    for (_, _, stays, deleted), one in zip(rows, KEPT, strict=True):
        assert (stays, deleted.removesuffix(" |")) == (one.stays, one.deleted)


def test_the_page_about_privacy_tells_players_all_of_it(client: TestClient) -> None:
    page = client.get("/privacy").text
    for one in KEPT:
        assert all(words in page for words in (one.title, one.what, one.stays, one.seen_by, one.deleted)), one.title
