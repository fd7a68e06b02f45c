"""The examples in the docstrings of the application hold."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

APP = Path(__file__).parents[2] / "app"
MODULES = sorted(
    ".".join(path.relative_to(APP.parent).with_suffix("").parts)
    for path in APP.rglob("*.py")
    if " >>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert failed == 0
    assert tried


def test_the_modules_with_examples_are_found() -> None:
    assert {"app.core.words", "app.people.names"} < set(MODULES)
