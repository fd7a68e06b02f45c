"""A simulated year as open data, at small scale; `make soak WHAT=data` has the long form."""

from pathlib import Path

from app.core.store.ids import new_id
from app.features.open_data.data_files import lines_of
from tests.app.open_data.conftest import folder
from tests.app.open_data.year import MONTHS, simulate
from tests.cli.conftest import Rampart, rampart
from tests.databases import transaction
from tests.soak.data import expect_nothing_secret

__all__ = ["folder", "rampart"]


def test_a_year_verifies_and_holds_no_open_event_and_nobody(database_url: str, folder: Path, rampart: Rampart) -> None:
    with transaction(database_url) as connection:
        year = simulate(connection, [new_id(4 * number) for number in range(5)], 48, kinds=8)
    lines = list[bytes]()
    for month in MONTHS:
        file = folder / str(month)
        assert rampart("data", "--month", str(month), "--output", str(file)).code == 0
        with file.open("rb") as source:
            lines += lines_of(source)
    for line in lines:
        expect_nothing_secret(line, year)
    assert len(lines) == year.stored
    whole = folder / "year.ndjson"
    whole.write_bytes(b"".join(lines))
    assert rampart("verify", str(whole)).out == f"sound: {year.stored} games\n"
