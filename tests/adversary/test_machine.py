"""A small run of what `make soak WHAT=adversary` does at length."""

import shutil
from pathlib import Path

from tests.adversary import machine
from tests.adversary.house import House
from tests.adversary.sealed import Spy

STEPS, IN_A_ROW = 1_200, 60


def test_whatever_players_try_what_the_server_promises_holds(migrated: Path, tmp_path: Path) -> None:
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
        machine.run(attack, STEPS, IN_A_ROW, seed_fixed=True)
    finally:
        spy.close()
        house.close()
    assert attack.steps >= STEPS * 0.9
