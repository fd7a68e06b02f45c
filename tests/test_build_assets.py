"""The build: when it fetches htmx and the typeface, and with which npm."""

import shutil
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

import build_assets
from tests.cli.conftest import CHECKOUT


def _npm(folder: Path, version: str) -> None:
    """Put a program in a folder that passes for an npm of this version."""
    program = folder / "npm"
    fetched = "\n".join(
        f"mkdir -p node_modules/{package}/{Path(file).parent}; echo {file} > node_modules/{package}/{file}"
        for package, (_, files) in build_assets.PACKAGES.items()
        for file in files
    )
    program.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo {version} && exit\n{fetched}\n')
    program.chmod(0o755)


@pytest.fixture
def unbuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a source tree without htmx and the typeface, on a machine without npm; return its root."""
    for name in build_assets.NPM_FILES:
        shutil.copy(CHECKOUT / name, tmp_path)
    for name in ("mkdir", "sh"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def _hook(root: Path) -> build_assets.AssetsHook:
    metadata = ProjectMetadata(str(root), PluginManager(), {})
    return build_assets.AssetsHook(str(root), {}, None, metadata, str(root), "wheel")


def test_a_build_needs_node_only_where_something_is_to_be_fetched_and_no_npm_can(unbuilt: Path) -> None:
    assert _hook(unbuilt).dependencies() == [build_assets.NPM_WHEEL]
    _npm(unbuilt, "6.14.8")
    assert _hook(unbuilt).dependencies() == [build_assets.NPM_WHEEL]
    _npm(unbuilt, "9.2.0")
    assert _hook(unbuilt).dependencies() == []
    _hook(unbuilt).initialize("standard", {})
    (unbuilt / "npm").unlink()
    assert _hook(unbuilt).dependencies() == []
    assert {path.name for path in (unbuilt / "static" / "vendor").glob("*/*")} == {
        Path(file).name for _, files in build_assets.PACKAGES.values() for file in files
    }


def test_a_tree_that_lacks_a_file_of_its_package_is_fetched_again(unbuilt: Path) -> None:
    _npm(unbuilt, "9.2.0")
    _hook(unbuilt).initialize("standard", {})
    (bold,) = (unbuilt / "static" / "vendor").glob("*/*-600-normal.woff2")
    bold.unlink()
    _hook(unbuilt).initialize("standard", {})
    assert bold.is_file()
