"""The examples in the docstrings of the engine hold."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import engine

MODULES = [module.name for module in walk_packages(engine.__path__, "engine.") if ".solver" not in module.name]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, _ = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_the_modules_with_examples_are_found() -> None:
    assert {"engine.cards", "engine.deals", "engine.moves", "engine.rules"} <= set(MODULES)
