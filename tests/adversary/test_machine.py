"""A small run of what `make soak WHAT=adversary` does at length."""

import shutil
from pathlib import Path

import pytest

from tests.adversary import machine
from tests.adversary.house import House
from tests.adversary.sealed import Spy
from tests.adversary.steps import run

SOME, MANY = 300, pytest.param(1_200, marks=pytest.mark.long)
IN_A_ROW = 150


@pytest.mark.parametrize("steps", [SOME, MANY])
def test_whatever_players_try_what_the_server_promises_holds(migrated: Path, tmp_path: Path, steps: int) -> None:
    file = tmp_path / "rampart.sqlite3"
    url = f"sqlite:///{file}"

    def emptied() -> None:
        spy.close()
        for old in tmp_path.glob(f"{file.name}*"):
            if not old.name.endswith(".secret"):
                old.unlink()
        shutil.copy(migrated, file)

    house, spy = House(url), Spy(url)
    try:
        attack = machine.attack(house, spy, url, emptied)
        run(attack, steps, IN_A_ROW, seed=1)
    finally:
        spy.close()
        house.close()
    assert attack.reached["rated heats ended"]
