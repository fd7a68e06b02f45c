"""A window driven by the commands of W3C WebDriver, over whatever carries them."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tests.engines.windows import Gone, Kind, NotHere, Point

_LOST = frozenset({"no such window", "no such frame", "javascript error", "stale element reference", "script timeout"})
_LEAVING = ("unload", "navigat", "destroy", "dead object", "reload", "Document was", "inactive")


class Refused(Exception):
    """A driver has refused a command."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(f"{error}: {message}")
        self.error = error
        self.message = message


class Wire(Protocol):
    """Carries commands to a driver."""

    def send(self, command: str, parameters: Mapping[str, Any]) -> Any:
        """Return the answer to a command, named as in the standard; raises `Refused`."""


class Driven:
    """A window behind a wire; the engines add how they start and how they differ."""

    engine: str
    kinds: frozenset[Kind]
    """The pointers that the driver sends as what they are."""
    another = "tab"

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._pages = [str(self._send("GetWindowHandle"))]

    def open(self, address: str) -> None:
        self._send("Navigate", url=address)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        try:
            return self._send("ExecuteScript", script=f"return ({function})(arguments[0])", args=[argument])
        except Refused as refused:
            if refused.error in _LOST and (
                refused.error != "javascript error" or any(word in refused.message for word in _LEAVING)
            ):
                raise Gone(str(refused)) from refused
            raise

    def stroke(self, kind: Kind, *points: Point) -> None:
        if kind not in self.kinds:
            raise NotHere(f"{self.engine}’s driver has no {kind}.")
        first, *others = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}
            for x, y in points
        ]
        down, up = ({"type": kind_of_act, "button": 0} for kind_of_act in ("pointerDown", "pointerUp"))
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}
        self._send("PerformActions", actions=[{**pointer, "actions": [first, down, *others, up]}])

    def cancel(self, *_points: Point) -> None:
        raise NotHere(f"{self.engine}’s driver can’t cancel a touch.")

    def press(self, *keys: str) -> None:
        downs = [{"type": "keyDown", "value": key} for key in keys]
        ups = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": [*downs, *ups]}])

    def type(self, keys: Sequence[str]) -> None:
        acts = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": acts}])

    def back(self) -> None:
        self._send("Back")

    def reload(self) -> None:
        self._send("Refresh")

    def resize(self, width: int, height: int) -> None:
        """Resize the window until the page has so many CSS pixels."""
        self._send("SetWindowRect", width=width, height=height)
        seen = self.evaluate("() => [innerWidth, innerHeight]")
        if seen != [width, height]:
            self._send("SetWindowRect", width=2 * width - seen[0], height=2 * height - seen[1])

    def open_another(self) -> int:
        self._pages.append(self._send("NewWindow", type=self.another)["handle"])
        self.turn_to(len(self._pages) - 1)
        return len(self._pages) - 1

    def turn_to(self, number: int) -> None:
        self._send("SwitchToWindow", handle=self._pages[number])

    def hide(self) -> None:
        self._send("MinimizeWindow")

    def _send(self, command: str, **parameters: Any) -> Any:
        return self.wire.send(command, parameters)
