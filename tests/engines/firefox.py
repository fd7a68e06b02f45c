"""Firefox, driven over Marionette, the wire that it has built in."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, cast

from tests.engines.webdriver import Driven, Refused
from tests.engines.windows import PATIENCE_S, Kind, Traits

COMMANDS = ("firefox-esr", "firefox")
_START_S = 60
_NO_BARS = ":root { min-width: 0 !important; } #navigator-toolbox { visibility: collapse !important; }"
"""The whole window is the page's, however narrow it is."""
_PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "layout.css.devPixelsPerPx": "1.0",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "toolkit.telemetry.enabled": False,
}
_SET = """(values) => {
    for (const [name, value] of Object.entries(values)) {
        if (typeof value === "boolean") Services.prefs.setBoolPref(name, value);
        else Services.prefs.setIntPref(name, value);
    }
}"""
_FORGET = """async () => {
    Services.cookies.removeAll();
    await new Promise(done => Services.clearData.deleteData(Services.clearData.CLEAR_ALL, done));
}"""


class Marionette:
    """The wire: commands and answers are lists in JSON, each behind its length."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._answers = cast("BinaryIO", self._socket.makefile("rb"))
        self._number = 0
        self._read()

    def send(self, command: str, parameters: Mapping[str, Any]) -> Any:
        self._number += 1
        name = command if ":" in command else f"WebDriver:{command}"
        message = json.dumps([0, self._number, name, dict(parameters)]).encode()
        self._socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, refused, answer = self._read()
        if refused:
            raise Refused(refused["error"], refused["message"])
        return answer["value"] if isinstance(answer, dict) and set(answer) == {"value"} else answer

    def close(self) -> None:
        self._answers.close()
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (character := self._answers.read(1)) != b":":
            assert character, "Firefox has ended."
            length += character
        return json.loads(self._answers.read(int(length)))


class Firefox(Driven):
    """A headless Firefox; it starts in seconds, so one after another visits in the same."""

    engine = "firefox"
    kinds: frozenset[Kind] = frozenset({"mouse", "touch"})

    def __init__(self, command: str) -> None:
        self._ending = ExitStack()
        folder = Path(self._ending.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        with socket.create_server(("127.0.0.1", 0)) as one:
            port = one.getsockname()[1]
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**_PREFERENCES, "marionette.port": port}.items()
        ]
        (folder / "user.js").write_text("".join(lines))
        (folder / "chrome").mkdir()
        (folder / "chrome" / "userChrome.css").write_text(_NO_BARS)
        options = [
            "--headless",
            "--no-remote",
            "--marionette",
            "--remote-allow-system-access",
            "--profile",
            str(folder),
        ]
        process = self._ending.enter_context(
            subprocess.Popen(
                [command, *options],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "HOME": str(folder)},
            )
        )
        self._ending.callback(process.terminate)
        wire = Marionette(port)
        self._ending.callback(wire.close)
        wire.send("NewSession", {})
        super().__init__(wire)

    def visit(self, traits: Traits) -> None:
        """Let a new visitor sit down, of whom nothing is known yet."""
        values = {
            "browser.display.document_color_use": 2 if traits.forced else 0,
            "layout.css.prefers-color-scheme.content-override": 0 if traits.dark else 1,
            "ui.allPointerCapabilities": 1 if traits.coarse else 6,
            "ui.prefersReducedMotion": int(traits.still),
            "ui.primaryPointerCapabilities": 1 if traits.coarse else 6,
        }
        self._in_the_browser(_SET, values)
        self._in_the_browser(_FORGET)
        self.resize(traits.width, traits.height)

    def show(self) -> None:
        rect = self._send("GetWindowRect")
        self._send("SetWindowRect", **rect)

    def close(self) -> None:
        """Close all pages but one."""
        for page in self._pages[1:]:
            self._send("SwitchToWindow", handle=page)
            self._send("CloseWindow")
        del self._pages[1:]
        self.turn_to(0)
        self.open("about:blank")

    def end(self) -> None:
        """End the browser."""
        self._ending.close()

    def _in_the_browser(self, function: str, argument: Any = None) -> None:
        self._send("Marionette:SetContext", value="chrome")
        self.evaluate(function, argument)
        self._send("Marionette:SetContext", value="content")


def found() -> str | None:
    """Return the command of a Firefox that is installed."""
    return next((path for command in COMMANDS if (path := shutil.which(command))), None)


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + _START_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=4 * PATIENCE_S)
        except OSError:
            assert time.monotonic() < end, "Firefox does not answer."
            time.sleep(0.05)
