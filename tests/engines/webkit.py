"""WebKit: GTK’s port of it in its MiniBrowser, driven over HTTP, on a screen that nobody sees."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from tests.engines.webdriver import Driven, Refused
from tests.engines.windows import PATIENCE_S, Kind, NotHere, Traits, until
from tests.screen import SCREEN, unseen_screen

DRIVER = "WebKitWebDriver"
_BROWSERS = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
_NO_BARS = """* {
    min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px;
    -gtk-icon-transform: scale(0);
}"""
"""Bars so small that the window can be as narrow as a phone."""
_WAYS: Mapping[str, tuple[str, str]] = {
    "Back": ("POST", "/back"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "GetWindowHandle": ("GET", "/window"),
    "MinimizeWindow": ("POST", "/window/minimize"),
    "Navigate": ("POST", "/url"),
    "NewWindow": ("POST", "/window/new"),
    "PerformActions": ("POST", "/actions"),
    "Refresh": ("POST", "/refresh"),
    "SetWindowRect": ("POST", "/window/rect"),
    "SwitchToWindow": ("POST", "/window"),
}


class Http:
    """The wire: each command is a request."""

    def __init__(self, client: httpx.Client, capabilities: Mapping[str, Any]) -> None:
        self._client = client
        self._session = ""
        begun = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": dict(capabilities)}})
        self._session = f"/session/{begun['sessionId']}"

    def send(self, command: str, parameters: Mapping[str, Any]) -> Any:
        return self._ask(*_WAYS[command], parameters)

    def end(self) -> None:
        """End the session and its browser."""
        # A browser that has ended already leaves nothing to end.
        with suppress(Refused, httpx.HTTPError):
            self._ask("DELETE", "", {})

    def _ask(self, method: str, path: str, parameters: Mapping[str, Any]) -> Any:
        body = dict(parameters) if method == "POST" else None
        value = self._client.request(method, f"{self._session}{path}", json=body).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise Refused(value["error"], value.get("message", ""))
        return value


class WebKit(Driven):
    """A MiniBrowser of its own for a visitor."""

    engine = "webkit"
    # What it is told of a touch, it does with the mouse.
    kinds: frozenset[Kind] = frozenset({"mouse", "pen"})
    # Of its tabs, a driver can show only the first.
    another = "window"

    def __init__(self, browser: str, traits: Traits) -> None:
        if traits.forced:
            raise NotHere("WebKit for GTK has no forced colours.")
        if traits.coarse:
            raise NotHere("WebKit’s driver has no fingers.")
        self._ending = ExitStack()
        folder = Path(self._ending.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0" / "gtk.css").write_text(_NO_BARS)
        animated = f"[Settings]\ngtk-enable-animations={int(not traits.still)}\n"
        (folder / "gtk-3.0" / "settings.ini").write_text(animated)
        screen = self._ending.enter_context(unseen_screen(1600, 1200))
        settings = {
            # Otherwise a bus of its own is started, whose services hang a file system into this folder and outlive it.
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "DISPLAY": screen,
            "GDK_BACKEND": "x11",
            "GTK_THEME": "Adwaita:dark" if traits.dark else "Adwaita",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
        }
        arguments = ["--automation", *(["--dark-mode"] if traits.dark else [])]
        client = self._ending.enter_context(_driver(os.environ | settings))
        wire = Http(client, {"webkitgtk:browserOptions": {"binary": browser, "args": arguments}})
        self._ending.callback(wire.end)
        self._size = traits.width, traits.height
        super().__init__(wire)
        self.resize(*self._size)
        self._focus()

    def show(self) -> None:
        self.resize(*self._size)

    def open(self, address: str) -> None:
        super().open(address)
        self._focus()

    def reload(self) -> None:
        super().reload()
        self._focus()

    def open_another(self) -> int:
        number = super().open_another()
        self.resize(*self._size)
        self._focus()
        return number

    def _focus(self) -> None:
        """Click beside everything until keys come to the page: before that, they go to the bar of addresses."""
        self.evaluate("() => { addEventListener('keydown', () => { window.heard = true; }); }")
        until(self._is_heard, "WebKit hears keys")

    def _is_heard(self) -> bool:
        self.stroke("mouse", (2, self._size[1] // 2))
        self.press("a")
        return bool(self.evaluate("() => window.heard === true"))

    def close(self) -> None:
        self._ending.close()


def found() -> str | None:
    """Return the path of a MiniBrowser, if what drives it is installed too."""
    if not (shutil.which(DRIVER) and shutil.which(SCREEN)):
        return None
    return next(map(str, sorted(Path("/").glob(_BROWSERS), reverse=True)), None)


@contextmanager
def _driver(environment: Mapping[str, str]) -> Iterator[httpx.Client]:
    """Yield a client of a driver, once that answers."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        port = one.getsockname()[1]
    with subprocess.Popen(
        [DRIVER, f"--port={port}"], env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as driver:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=4 * PATIENCE_S, trust_env=False) as client:
                _wait_for(client)
                yield client
        finally:
            driver.terminate()


def _wait_for(client: httpx.Client) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            client.get("/status")
            return
        except httpx.TransportError:
            assert time.monotonic() < end, "WebKit’s driver does not answer."
            time.sleep(0.02)
