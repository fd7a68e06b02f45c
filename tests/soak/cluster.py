"""Takes machines away from a cluster under load, again and again: `python -m tests.soak.cluster`.

Three machines keep the data (PostgreSQL with Patroni and etcd, Redis with Sentinel), two run servers; each is a network
namespace. People play whole games, look and listen. No acknowledged move may be lost or done twice, moves must be back
within 30 seconds of a lost machine and 5 of a switchover, and at the end `rampart check` must find nothing. If any of
that fails, the exit code is 1; where no cluster can be made, it is 3.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cluster.faults import FAULTS
from tests.cluster.world import obstacle, run_apart

_CANNOT = 3
"""The exit code where no cluster can be made."""
_PATRONI = ("patroni[etcd3]>=4.1,<5", "psycopg[binary]>=3.2,<4")


def main() -> None:
    """Let every kind of fault happen as often as the arguments say."""
    names = [fault.name for fault in FAULTS]
    parser = argparse.ArgumentParser(description="Take machines away from a cluster under load, again and again.")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"only these of {', '.join(names)}")
    parser.add_argument("--times", type=int, default=3, help="how often each (default: %(default)s)")
    read = parser.parse_args()
    if unknown := set(read.faults) - set(names):
        parser.error(f"There is no fault {sorted(unknown)[0]}.")
    if why := obstacle():
        sys.exit(_without(why))
    # So that what was made is taken away again.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        (place / "world").mkdir()
        try:
            patroni = _install(place / "programs")
        except subprocess.CalledProcessError:
            sys.exit(_without("Patroni cannot be installed, so the cluster cannot run here."))
        sys.exit(
            run_apart(place / "world", "tests.cluster.rounds", [str(patroni), str(read.times), *(read.faults or names)])
        )


def _without(why: str) -> int:
    print(why, file=sys.stderr)
    return _CANNOT


def _install(where: Path) -> Path:
    """Install Patroni, which is no part of Rampart's own tools; return its command."""
    subprocess.run([sys.executable, "-m", "venv", where], check=True)
    subprocess.run(
        [where / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *_PATRONI],
        check=True,
    )
    return where / "bin" / "patroni"


if __name__ == "__main__":
    main()
