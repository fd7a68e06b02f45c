"""Anybody can check the document of a finished daily with `rampart verify`."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from app.site.commands import main
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, Arrive, Host, known_win

Judge = Callable[[dict[str, Any]], tuple[int, str]]


@pytest.fixture
def judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Judge:
    def verify(document: dict[str, Any]) -> tuple[int, str]:
        file = tmp_path / "daily.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        code = main(["verify", str(file)])
        told = capsys.readouterr()
        return code, told.out + told.err

    return verify


@pytest.fixture
def told(arrive: Arrive, host: Host) -> dict[str, Any]:
    """Return a closed Fortress as the API tells it."""
    host.clock.ms = CLOSING
    host.close()
    return arrive("").look()


def test_a_daily_that_is_over_is_sound(judge: Judge, told: dict[str, Any]) -> None:
    par = len(FORTRESS.line)
    assert judge(told) == (
        0,
        f"sound: the daily for {DAY}, Fortress, deal {FORTRESS.deal}\n"
        f"par: {par} steps, said to be at least 52\n"
        "effort: known\n",
    )


def test_a_daily_told_without_its_effort_is_sound_too(judge: Judge, told: dict[str, Any]) -> None:
    old = {name: value for name, value in told.items() if name not in {"at_least", "effort"}}
    assert judge(old)[1].splitlines()[1:] == [f"par: {len(FORTRESS.line)} steps"]


def test_a_daily_with_an_option_is_sound(judge: Judge, arrive: Arrive, host: Host) -> None:
    day = DAY + timedelta(1)
    host.choose(known_win("stronghold", day), day)
    host.clock.ms = CLOSING + 24 * 3_600_000
    host.close()
    assert judge(arrive("").look("stronghold", day))[0] == 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"deal": "5"}, "unsound: commitment: "),
        ({"salt": "other"}, "unsound: commitment: "),
        ({"salt": "ö"}, "unsound: commitment: "),
        ({"line": ["t0-t1"]}, "unsound: line: "),
        ({"line": [], "lines": {"": []}}, "unsound: line: It does not win the deal."),
        ({"line": ["t0-t0"], "lines": {"": ["t0-t0"]}}, "unsound: line: "),
        ({"at_least": {"": len(FORTRESS.line) + 1}}, "unsound: line: It has fewer steps than the stated minimum."),
        ({"line": ["what"], "lines": {"": ["what"]}}, "unsound: line: "),
    ],
)
def test_what_was_changed_is_named(judge: Judge, told: dict[str, Any], change: dict[str, Any], named: str) -> None:
    code, said = judge(told | change)
    assert code == 1
    assert said.startswith(named)
    assert said.count("\n") == 1


def test_the_line_that_is_quoted_hashes_to_what_is_said(judge: Judge, told: dict[str, Any]) -> None:
    _, said = judge(told | {"commitment": "0" * 64})
    line, seal = re.findall("The SHA-256 of “(.*)” is ([0-9a-f]{64})", said)[0]
    assert sha256(line.encode()).hexdigest() == seal == told["commitment"]


def test_an_open_daily_cannot_be_judged_yet(judge: Judge, arrive: Arrive) -> None:
    assert judge(arrive("").look())[0] == 2
