"""How we read the answers about locked packages: above all, silence is no clean bill of health."""

import json
import subprocess
from pathlib import Path

import pytest

from locks import audit
from locks.audit import CLEAN, KNOWN, NOT_AUDITED

SOUND = {"name": "one", "version": "1.0", "vulns": []}
KNOWN_BAD = {"name": "two", "version": "2.0", "vulns": [{"id": "PYSEC-1"}, {"id": "GHSA-2"}]}
SKIPPED = {"name": "three", "skip_reason": "Dependency not found on PyPI and could not be audited: three (3.0)"}

Answer = tuple[str, str]
"""What pip-audit wrote on its two outputs."""


def answers(monkeypatch: pytest.MonkeyPatch, told: dict[str, Answer]) -> None:
    """Make pip-audit give these answers, by service."""

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        source = next(word.partition("=")[2] for word in command if word.startswith("--vulnerability-service="))
        return subprocess.CompletedProcess(command, 0, *told[source])

    monkeypatch.setattr(subprocess, "run", run)


def found(*packages: object) -> Answer:
    """Write an answer about some packages."""
    return json.dumps({"dependencies": packages}), ""


@pytest.mark.parametrize(
    ("pypi", "osv", "code", "words"),
    [
        (found(SOUND), ("", "unreachable"), CLEAN, "Nothing is known against any of 1 packages."),
        (found(SOUND, KNOWN_BAD), found(SOUND), KNOWN, "two 2.0: PYSEC-1, GHSA-2"),
        (found(SOUND, SKIPPED), found(SOUND, SOUND), CLEAN, "Nothing is known against any of 2 packages."),
        (found(SOUND, SKIPPED), ("", "a trace\nno such host"), NOT_AUDITED, "osv: no such host"),
        (found(SKIPPED, KNOWN_BAD), found(SOUND), KNOWN, "two 2.0: PYSEC-1, GHSA-2"),
        (found(), ("", ""), NOT_AUDITED, "pypi: 0 of 0 packages could not be looked up."),
    ],
)
def test_only_packages_that_were_all_looked_up_are_called_clean(
    monkeypatch: pytest.MonkeyPatch, pypi: Answer, osv: Answer, code: int, words: str
) -> None:
    answers(monkeypatch, {"pypi": pypi, "osv": osv})
    verdict = audit.audit(Path("some.lock"))
    assert verdict.code == code
    assert words in verdict.lines


def test_the_worst_of_all_locks_is_the_exit_code_and_each_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, {"pypi": found(SKIPPED), "osv": ("", "no such host")})
    assert audit.main() == NOT_AUDITED
    told = capsys.readouterr().out
    assert [name for name in ("build.lock: NOT AUDITED", "dev.lock: NOT AUDITED") if name in told]
    answers(monkeypatch, {"pypi": found(SOUND), "osv": found(SOUND)})
    assert audit.main() == CLEAN
