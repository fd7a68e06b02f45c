"""The client as a distribution of its own: built without a network, and used without anything else of Rampart."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import rampart_client
from engine.cards import spell
from rampart_client import calls, documents
from tests.chromium.serving import serving
from tests.engine.verdicts import WINS

CLIENT = Path(rampart_client.__file__).parent
ROOT = CLIENT.parent
NEEDED = ("httpx", "httpcore", "h11", "anyio", "idna", "certifi", "sniffio", "typing_extensions.py")
"""What httpx brings with it."""
RECORDED = json.loads((ROOT / "app/site/words/recorded.json").read_text(encoding="utf-8"))["documents"]
WHOLE = {
    "AnalysisDocument": documents.Analysis, "BoardDocument": documents.DailyBoard, "HouseDocument": calls.HouseRace,
    "RaceDocument": calls.Race, "StandingsDocument": documents.Standings, "TournamentDocument": calls.Tournament,
}  # fmt: skip
"""The documents without a field that an answer may leave out, by the name that the OpenAPI document has for them."""
WIN = next(win for win in WINS if win.slug == "fortress")
PROGRAM = """
import sys

sys.path += sys.argv[1:3]
from rampart_client import Rampart, calls

with Rampart(sys.argv[3]) as rampart:
    board = rampart.do(calls.begin("fortress", deck=sys.argv[4]))
    for move in sys.argv[5:]:
        if not board.is_over:
            board = rampart.do(board.move(move))
print(board.status)
others = {name.partition(".")[0] for name in sys.modules} & {"app", "engine", "pydantic", "fastapi", "httpx2", "numba"}
print(*others)
"""
TYPED = """
from typing import assert_type

from rampart_client import Rampart, calls, documents

with Rampart("http://127.0.0.1:8000") as rampart:
    found = rampart.do(calls.analyse("fortress", deck="AC"))
    assert_type(found, documents.Analysis)
    assert_type(found.moves[0].at_most, int | None)
    assert_type(rampart.do(calls.ratings("fortress")).rows[0], documents.Rating)
    assert_type(rampart.do(calls.rooms()), list[documents.Room])
    assert_type(rampart.do(calls.race("BCDFGH")).heats[0].runs, list[documents.Run])
    assert_type(rampart.do(calls.tournament("BCDFGH")).teams, list[documents.Team] | None)
    assert_type(rampart.do(calls.race_house("fortress", strength="hard")).session, calls.Session)
    calls.begin("fortress", strength="mild")  # type: ignore[arg-type]
    calls.begin("fortress", winable=True)  # type: ignore[call-arg]
    for news in rampart.listen(calls.events()):
        assert_type(news, documents.GameNews | documents.StageNews | documents.OtherNews)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the folder alone, as pip does, and return it."""
    folder = tmp_path_factory.mktemp("client")
    shutil.copytree(CLIENT, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "built")]
    subprocess.run(build, cwd=folder / "source", check=True, capture_output=True)
    (built,) = (folder / "built").iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Install the wheel in a folder of its own, and return the folder."""
    target = wheel.parent.parent / "installed"
    install = ["install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", "--target"]
    subprocess.run([sys.executable, "-m", "pip", *install, target, wheel], check=True, capture_output=True)
    return target


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve, and yield the address."""
    with serving(tmp_path) as served:
        yield served


@pytest.mark.long
def test_the_wheel_has_the_whole_client_its_types_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (metadata,) = (packed.read(name).decode() for name in names if name.endswith("METADATA"))
    modules = {f"rampart_client/{path.name}" for path in CLIENT.glob("*.py")}
    assert {name for name in names if ".dist-info/" not in name} == {*modules, "rampart_client/py.typed"}
    told = Parser().parsestr(metadata)
    assert told["Name"] == "rampart-patience-client"
    assert [re.split(r"[<>=]", one)[0] for one in told.get_all("Requires-Dist", [])] == ["httpx"]
    assert told.get_payload() == (CLIENT / "README.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_installed_client_plays_a_game_without_the_packages_of_the_server(
    installed: Path, address: str, tmp_path: Path
) -> None:
    packages, needed = Path(pytest.__file__).parents[1], tmp_path / "needed"
    needed.mkdir()
    for name in NEEDED:
        if (packages / name).exists():
            (needed / name).symlink_to(packages / name)
    # Neither the packages of this environment nor the checkout are on the path.
    told = map(str, (installed, needed, address, spell(WIN.deck), *WIN.line))
    alone = [sys.executable, "-I", "-S", "-c", PROGRAM, *told]
    played = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (played.stdout, played.stderr) == ("won\n\n", "")


@pytest.mark.long
def test_the_installed_client_tells_mypy_its_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(TYPED)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = true\nmypy_path = {installed}\n")
    check = [sys.executable, "-m", "mypy", "--cache-dir", "cache", "bot.py"]
    said = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def test_the_client_has_the_version_and_the_licence_of_rampart() -> None:
    ours, theirs = (tomllib.loads((folder / "pyproject.toml").read_text())["project"] for folder in (CLIENT, ROOT))
    for field in ("version", "requires-python", "license", "authors"):
        assert ours[field] == theirs[field]
    assert (CLIENT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_distribution_is_not_called_like_a_client_that_generators_make() -> None:
    named = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]["name"]
    assert named not in {"rampart-client", "rampart_client", "rampart-api", "rampart"}


def test_a_line_of_a_stream_is_a_value_of_its_kind_and_a_new_kind_breaks_nothing() -> None:
    read = calls.events().read
    assert read({"type": "game", "session": "k3v9", "seq": 1, "status": "won"}) == documents.GameNews("k3v9", 1, "won")
    assert read({"type": "race", "code": "BCDFGH", "stage": "over"}) == documents.StageNews("BCDFGH", "over")
    for kind in ("heal", "weather"):
        assert read({"type": kind, "rain": True}) == documents.OtherNews(kind)


def test_the_documents_of_the_client_read_what_a_server_has_answered() -> None:
    board = documents.DailyBoard.read(RECORDED["BoardDocument"])
    assert board.me
    assert board.me in board.rows
    assert documents.Analysis.read(RECORDED["AnalysisDocument"]).moves[0].verdict in {"winnable", "undecided"}
    ratings = documents.Ratings.read(RECORDED["RatingBoard"])
    assert ratings.me
    assert ratings.me.rank is None
    race = calls.Race.read(RECORDED["RaceDocument"])
    assert {run.name for run in race.heats[0].runs} == {racer.name for racer in race.racers}
    news = race.news().read
    assert news(RECORDED["RaceLine"]) == calls.Race.read(RECORDED["RaceLine"]["race"])
    assert isinstance(news(RECORDED["RunLine"]), documents.RunNews)
    assert isinstance(news(RECORDED["ReactionLine"]), documents.ReactionNews)
    assert documents.Who.read(RECORDED["WhoDocument"]) == documents.Who("Ada", False)
    assert calls.rooms().read(RECORDED["RoomsDocument"])[0].host
    tournament = calls.Tournament.read(RECORDED["TournamentDocument"])
    assert tournament.standings
    assert tournament.standings[0].rank == 1


@pytest.mark.parametrize(("name", "document"), WHOLE.items())
def test_a_document_of_the_client_has_everything_that_a_server_answers(
    name: str, document: type[documents.Document]
) -> None:
    assert asdict(document.read(RECORDED[name])) == RECORDED[name]


def test_a_puzzle_has_its_position_and_one_goal() -> None:
    puzzle = calls.Puzzle.read(RECORDED["PuzzleDocument"])
    assert puzzle.piles == RECORDED["PuzzleDocument"]["piles"]
    assert [puzzle.goal.home, puzzle.goal.space, puzzle.goal.uncover].count(None) == 2


def test_a_document_reads_what_a_newer_server_adds_within_it_and_misses_what_it_needs() -> None:
    told = RECORDED["RaceDocument"]
    (first, *others) = told["racers"]
    newer = {**told, "mood": "tense", "racers": [{**first, "hat": "red"}, *others]}
    assert calls.Race.read(newer) == calls.Race.read(told)
    with pytest.raises(TypeError):
        calls.Race.read({**told, "racers": [{"name": "Ann"}]})
    assert calls.Race.read({**told, "racers": [], "heats": []}).heats == []
