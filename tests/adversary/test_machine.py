"""A small run of what `make soak WHAT=adversary` does at length."""

import shutil
from pathlib import Path

import pytest

from tests.adversary import machine
from tests.adversary.house import House
from tests.adversary.sealed import Spy

SOME, MANY = 300, pytest.param(1_200, marks=pytest.mark.long)
IN_A_ROW = 60


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
        machine.run(attack, steps, IN_A_ROW, seed_fixed=True)
    finally:
        spy.close()
        house.close()
    assert attack.steps >= steps * 0.9
