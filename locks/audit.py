"""Asks what is known against the locked packages: `python locks/audit.py`.

Exit code 0: every one of them was looked up, and nothing is known against it. 1: something is, and it is named. 3: some
could not be looked up, because no source of advisories was reached or none knew them. That is no clean bill, and said.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LOCKS = Path(__file__).resolve().parent
SOURCES = ("pypi", "osv")
"""The services that pip-audit can ask, in the order in which they are tried."""
CLEAN, KNOWN, NOT_AUDITED = 0, 1, 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an audit."""

    code: int
    lines: tuple[str, ...]


def judge(found: Mapping[str, Sequence[Mapping[str, object]]]) -> Verdict:
    """Judge what pip-audit found.

    >>> judge({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}).code
    0
    >>> judge({"dependencies": [{"name": "a", "skip_reason": "not found"}]}).code
    3
    >>> judge({"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1"}]}]}).lines
    ('a 1: X-1',)
    """
    packages = found["dependencies"]
    known = [
        f"{one['name']} {one['version']}: {', '.join(advisory['id'] for advisory in advisories)}"
        for one in packages
        if isinstance(advisories := one.get("vulns"), list) and advisories
    ]
    skipped = [one for one in packages if "skip_reason" in one]
    if known:
        return Verdict(KNOWN, tuple(known))
    if skipped or not packages:
        return Verdict(NOT_AUDITED, (f"{len(skipped)} of {len(packages)} packages could not be looked up.",))
    return Verdict(CLEAN, (f"Nothing is known against any of {len(packages)} packages.",))


def ask(lock: Path, source: str) -> Verdict:
    """Ask one service about the packages of a lock."""
    command = ("-m", "pip_audit", "--require-hashes", "--disable-pip", "--format=json", "--progress-spinner=off")
    asked = subprocess.run(
        [sys.executable, *command, f"--vulnerability-service={source}", f"--requirement={lock}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not asked.stdout.strip():
        why = asked.stderr.strip().splitlines() or ["It said nothing."]
        return Verdict(NOT_AUDITED, (why[-1],))
    return judge(json.loads(asked.stdout))


def audit(lock: Path) -> Verdict:
    """Ask one service after the other about a lock, until one knows all its packages or something against one."""
    tried = []
    for source in SOURCES:
        verdict = ask(lock, source)
        if verdict.code != NOT_AUDITED:
            return verdict
        tried += [f"{source}: {line}" for line in verdict.lines]
    return Verdict(NOT_AUDITED, tuple(tried))


def main() -> int:
    """Audit every lock."""
    verdicts = {lock.name: audit(lock) for lock in sorted(LOCKS.glob("*.lock"))}
    for name, verdict in verdicts.items():
        head = {CLEAN: "clean", KNOWN: "KNOWN VULNERABILITIES", NOT_AUDITED: "NOT AUDITED"}[verdict.code]
        print(f"{name}: {head}", *verdict.lines, sep="\n  ")
    codes = {verdict.code for verdict in verdicts.values()}
    return next(code for code in (KNOWN, NOT_AUDITED, CLEAN) if code in codes)


if __name__ == "__main__":
    sys.exit(main())
