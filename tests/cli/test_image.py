"""The two images of the Dockerfile, built without a container engine and run with a read-only root and no shell.

Debian's next release with an environment in /usr/local stands in for the base image, whose Python is the same.
"""

import json
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from tests.cli.conftest import CHECKOUT
from tests.databases import postgres_schema

NEEDED = ("buildah", "debootstrap", "unshare", "chroot")
ABLE = os.geteuid() == 0 and all(shutil.which(command) for command in NEEDED)
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not ABLE, reason=f"Images are built here by root alone, with {', '.join(NEEDED)}."),
]

BASE = "docker.io/library/python:3.13-slim"
USER = 10001
MIB = 1 << 20
SHELLS = ("dash", "bash")
PATIENCE = 120
"""Seconds until a server has to answer; the solver may have to be compiled for this processor."""


@dataclass(frozen=True)
class Image:
    """A built image: where its files are, and how it wants to be run."""

    root: Path
    config: dict[str, Any]
    check: list[str]

    @property
    def added(self) -> int:
        """Return how many bytes it adds to the base image."""
        return sum(path.lstat().st_size for path in (self.root / "opt").rglob("*"))

    @property
    def packages(self) -> set[str]:
        """Return the names in its list of packages."""
        listed = json.loads((self.root / "opt" / "rampart" / "sbom.json").read_text())
        assert listed["bomFormat"] == "CycloneDX"
        return {component["name"].lower() for component in listed["components"]}

    def command(self, data: Path, arguments: Sequence[str], **settings: str) -> list[str]:
        """Return what runs a command in the image: its root is read-only and has no shell, and `data` is /data."""
        root = str(self.root)
        held = [f"mount --bind /dev/null {root}/usr/bin/{shell}" for shell in SHELLS]
        steps = [
            f"mount --bind {root} {root}",
            f"mount --bind {data} {root}/data",
            f"mount --rbind /proc {root}/proc",
            f"mount --rbind /dev {root}/dev",
            *held,
            f"mount -o remount,bind,ro {root}",
        ]
        given = [*self.config["Env"], *(f"{name}={value}" for name, value in settings.items())]
        inside = f'exec chroot --userspec={USER}:{USER} {root} /usr/bin/env -i -C /data "$@"'
        script = " && ".join([*steps, inside])
        return ["unshare", "--mount", "--", "/bin/sh", "-c", script, "sh", *given, *arguments]


@pytest.fixture
def built(tmp_path: Path) -> Iterator[dict[str, Image]]:
    """Build both images; yield them by their targets."""
    place = tmp_path / "images"
    place.mkdir()
    base = place / "base"
    packages = "--include=ca-certificates,python3-venv"
    _run("debootstrap", "--variant=minbase", packages, "stable", str(base))
    _run("chroot", str(base), "python3", "-m", "venv", "/usr/local")
    store = place / "storage.conf"
    folders = f'graphroot = "{place}/store"\nrunroot = "{place}/run"\n'
    store.write_text(f'[storage]\ndriver = "overlay"\n{folders}')
    with ExitStack() as at_end:
        environment = {**os.environ, "CONTAINERS_STORAGE_CONF": str(store), "BUILDAH_ISOLATION": "chroot"}

        def buildah(*arguments: str) -> str:
            return _run("buildah", *arguments, env=environment)

        at_end.callback(buildah, "rmi", "--all", "--force")
        empty = buildah("from", "scratch")
        buildah("add", "--quiet", empty, str(base), "/")
        buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", empty)
        buildah("commit", "--quiet", "--rm", empty, BASE)
        at_end.callback(buildah, "rm", "--all")
        yield {target: _image(buildah, target, _reached(place)) for target in ("rampart", "web")}


def _image(buildah: Any, target: str, reached: list[str]) -> Image:
    fetch = ["--pull-never", "--format", "docker", "--layers", *reached]
    buildah("bud", *fetch, "--target", target, "--tag", target, str(CHECKOUT))
    told = json.loads(buildah("inspect", "--type", "image", target))
    root = buildah("mount", buildah("from", "--pull-never", f"localhost/{target}"))
    return Image(Path(root), told["OCIv1"]["config"], told["Docker"]["config"]["Healthcheck"]["Test"][1:])


def _reached(place: Path) -> list[str]:
    # A machine may reach the registries through a gateway of its own, which its certificates know.
    known = ssl.get_default_verify_paths().cafile or "/etc/ssl/certs/ca-certificates.crt"
    within = "/etc/ssl/certs/ca-certificates.crt"
    settings = {"/root/.npmrc": f"cafile={within}\n", "/etc/pip.conf": f"[global]\ncert = {within}\n"}
    mounts = [f"--volume={known}:{within}:ro"]
    for to, text in settings.items():
        file = place / Path(to).name
        file.write_text(text)
        mounts.append(f"--volume={file}:{to}:ro")
    return mounts


def _run(*command: str, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout.strip()


@contextmanager
def running(image: Image, data: Path, *arguments: str, **settings: str) -> Iterator[None]:
    """Run a command in an image until the context ends."""
    with subprocess.Popen(image.command(data, arguments, **settings)) as process:
        try:
            yield
            assert process.poll() is None
        finally:
            process.terminate()


def _data(folder: Path) -> Path:
    folder.mkdir()
    os.chown(folder, USER, USER)
    return folder


def _free_port() -> int:
    with socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _verdict(client: httpx.Client) -> str:
    """Ask for the verdict on a deal until there is one."""
    asked = {"game": "stalactites", "options": {"by": "ones"}, "deal": 17}
    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            verdict = client.post("/api/v1/analysis", json=asked).raise_for_status().json()["verdict"]
            if verdict != "undecided":
                return str(verdict)
        except httpx.TransportError:
            pass
        sleep(0.5)
    pytest.fail("Nobody judged the deal.")


def test_the_images_are_small_and_run_with_a_read_only_root_and_no_shell(
    built: dict[str, Image], tmp_path: Path
) -> None:
    # One test, for building takes minutes, and several could be run by as many processes.
    for image in built.values():
        _says_what_it_is(image)
    whole, web = built["rampart"], built["web"]
    assert "numba" in whole.packages - web.packages
    assert web.added <= 66 * MIB
    assert whole.added <= 250 * MIB
    _plays_and_judges(whole, _data(tmp_path / "alone"))
    _judges_with_a_worker(web, whole, _data(tmp_path / "together"))


def _says_what_it_is(image: Image) -> None:
    assert image.config["User"] == str(USER)
    assert image.config["Labels"]["org.opencontainers.image.title"] == "Rampart"
    assert image.config["Labels"]["org.opencontainers.image.licenses"] == "MIT"
    assert {"rampart-patience", "fastapi", "sqlalchemy"} <= image.packages


def _plays_and_judges(image: Image, data: Path) -> None:
    port = str(_free_port())
    with (
        running(image, data, "rampart", "serve", "--port", port),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client,
    ):
        assert _verdict(client) == "winnable"
        begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": 3}).raise_for_status().json()
        (first, *_) = client.get(f"/api/v1/sessions/{begun['id']}/moves").json()["moves"]
        moved = client.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": 0, "move": first})
        assert moved.raise_for_status().json()["steps"] == 1
        _run(*image.command(data, [part.replace("8000", port) for part in image.check]))
    assert (data / "rampart.sqlite3").stat().st_uid == USER


def _judges_with_a_worker(web: Image, whole: Image, data: Path) -> None:
    port = str(_free_port())
    with postgres_schema() as url:
        settings = {"RAMPART_DATABASE_URL": url, "RAMPART_SECRET": "a secret for tests alone", "RAMPART_SOLVERS": "1"}
        _run(*web.command(data, ["rampart", "migrate"], **settings))
        with (
            running(web, data, "rampart", "serve", "--port", port, **settings),
            running(whole, data, "rampart", "worker", **settings),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client,
        ):
            assert _verdict(client) == "winnable"
