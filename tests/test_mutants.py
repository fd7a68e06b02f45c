"""The mistakes of `make mutants`: which are made, which tests meet them, and what becomes of them."""

from pathlib import Path
from runpy import run_path

import pytest

from tests.mutants import forking, trying
from tests.mutants.__main__ import explained, keep, kept, named, shown
from tests.mutants.forking import put
from tests.mutants.making import Mutant, mutants_of
from tests.mutants.rooms import ROOMS, ROOT, Reach, importers, mutants_in
from tests.mutants.trying import Fate, fate, forks

MODULE = "engine/counting.py"


def mistakes(text: str) -> list[str]:
    """Return the lines that the mutants of a module change, as they are afterwards."""
    return [mutant.after.strip() for mutant in mutants_of(MODULE, text)]


@pytest.mark.parametrize(
    ("sound", "mistaken"),
    [
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("a is not b", ["a is b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["(a or b)"]),
        ("not a", ["(a)"]),
        ("a + b", ["(a - b)"]),
        ("a[0]", ["a[1]", "a[-1]"]),
        ("é(True)", ["é(False)", "pass"]),
        ("a if b else c", ["a if (not (b)) else c"]),
        ("[a for a in b if a]", ["[a for a in b if (not (a))]"]),
        ("a += b", ["pass"]),
        ("raise a", ["pass"]),
        ("return True", ["return False"]),
    ],
)
def test_each_mistake_changes_one_thing(sound: str, mistaken: list[str]) -> None:
    assert sorted(mistakes(sound)) == sorted(mistaken)


@pytest.mark.parametrize(
    "text",
    [
        '"""A text of 3."""',
        "@dataclass(frozen=True)\nclass A:\n    b: Literal[3]",
        "assert a < b",
        '_log.warning("%s", 3)',
        'a = f"{b + 1}"',
        'a = "b" + c',
        "LENGTHS = (10, 600)",
        "PAUSE_SECONDS = 0.5",
        "SALT = token_hex(16)",
        "a.with_for_update(read=True).b",
        "b.execute(a.with_for_update())",
        "a.hold_alone(b)",
        "a.limit(1).b",
        "zip(a, b, strict=True).c",
        "return None",
    ],
)
def test_nothing_changes_that_no_test_could_notice(text: str) -> None:
    assert mistakes(text) == []


def test_a_mistake_knows_the_function_around_it() -> None:
    method = "    C = 1\n    def d(self):\n        def e():\n            return 1\n"
    text = f"A = 1\nclass B:\n{method}@cached()\ndef f():\n    raise g"
    assert {mutant.line: mutant.inside for mutant in mutants_of(MODULE, text)} == {1: "", 3: "", 6: "B.d", 9: "f"}


def test_the_rest_of_a_module_stays_as_it_is() -> None:
    [mutant] = mutants_of(MODULE, "# é\nif (a\n        < b):  # c\n    d = 'é'\n")
    assert (mutant.before, mutant.after) == ("if (a\n        < b):  # c\n", "if (a <= b):  # c\n")
    assert mutant.source == "# é\nif (a <= b):  # c\n    d = 'é'\n"


def test_the_quickest_tests_that_enter_a_function_come_first_and_the_slowest_not_at_all() -> None:
    among = Reach({"slow": 5, "quick": 1, "endless": 99, "other": 0}, {f"{MODULE}:a": ["endless", "slow", "quick"]})
    first, *_ = mutants_of(MODULE, "def a():\n    b()")
    assert among.tests_for(first) == ["quick", "slow"]


def test_those_of_a_file_named_like_the_module_come_before_quicker_ones() -> None:
    named_like, other = "tests/engine/test_counting.py::test", "tests/engine/test_other.py::test_counting"
    first, *_ = mutants_of(MODULE, "def a():\n    b()")
    assert Reach({named_like: 5, other: 1}, {f"{MODULE}:a": [other, named_like]}).tests_for(first) == [
        named_like,
        other,
    ]


def test_a_mistake_is_met_first_by_who_enters_its_function_and_then_by_all_who_use_its_module() -> None:
    assert {"engine/position.py", "engine/moves.py", "tests/engine/test_moves.py"} < importers("engine/position.py")
    entering = {"engine/moves.py:apply": ["uses"], "engine/position.py:deal": ["enters"]}
    among = Reach({"uses": 1, "enters": 2, "tests/engine/test_moves.py::test": 3}, entering)
    every = ["uses", "enters", "tests/engine/test_moves.py::test"]
    for path, text, tests in (
        ("engine/position.py", "def deal():\n    a()", ["enters", "uses", every[-1]]),
        ("engine/position.py", "A = 1", every),
        ("engine/puzzles/themes.py", "A = 1", []),
    ):
        assert among.tests_for(mutants_of(path, text)[0]) == tests


SOUND = "def plus(a, b):\n    c = a + b\n    return c\n\nNINE = plus(4, 5)\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a checkout of one module and its test."""
    for file, text in {
        MODULE: SOUND,
        "engine/__init__.py": "",
        "tests/mutants/forking.py": Path(forking.__file__).read_text(),
        "test_counting.py": "from engine.counting import NINE, plus\n\n"
        "def test_plus():\n    assert plus(1, 2) == 3\n\ndef test_nine():\n    assert NINE == 9\n",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("test", "mistakes"),
    [
        ("test_plus", {"a - b": Fate.KILLED, "b + a": Fate.LIVED, "0\n    while True: pass": Fate.HUNG}),
        # It was worked out when the module was imported.
        ("test_nine", {"a - b": Fate.KILLED}),
    ],
)
def test_what_becomes_of_a_mutant_is_what_its_tests_say(
    test: str, mistakes: dict[str, Fate], tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "LEAST_SECONDS", 1.5)
    among = Reach({f"test_counting.py::{test}": 0}, {f"{MODULE}:plus": [f"test_counting.py::{test}"]})
    with forks(tree, ["test_counting.py"]) as forked:
        for becomes, expected in mistakes.items():
            mutant = Mutant(MODULE, 2, "plus", "", "", SOUND.replace("a + b", becomes))
            assert fate(tree, mutant, among, forked) is expected
            assert (tree / MODULE).read_text() == SOUND
        assert fate(tree, mutant, Reach({}, {}), forked) is Fate.UNMET


def test_no_mistake_is_tried_with_tests_that_cannot_be_collected_without_one(tree: Path) -> None:
    (tree / MODULE).write_text("raise ValueError")
    with pytest.raises(RuntimeError, match="test_counting"), forks(tree, ["test_counting.py"]):
        pass


def test_a_mistake_is_put_into_the_function_that_was_imported(tmp_path: Path) -> None:
    file = tmp_path / "counting.py"
    file.write_text("def two():\n    return 2\n\ndef three():\n    return 3\n")
    imported = run_path(str(file))
    assert not put(file, "four", "def four():\n    return 5\n")
    assert put(file, "two", "def two():\n    return 1\n")
    assert (imported["two"](), imported["three"]()) == (1, 3)


def test_a_list_keeps_what_became_of_each_mistake(tmp_path: Path) -> None:
    first, second = mutants_of(MODULE, "a < b <= c")
    file = tmp_path / "list"
    assert kept(file) == {}
    keep(file, first, Fate.LIVED)
    keep(file, second, Fate.KILLED)
    assert kept(file) == {named(first): Fate.LIVED, named(second): Fate.KILLED}


def test_every_room_has_tests_and_mistakes_to_make() -> None:
    for room, tests in ROOMS.items():
        assert all((ROOT / its).exists() for its in tests)
        assert len(mutants_in(room)) > 100


def test_every_explanation_is_of_a_mistake_that_is_made() -> None:
    made = {shown(mutant) for path in {one.splitlines()[0] for one in explained()} for mutant in mutants_in(path)}
    assert explained() <= made
