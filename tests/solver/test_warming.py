"""What the solver compiles before the first question."""

import subprocess
import sys

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
