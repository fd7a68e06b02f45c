"""`rampart reports`."""

from pathlib import Path

from app.features.moderation.rows import reports
from app.features.moderation.values import Reason
from app.people.rows import accounts, players
from tests.cli.conftest import Rampart
from tests.databases import plain_engine
from tests.factories import a_player, an_account


def test_reported_names_are_listed_and_dismissed(rampart: Rampart, migrated: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    (tmp_path / "kept.sqlite3").write_bytes(migrated.read_bytes())
    with plain_engine(url).begin() as connection:
        for name in ("Ann", "Bob"):
            players.add(connection, a_player(name))
            accounts.add(connection, an_account(name, name))
        reports.add_report(connection, "Ann", "Bob", "Anna", Reason.OFFENDS, 1)
    settings = {"RAMPART_DATABASE_URL": url}
    listed = rampart("reports", "list", **settings)
    assert listed.out.splitlines() == ["Ann (called Anna then): reported by 1, offends", "Reported names: 1."]
    assert rampart("reports", "dismiss", "Ann", **settings).code == 0
    assert rampart("reports", "list", **settings).out == "Reported names: 0.\n"
    assert rampart("reports", "dismiss", **settings).code == 2
