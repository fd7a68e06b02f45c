"""What the solver compiles before the first question."""

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from engine.solver import compiled
from tests.cli.conftest import CHECKOUT

PROGRAM = """
from engine.solver import alike, kernel, packed, warm_up
warm_up()
searches = (
    kernel.open_search, kernel.search, alike.open_alike, alike.search_alike, packed.open_packed, packed.search_packed
)
print(*(search.__name__ for search in searches if not search.signatures))
"""


def test_after_warming_up_no_way_to_search_is_left_to_compile() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=300, cwd=CHECKOUT
    )
    assert ended.stdout.strip() == ""


def test_one_process_compiles_while_the_others_wait_for_what_it_stores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path / "kernel"))
    comes, has_its_turn = Event(), Event()

    def second() -> None:
        comes.set()
        with compiled.one_at_a_time():
            has_its_turn.set()

    waiting = Thread(target=second)
    with compiled.one_at_a_time():
        waiting.start()
        assert comes.wait(60)
        assert not has_its_turn.wait(0.05)
    assert has_its_turn.wait(60)
    waiting.join()


def test_nobody_waits_where_nothing_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path / "file" / "kernel"))
    with compiled.one_at_a_time(), compiled.one_at_a_time():
        pass
