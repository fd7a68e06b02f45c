"""The documents are true: links, files, commands, settings, the maps of the rooms, and the guides."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.settings import unknown_names
from app.site.commands import COMMANDS
from engine.games import GAMES
from engine.measured import measurements
from engine.rules import Game

ROOT = Path(__file__).parent.parent
RULES = ROOT / "templates" / "rules"
CHAPTERS = ("play", "options", "readings", "elsewhere", "hints")
FEATURES = sorted(path.parent for path in (ROOT / "app" / "features").glob("*/__init__.py"))
MAPPED = [
    *(ROOT / "app" / room for room in (".", "core", "people", "web", "play", "site")),
    *FEATURES,
    ROOT / "engine",
    ROOT / "tests",
]
"""The rooms, each with a map for those who come in."""
MAPS = [room / "README.md" for room in MAPPED]
LONGEST_MAP = 30
PAGES = (
    *(*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "tests" / "data" / "README.md"),
    *filter(Path.exists, MAPS),
)
GUIDE = ROOT / "CONTRIBUTING.md"
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
PRINTED = {file for page in GUIDES for file in re.findall(r"^`([\w./]+)`:$", page.read_text(encoding="utf-8"), re.M)}
"""The files that the guides for parts of the house add."""
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[!R]*.md"))
REASONS = ["Context", "Choice", "Consequence", "Figure", "What would change our mind"]
EXAMPLES = [page for page in PAGES if "\n>>> " in page.read_text(encoding="utf-8")]
ROOMS = ("app", "bench", "docs", "engine", "locks", "migrations", "static", "templates", "tests")
MADE_AT_SET_UP = "static/vendor/"
STREETS, CASTLE = "streets-and-alleys", "beleaguered-castle"
GAMES_ADDED = {STREETS: "Streets and Alleys", CASTLE: "Beleaguered Castle"}
"""The games that the guide adds, by the name at the end of their headings."""
HOLD_FOR_ALL_GAMES = (
    *("tests/app/site/test_lobby.py", "tests/app/site/test_api_page.py", "tests/app/deals/test_game.py"),
    *("tests/app/deals/test_deal.py", "tests/app/archive/test_history.py", "tests/app/account/test_settings.py"),
    *("tests/app/play/test_views.py", "tests/app/play/api/test_begin.py", "tests/test_docs.py"),
    *("tests/engine/test_conformance.py", "tests/engine/test_random_play.py", "tests/engine/test_likeness.py"),
    *("tests/engine/test_boards.py", "tests/engine/test_position.py"),
)
SOLVED = """
import sys
import numpy
from engine.deals import shuffled
from engine.games import find
from engine.measured import measurements
from engine.position import deal
from engine.rules import arrange
from engine.solver import Solver, Verdict, screen
from tests.solver.exhaustive import winnable
from tests.solver.reached import near_the_end, shrunken

rules, solver = find(sys.argv[1]).rules, Solver()
small = shrunken(rules)
with numpy.errstate(over="ignore"):
    (screened,) = screen(solver, rules, [shuffled(1)])
    by_place = arrange(rules.dealing, shuffled(1)) == shuffled(1)
    assert screened is (solver.judge(rules, deal(rules, shuffled(1))) if by_place else Verdict.UNDECIDED)
    for seed in range(8):
        position = near_the_end(small, seed, left=9)
        assert (solver.judge(small, position) is Verdict.WINNABLE) is winnable(small, position, at_most=100_000)
assert measurements(sys.argv[1]) is None
print("played")
"""
"""Screens some deals of a game, and searches positions near its end beside a program that tries everything."""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def test_no_docstring_opens_with_say_or_give() -> None:
    for room in (*ROOMS, "examples", "rampart_client"):
        for path in (ROOT / room).rglob("*.py"):
            # "Give up" is what a player does.
            found = re.search(r'"""(?:Say|Give)\b(?! up\b).*', path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(ROOT)}: {found}"


@games
def test_every_game_has_a_rules_page_with_every_chapter(game: Game) -> None:
    assert re.findall(r'<section class="chapter" id="([a-z-]+)">', _rules_page(game)) == list(CHAPTERS)


@games
def test_a_rules_page_names_every_value_of_every_option(game: Game) -> None:
    named = set(re.findall(r"<code>([a-z]+)=([a-z]+)</code>", _rules_page(game)))
    assert named == {(option.name, value) for option in game.options for value in option.values}


@pytest.mark.parametrize("room", MAPPED, ids=lambda room: str(room.relative_to(ROOT)))
def test_every_room_has_a_map_that_is_read_in_a_minute(room: Path) -> None:
    text = (room / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert len(text.splitlines()) <= LONGEST_MAP
    assert re.search(r"\bmay know\b", text), "a map says what its room may know"
    assert re.search(r"^Begin with ", text, re.MULTILINE), "a map says where to begin"


def test_every_rules_page_belongs_to_a_game() -> None:
    assert {page.stem for page in RULES.glob("[!_]*.html")} == set(GAMES)


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_says_why_what_follows_and_what_would_change_our_mind(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == REASONS
    for reason in REASONS:
        assert re.search(rf"^## {reason}\n\n\S", text, re.MULTILINE), f"{page.name} leaves “{reason}” empty"


def test_the_list_of_decisions_names_each_of_them_once() -> None:
    named = re.findall(r"\]\(([\w-]+)\.md\)", (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8"))
    assert sorted(named) == [page.stem for page in DECISIONS]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_on_a_page_hold(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed


@pages
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    for address in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not re.match(r"https?://", address):
            file, _, heading = address.partition("#")
            target = page.parent / file if file else page
            assert target.exists(), f"{page.name} links to {address}"
            assert not heading or heading in _headings(target), f"{page.name} links to {address}"


@pages
def test_every_file_that_is_named_is_there(page: Path) -> None:
    if page in MAPS:
        # A map names files as they are called in its room.
        for name in _in_code(page):
            if re.fullmatch(r"\w[\w./-]*(?:/|\.(?:py|md))|\w[\w-]*/[\w./-]+", name):
                assert (page.parent / name).exists() or (ROOT / name).exists(), f"{page} names {name}"
        return
    for name in _in_code(page):
        if re.fullmatch(rf"(?:{'|'.join(ROOMS)})/[\w./-]*", name) and not _added(name) and name != MADE_AT_SET_UP:
            assert (ROOT / name).exists(), f"{page.name} names {name}"


@pages
def test_a_name_said_to_be_in_a_file_is_in_it(page: Path) -> None:
    for name, file in re.findall(r"`(\w+)` in\s+`([\w/]+\.py)`", page.read_text(encoding="utf-8")):
        assert re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8")), f"{page.name}: {name} in {file}"


@pages
def test_every_target_of_make_is_in_the_makefile(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets


def test_every_test_of_make_check_is_there() -> None:
    run = subprocess.run(["make", "--dry-run", "quick"], cwd=ROOT, capture_output=True, text=True, check=True)
    named = re.findall(r"(?<!\S)tests/[\w/]+(?:\.py)?", run.stdout.rpartition("-m pytest")[2])
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


@pages
def test_every_command_of_rampart_is_one(page: Path) -> None:
    named = {name for code in _in_code(page) for name in re.findall(r"\brampart ([a-z]+)", code)}
    assert named <= set(COMMANDS)


@pages
def test_every_setting_is_one_that_is_read(page: Path) -> None:
    named = set(re.findall(r"\bRAMPART_[A-Z_]+[A-Z]", page.read_text(encoding="utf-8")))
    assert not unknown_names(dict.fromkeys(named, ""))


def test_the_counts_of_winnable_deals_are_those_that_the_games_have() -> None:
    page = (ROOT / "docs" / "winnability.md").read_text(encoding="utf-8")
    for known in filter(None, map(measurements, GAMES)):
        for count in [each.count for each in known.variants]:
            assert count.command in page
            assert f"| {count.winnable:,} | {count.unwinnable:,} | {count.undecided:,} |" in page


@pytest.mark.long
@pytest.mark.parametrize(("slug", "most_files", "most_lines"), [(STREETS, 2, 45), (CASTLE, 5, 80)])
def test_the_guide_adds_a_game_by_what_it_prints_and_nothing_else(
    slug: str, most_files: int, most_lines: int, tmp_path: Path
) -> None:
    for room in ("app", "engine", "migrations", "static", "templates", "tests"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "Makefile", *(page.name for page in ROOT.glob("*.md"))):
        shutil.copy(ROOT / name, tmp_path / name)
    files = {f"engine/games/{slug.replace('-', '_')}.py": "python", f"templates/rules/{slug}.html": "html"}
    texts = {file: _block(slug, language) for file, language in files.items()}
    for file, text in texts.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    changes = _block(slug, "diff") if slug == CASTLE else ""
    if changes and not _applies(changes, tmp_path, "--reverse", "--check"):
        # Otherwise somebody has followed the guide, and this runs with the game there.
        assert _applies(changes, tmp_path)
    changed = re.findall(r"^\+(?!\+\+ )", changes, re.MULTILINE)
    assert len(texts) + changes.count("\n+++ ") <= most_files
    assert sum(len(text.splitlines()) for text in texts.values()) + len(changed) <= most_lines
    _run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", *HOLD_FOR_ALL_GAMES, "-k", f"{slug} and not guide")
    assert _run(tmp_path, "-c", SOLVED, slug, NUMBA_DISABLE_JIT="1") == "played\n"


def _applies(changes: str, folder: Path, *options: str) -> bool:
    command = ["git", "apply", "--unidiff-zero", *options, "-"]
    return subprocess.run(command, cwd=folder, input=changes, text=True, check=False).returncode == 0


def _run(folder: Path, *arguments: str, **environment: str) -> str:
    """Run Python in a folder and return what it prints; fail with its words if it fails."""
    command, path = [sys.executable, *arguments], str(folder)
    env = {**os.environ, "PYTHONPATH": path, **environment}
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def _added(name: str) -> bool:
    """Return whether a file is one of a game that the guide adds, or one that another guide prints."""
    return name in PRINTED or Path(name).stem.removeprefix("test_").replace("_", "-") in GAMES_ADDED


def _rules_page(game: Game) -> str:
    return (RULES / f"{game.slug}.html").read_text(encoding="utf-8")


def _in_code(page: Path) -> Iterator[str]:
    """Yield the text between backticks, and the lines of code blocks."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        yield from block.splitlines()
    yield from re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)


def _headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _block(slug: str, language: str) -> str:
    """Return the block of code in that language that the guide prints for a game, without its indentation."""
    guide = GUIDE.read_text(encoding="utf-8")
    start = re.search(rf"^### .*: {GAMES_ADDED[slug]}$", guide, re.MULTILINE)
    assert start
    found = re.compile(rf"^( *)```{language}\n(.*?)^\1```$", re.MULTILINE | re.DOTALL).search(guide, start.end())
    assert found
    return re.sub(f"^{found[1]}", "", found[2], flags=re.MULTILINE)
