"""Sets Rampart up in .venv, a step at a time: `python set_up.py STEP`, which the Makefile calls.

The steps are `environment` (.venv, and uv in it), `running` (Rampart with htmx, the typeface and the packages that it
needs), `compiling` (the solver) and `testing` (the packages that tests and checks need besides). Each leaves a stamp;
make does it again if something that it was made from is younger. This needs nothing but Python. It says in one sentence
what went wrong; .venv/set-up.log has all that the tools said.
"""

import ast
import fcntl
import os
import re
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

HOME = Path(__file__).resolve().parent
LOCKS = Path("locks")
FIRST_WORD_SECONDS = 2.0
"""After so long a step says how far it is, and then each time that it has taken twice as long."""
_LOOK_SECONDS = 0.05
_MEBIBYTES_NEEDED = 1000

_COMING = re.compile(r"^ *Downloading (\S+) \(([0-9.]+)(KiB|MiB|GiB)\)$", re.MULTILINE)
_HERE = re.compile(r"^ *Downloaded (\S+)$", re.MULTILINE)
_MEBIBYTES = {"KiB": 1 / 1024, "MiB": 1.0, "GiB": 1024.0}
_FOR_UV = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "cert": "SSL_CERT_FILE",
    "trusted-host": "UV_INSECURE_HOST",
    "proxy": "ALL_PROXY",
    "timeout": "UV_HTTP_TIMEOUT",
}
"""The settings of pip that uv has too, by the variables that it reads; it does not read pip's files."""


class Failed(Exception):
    """Raised with the sentence that says why set-up cannot go on."""


VENV = HOME / ".venv"
PYTHON = str(VENV / "bin" / "python")
MADE = VENV / ".made"
"""The stamp of the environment itself. Without it, a folder of that name is what an interrupted attempt left."""
UNFINISHED = VENV / ".unfinished"
"""Marks that an installation has begun and not ended."""
LOG = VENV / "set-up.log"
"""All that the tools said in the last attempt."""


@dataclass(frozen=True, slots=True)
class Step:
    """A part of set-up."""

    stamp: Path
    announcement: str
    work: Callable[[], None]


def main(arguments: Sequence[str]) -> int:
    """Take one step; return an exit code."""
    (name,) = arguments
    step, began = STEPS[name], time.time()
    os.chdir(HOME)
    try:
        with alone(HOME):
            # Whoever had to wait may find that the other set-up has taken the step meanwhile.
            if not (step.stamp.exists() and step.stamp.stat().st_mtime > began):
                take(step)
    except (Failed, OSError) as met:
        why = met if isinstance(met, Failed) else sentence(str(met))
        print(f"{why} Run the same command again: it goes on where it stopped.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up was interrupted. Run the same command again: it goes on where it stopped.", file=sys.stderr)
        return 130
    return 0


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other set-up works in a folder, and keep the others waiting meanwhile."""
    held = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is at work in this folder; this one goes on when it is done.", flush=True)
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def take(step: Step) -> None:
    """Take a step, and leave its stamp."""
    print(step.announcement, flush=True)
    step.work()
    step.stamp.touch()


def _make_environment() -> None:
    # The Python that it was made with may have gone since.
    if not (MADE.exists() and os.access(PYTHON, os.X_OK)):
        try:
            venv.create(VENV, with_pip=True, clear=True, symlinks=True)
        except subprocess.CalledProcessError as ended:
            raise Failed(sentence((ended.output or b"").decode(errors="replace"))) from None
        MADE.touch()
    # In its log, a wordy pip says why an index refused.
    pip = [PYTHON, "-m", "pip", "install", "-vv", "--disable-pip-version-check", "--no-input"]
    run([*pip, "--require-hashes", "--requirement", str(LOCKS / "install.lock")])


def _install(lock: str) -> None:
    """Install what a lock names, with Rampart, which uv builds while it fetches the rest."""
    uv = [PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON, "--no-deps"]
    # What an interrupted installation left may look complete. The files that it fetched are still in uv's cache.
    again = ["--reinstall"] if UNFINISHED.exists() else []
    UNFINISHED.touch()
    settings = uv_settings(_pip_settings(), os.environ)
    # uv checks every hash that a lock names; that each package has one is tested.
    what = ["--build-constraints", str(LOCKS / "build.lock"), "--requirement", str(LOCKS / lock), "--editable", "."]
    run([*uv, *again, *what], settings, fetched)
    UNFINISHED.unlink()


def _compile() -> None:
    began = time.time()

    def done(_: str) -> str:
        stored = HOME.glob("engine/solver/__pycache__/kernel-*/**/*.nbi")
        count = sum(path.stat().st_mtime >= began for path in stored)
        return f"{count} functions are compiled" if count else ""

    run([PYTHON, "-m", "engine.solver"], how_far=done)


STEPS = {
    "environment": Step(
        VENV / ".uv",
        f"Making .venv with Python {sys.version.partition(' ')[0]}, and installing uv, which installs the rest",
        _make_environment,
    ),
    "running": Step(
        HOME / "static" / "vendor" / ".installed",
        "Installing Rampart and what it needs, and fetching htmx and the typeface",
        partial(_install, "runtime.lock"),
    ),
    "compiling": Step(VENV / ".compiled", "Compiling the solver", _compile),
    "testing": Step(VENV / ".testing", "Installing what testing needs", partial(_install, "dev.lock")),
}


def _pip_settings() -> dict[str, str]:
    """Return pip's settings as its files and variables have them; those for installing come before the general ones."""
    listed = subprocess.run(
        [PYTHON, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout.splitlines()
    pairs = [line.partition("=") for line in listed]
    return {
        key.removeprefix(section): ast.literal_eval(value)
        for section in ("global.", "install.", ":env:.")
        for key, _, value in pairs
        if key.startswith(section)
    }


def uv_settings(pip: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that let uv use the indexes that pip would; whatever it has been told itself stays.

    >>> uv_settings({"index-url": "file:///index", "quiet": "1"}, {})["UV_DEFAULT_INDEX"]
    'file:///index'
    >>> "UV_DEFAULT_INDEX" in uv_settings({"index-url": "file:///index"}, {"UV_DEFAULT_INDEX": "file:///other"})
    False
    """
    known = {ours: " ".join(pip[name].split()) for name, ours in _FOR_UV.items() if pip.get(name)}
    if "UV_INDEX" in known:
        # pip takes a package from whichever index has it, and so may uv: the hashes say what it has to be.
        known["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    if links := known.get("UV_FIND_LINKS"):
        known["UV_FIND_LINKS"] = links.replace(" ", ",")
    return {name: value for name, value in known.items() if name not in environment}


def run(
    command: Sequence[str],
    settings: Mapping[str, str] | None = None,
    how_far: Callable[[str], str] = lambda _: "",
) -> None:
    """Run a command, and say now and then that it goes on.

    Raises:
        Failed: its exit code is not 0.
    """
    began, word_at = time.monotonic(), FIRST_WORD_SECONDS
    with LOG.open("wb") as said:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(settings or {})},
        )
        try:
            while process.poll() is None:
                time.sleep(_LOOK_SECONDS)
                if (passed := time.monotonic() - began) >= word_at:
                    far = how_far(LOG.read_text(encoding="utf-8", errors="replace")) or "still at it"
                    print(f"  {passed:.0f} s: {far}", flush=True)
                    word_at *= 2
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode != 0:
        raise Failed(sentence(LOG.read_text(encoding="utf-8", errors="replace")))


def fetched(said: str) -> str:
    """Return how much of the larger packages uv has fetched, from what it has said; empty while that is nothing.

    >>> fetched("Downloading numpy (16.0MiB)\\nDownloading numba (4.0MiB)\\n Downloaded numba\\n")
    '4 of 20 MiB are here'
    """
    sizes = {name: float(size) * _MEBIBYTES[unit] for name, size, unit in _COMING.findall(said)}
    here = set(_HERE.findall(said))
    if not sizes:
        return ""
    amount = sum(size for name, size in sizes.items() if name in here)
    return f"{amount:.0f} of {sum(sizes.values()):.0f} MiB are here"


_REASONS = (
    (
        r"No space left on device|ENOSPC|Disk quota exceeded",
        f"There is no space left on the disk: set-up needs about {_MEBIBYTES_NEEDED} MiB.",
    ),
    (r"Could not fetch htmx and the typeface", "The npm registry did not give us htmx and the typeface."),
    (
        r"No such file or directory: '\S*(?:cc|\+\+|clang)'|command '\S+' failed: No such file|"
        r"[Uu]nable to find (?:a )?(?:suitable |compatible )*compiler",
        "There is no C compiler, and {package} comes ready-made only for other versions of Python or other machines.",
    ),
    (
        r"Failed to (?:download and )?build",
        "{package} could not be built, and comes ready-made only for other versions of Python or other machines.",
    ),
    (
        r"Hash mismatch|DO NOT MATCH THE HASHES",
        "The package index sent a file whose hash differs from the one in our lock.",
    ),
    (
        r"[45]\d\d (?:Client|Server) Error|HTTP status \w+ error|returned an? \d{3} ",
        "The package index refused: {code}.",
    ),
    (
        r"timed out|error sending request|Connection(?:Error| refused| reset| aborted| broken)",
        "The package index did not answer.",
    ),
    (
        r"No matching distribution|not found in the package registry",
        "The package index does not have {package}, or keeps it from us.",
    ),
    (r"Permission denied", "Set-up may not write in this folder or in the cache of packages."),
)
"""What the tools say, and what it means. The surest sign comes first."""
_PACKAGE = re.compile(r"build `([\w.-]+)|distribution found for ([\w.-]+)|Because ([\w.-]+) was not found")
_CODE = re.compile(r"\b([45]\d\d)(?: Client Error:| Server Error:)? (?!None)([A-Z][a-z]+(?: [A-Z][a-z]+)*)")


def sentence(said: str) -> str:
    """Return one sentence for what a tool said before it failed.

    >>> sentence("error: Failed to initialize cache\\n  cause: No space left on device (os error 28)")
    'There is no space left on the disk: set-up needs about 1000 MiB.'
    >>> sentence("one\\nerror: something new\\n")
    'Set-up failed, with these last words: error: something new.'
    """
    for sign, meaning in _REASONS:
        if re.search(sign, said):
            package, code = _PACKAGE.search(said), _CODE.search(said)
            return meaning.format(
                package=next(filter(None, package.groups())) if package else "a package",
                code=" ".join(code.groups()) if code else "it gave no reason",
            )
    *_, last = filter(None, map(str.strip, ["nothing", *said.splitlines()]))
    return f"Set-up failed, with these last words: {last.rstrip('.')}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
