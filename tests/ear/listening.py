"""A browser that is heard, not seen: Firefox on a screen of its own, with Orca, whose speech is read off its log.

Nothing here looks at a page. What is pressed goes through the screen's keyboard, past Orca, as a player's keys do, and
what comes back is what Orca would have spoken.
"""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir

from tests.screen import SCREEN, unseen_screen

PROGRAMS = ("orca", "firefox-esr", SCREEN, "xdotool", "dbus-run-session")
ABSENT = "There is no Orca with a Firefox and a screen here, so nothing is played by ear: "

_SPOKEN = re.compile(r"^[\d:.]+ - SPEECH OUTPUT: '(.*)'(?: voice=\w+)?(?:\{.*\})?$", re.MULTILINE)
_HEARD = b"^^^^^ PROCESS ATSPI_KEY_RELEASED_EVENT"
_QUIET = 0.4
"""After how many seconds in which Orca does nothing it has said everything."""
_SILENCE = 8.0
"""After how many seconds without a word an action was silent: a busy machine answers late."""
_PATIENCE = 20.0
_PREFERENCES = {
    "accessibility.force_disabled": "-1",
    "app.update.enabled": "false",
    "browser.aboutwelcome.enabled": "false",
    "browser.shell.checkDefaultBrowser": "false",
    "browser.startup.homepage_override.mstone": '"ignore"',
    "datareporting.policy.dataSubmissionEnabled": "false",
    "dom.security.https_first": "false",
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
    "services.settings.server": '"data:,"',
    "toolkit.telemetry.enabled": "false",
}
# Orca reads this when it starts. Otherwise its log comes whenever a buffer is full.
_CUSTOMIZATIONS = """
from orca import debug
debug.debugFile.reconfigure(line_buffering=True)
"""
# Without a speech server, Orca logs what it would have sent there.
_SESSION = """
(exec orca --replace --debug-file="$EAR/orca.log") >"$EAR/orca.out" 2>&1 &
until grep -q "SPEECH OUTPUT: 'Screen reader on" "$EAR/orca.log" 2>/dev/null; do sleep 0.1; done
exec firefox-esr --no-remote --profile "$EAR/profile" "$1" >"$EAR/firefox.out" 2>&1
"""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was spoken after some keys."""

    keys: int
    said: tuple[str, ...]

    @property
    def words(self) -> int:
        """How many words that was."""
        return sum(len(each.split()) for each in self.said)

    def __contains__(self, text: object) -> bool:
        """Return whether something was said somewhere."""
        return str(text).lower() in str(self).lower()

    def __str__(self) -> str:
        return " | ".join(self.said)


@cache
def missing() -> tuple[str, ...]:
    """Return the programs that playing by ear needs and that are not installed."""
    return tuple(name for name in PROGRAMS if shutil.which(name) is None)


class Ear:
    """A keyboard and a voice."""

    def __init__(self, folder: Path, display: str) -> None:
        self._log, self._display = folder / "orca.log", {**os.environ, "DISPLAY": display}

    def press(self, *keys: str) -> Heard:
        """Press keys one after another, each named as xdotool does, and return what is spoken by the end."""
        return self._listen(len(keys), lambda: self._type("key", "--delay", "12", *keys))

    def write(self, text: str, wanted: str = "") -> Heard:
        """Type a text and Enter, and return what is spoken by the end, of which `wanted` has to be a part."""

        def both() -> None:
            self.fill(text)
            self._type("key", "Return")

        return self._listen(len(text) + 1, both, wanted)

    def fill(self, text: str) -> None:
        """Type a text."""
        self._type("type", "--delay", "12", text)

    def follow(self, name: str) -> Heard:
        """Press Enter on what leads to a page, and return what is spoken once the page of that name is there."""
        return self._listen(1, lambda: self._type("key", "Return"), f"Finished loading {name}")

    def after(self, act: Callable[[], None], wanted: str = "") -> Heard:
        """Let something happen elsewhere, and return what is spoken by the end, of which `wanted` has to be a part."""
        return self._listen(0, act, wanted)

    def until(self, key: str, *texts: str, times: int = 60) -> Heard:
        """Press a key until something spoken begins with one of these texts; return all that was spoken."""
        keys, said = 0, list[str]()
        for _ in range(times):
            heard = self.press(key)
            keys, said = keys + heard.keys, [*said, *heard.said]
            if any(each.startswith(texts) for each in heard.said):
                return Heard(keys, tuple(said))
        raise AssertionError(f"{times} times {key}, and none of {texts} was spoken, but: {' | '.join(said)}")

    def go(self, address: str, name: str) -> Heard:
        """Type an address for the browser, and return what is spoken once the page of that name is there."""
        self.press("ctrl+l")
        self.fill(address)
        return self.follow(name)

    def _type(self, *arguments: str) -> None:
        subprocess.run(("xdotool", *arguments), env=self._display, check=True, capture_output=True, timeout=60)

    def _listen(self, keys: int, act: Callable[[], None], wanted: str = "") -> Heard:
        start = size = self._size()
        act()
        grown = time.monotonic()
        silent, deadline = grown + _SILENCE, grown + _PATIENCE
        while time.monotonic() < deadline:
            time.sleep(0.04)
            if self._size() != size:
                size, grown = self._size(), time.monotonic()
            elif time.monotonic() - grown > _QUIET and self._read(start).count(_HEARD) >= keys:
                heard = Heard(keys, self._since(start))
                if wanted in heard and (heard.said or time.monotonic() > silent):
                    return heard
        heard = Heard(keys, self._since(start))
        assert wanted in heard, f"Nobody said {wanted!r}, but: {heard}"
        return heard

    def _size(self) -> int:
        return self._log.stat().st_size

    def _read(self, start: int) -> bytes:
        with self._log.open("rb") as log:
            log.seek(start)
            return log.read()

    def _since(self, start: int) -> tuple[str, ...]:
        spoken = _SPOKEN.findall(self._read(start).decode(errors="replace"))
        return tuple(" ".join(each.split()) for each in spoken if each.strip(" .,"))


@contextmanager
def listening(folder: Path, address: str) -> Iterator[Ear]:
    """Open a page in a browser that is heard, as soon as no other is; `folder` is for what the programs leave behind.

    Of one user, only one Orca runs at a time.
    """
    for name in ("profile", "home", "run"):
        (folder / name).mkdir(mode=0o700)
    lines = [f'user_pref("{name}", {value});\n' for name, value in _PREFERENCES.items()]
    (folder / "profile" / "user.js").write_text("".join(lines))
    own = folder / "home" / ".local" / "share" / "orca"
    own.mkdir(parents=True)
    (own / "orca-customizations.py").write_text(_CUSTOMIZATIONS)
    with _alone(), unseen_screen(1440, 900) as display:
        quiet = {name: value for name, value in os.environ.items() if not name.startswith(("RAMPART_", "DBUS_"))}
        settings = {
            "DISPLAY": display,
            "EAR": str(folder),
            "GNOME_ACCESSIBILITY": "1",
            "HOME": str(folder / "home"),
            "LC_ALL": "C.UTF-8",
            "SPEECHD_ADDRESS": "unix_socket:/nonexistent",
            "XDG_RUNTIME_DIR": str(folder / "run"),
        }
        command = ("dbus-run-session", "--", "bash", "-c", _SESSION, "session", address)
        with _running(command, quiet | settings):
            ear = Ear(folder, display)
            _await_window(folder, display)
            yield ear


def _await_window(folder: Path, display: str) -> None:
    """Return once the page of the browser's window is there, to which keys now go."""
    environment = {**os.environ, "DISPLAY": display}
    deadline = time.monotonic() + 3 * _PATIENCE
    while time.monotonic() < deadline:
        found = subprocess.run(
            ("xdotool", "search", "--onlyvisible", "--name", "Mozilla Firefox"),
            env=environment, capture_output=True, text=True, check=False, timeout=60,
        ).stdout.split()  # fmt: skip
        if found:
            subprocess.run(("xdotool", "windowfocus", found[-1]), env=environment, check=False, timeout=60)
            if "Finished loading" in (folder / "orca.log").read_text(errors="replace"):
                return
        time.sleep(0.3)
    raise AssertionError("Orca has said of no page that it is loaded.")


@contextmanager
def _alone() -> Iterator[None]:
    with (Path(gettempdir()) / "rampart-ear.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _running(command: Sequence[str], environment: dict[str, str]) -> Iterator[None]:
    with subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as session:
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(session.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                session.wait(5)
            with suppress(ProcessLookupError):
                os.killpg(session.pid, signal.SIGKILL)
