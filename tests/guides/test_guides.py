"""Each guide adds what it promises, by what it prints and nothing else."""

from pathlib import Path

import pytest

from tests.guides.following import GUIDES, ROOT, Guide, apply, copied, run

NAMES = sorted(path.stem for path in GUIDES.glob("*.md"))
MOST_LINES = {"page": 80, "endpoint": 80, "scoring": 20, "table": 160, "occasion": 250}
"""How many lines of code each may take."""
GOES_ON_FROM = {"endpoint": "page"}
"""The guides that go on from what another has added."""
HOLD_FOR_ALL = (
    *("tests/test_architecture.py", "tests/test_docs.py", "tests/test_templates.py"),
    *("tests/app/core/store/test_migrations.py", "tests/app/people/rows/test_keeping.py"),
    *("tests/app/test_openapi.py", "tests/adversary/test_costs.py", "tests/adversary/test_doors.py"),
)
"""The tests that go through all rooms, tables, addresses and templates."""


@pytest.mark.parametrize("name", NAMES)
def test_the_changes_that_a_guide_prints_fit(name: str) -> None:
    guide = Guide.read(name)
    assert guide.files
    assert not [path for path in guide.files if (ROOT / path).exists()]
    if name not in GOES_ON_FROM:
        apply(guide.changes, ROOT, "--check")


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_takes_no_more_lines_than_it_may(name: str) -> None:
    assert Guide.read(name).lines_of_code <= MOST_LINES[name]


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_guide_adds_what_it_promises(name: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    for each in filter(None, (GOES_ON_FROM.get(name), name)):
        Guide.read(each).follow(folder)
    run(folder, "-m", "ruff", "check", "--no-cache", "app", "migrations")
    run(folder, "-m", "ruff", "format", "--no-cache", "--check", "app", "migrations")
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(folder, *plain, f"tests/guides/added/{name}.py")
    if name not in GOES_ON_FROM.values():
        # The guide that goes on from this one tries all that on a copy with the changes of both.
        run(folder, *plain, *HOLD_FOR_ALL, "-m", "not long")
