"""A server whose moves hang: `python -m tests.faults.hanging spin|sleep …`, the rest as for `rampart`."""

import sys
import time

from app.play.service import play
from app.site.commands import main


def spin(*_: object) -> None:
    """Never end, in Python."""
    while True:
        pass


def sleep(*_: object) -> None:
    """Not end for an hour, where Python cannot be told anything."""
    time.sleep(3600)


if __name__ == "__main__":
    play.move = {"spin": spin, "sleep": sleep}[sys.argv[1]]  # type: ignore[assignment]
    sys.exit(main(sys.argv[2:]))
