"""A small world of its own: a network, a disk in memory and processes, which the kernel takes away when it ends.

`python -m tests.cluster.world FOLDER MODULE …` is its first process: it runs the module, and buries whatever loses its
parent.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.cli.conftest import CHECKOUT
from tests.faults.cluster import VERSIONS

HUB = "10.77.0.254"
"""The address of whoever runs within the world but on none of its machines."""
BRIDGE = "middle"
_PROGRAMS = {
    "ip": "iproute2",
    "unshare": "util-linux",
    "setpriv": "util-linux",
    "etcd": "etcd-server",
    "redis-server": "redis-server",
    "redis-cli": "redis-tools",
}
"""What must be installed, with Debian's package."""


def obstacle() -> str | None:
    """Return a sentence about why no world can be made here; None if one can."""
    if os.geteuid() != 0:
        return "Network namespaces need root, so the cluster cannot run here."
    missing = [package for name, package in _PROGRAMS.items() if shutil.which(name) is None]
    if not any(VERSIONS.glob("*/bin/initdb")):
        missing.append("postgresql")
    if missing:
        return f"The cluster needs these packages of Debian: {' '.join(sorted(set(missing)))}."
    if subprocess.run([*_APART, "true"], capture_output=True, check=False).returncode != 0:
        return "This machine lets even root make no namespaces, so the cluster cannot run here."
    return None


def run_apart(folder: Path, module: str, arguments: Sequence[str]) -> int:
    """Run a module in a new world, whose disk lies at a folder; return its exit code. Nothing of it outlives this."""
    command = [*_APART, sys.executable, "-m", __name__, str(folder), module, *arguments]
    with subprocess.Popen(command, cwd=CHECKOUT) as world:
        try:
            return world.wait()
        finally:
            world.kill()


# Killing `unshare` kills the first process of the world, and with that all others. `setpriv` has it killed when we go.
_APART = (
    *("setpriv", "--pdeathsig", "KILL"),
    *("unshare", "--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"),
)


def _live(folder: str, module: str, arguments: Sequence[str]) -> int:
    for place in ("/run", folder):
        _do("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", place)
    _do("ip", "link", "set", "lo", "up")
    _do("ip", "link", "add", BRIDGE, "type", "bridge")
    _do("ip", "address", "add", f"{HUB}/24", "dev", BRIDGE)
    _do("ip", "link", "set", BRIDGE, "up")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    run = subprocess.Popen(
        [sys.executable, "-m", module, folder, *arguments],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - it has one thread
    )
    while True:
        gone, status = os.wait()
        if gone == run.pid:
            return os.waitstatus_to_exitcode(status) % 256


def _do(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(_live(sys.argv[1], sys.argv[2], sys.argv[3:]))
