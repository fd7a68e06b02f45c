"""The `rampart` command. Each command is a module of its own, imported only when it is called."""

import os
import sys
from collections.abc import Sequence
from errno import EDQUOT, EFBIG, ENOSPC
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from app.site.commands.console import BadInput, Failure, Parser, in_one_line

COMMANDS = {
    "serve": "start the server",
    "deal": "show a deal on the table",
    "legal": "list the legal moves",
    "perft": "count move sequences",
    "solve": "say whether deals can be won",
    "winnability": "count the deals that can be won",
    "worker": "answer what players ask the solver",
    "prove": "write certificates of deals that cannot be won",
    "data": "write the finished games of a month for anybody to study",
    "verify": "check an exported game, a certificate or a month’s games",
    "check": "replay every stored game and compare",
    "backup": "copy an SQLite database while it is in use",
    "restore": "put such a copy back in place",
    "copy": "copy an SQLite database to PostgreSQL",
    "months": "divide the games in PostgreSQL by month",
    "accounts": "list, make, mark, delete and export accounts, and invite people",
    "results": "list suspicious results, and hide or restore them",
    "reports": "list the names that players have reported",
    "rename": "give a player another name",
    "migrate": "bring the database's schema up to date",
    "dashboard": "write a dashboard for Grafana",
}
"""What each command does. The module of the same name has `run(arguments)`, which returns the exit code."""

_ENDED_BY_INTERRUPT = 130
_ENDED_BY_BROKEN_PIPE = 141
_NO_ROOM = {ENOSPC, EDQUOT, EFBIG}
"""The errors of a disk or a file that takes no more of what a command writes."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return its exit code."""
    _prepare_streams()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BadInput as bad:
        return _say(bad, 2)
    except Failure as failed:
        return _say(failed, 1)
    except KeyboardInterrupt:
        return _ENDED_BY_INTERRUPT
    except BrokenPipeError:
        _drop_the_rest()
        return _ENDED_BY_BROKEN_PIPE
    except OSError as full:
        if full.errno not in _NO_ROOM:
            raise
        _drop_the_rest()
        return _say(Failure(f"The answer could not be written: {full.strerror}."), 1)
    return code


def _drop_the_rest() -> None:
    """Leave unwritten what Python would flush at exit, or it would raise once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepare_streams() -> None:
    """Stand in for standard streams that were closed, and let those that are not UTF-8 take every character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - it stays open
        elif mode == "w" and isinstance(stream, TextIOWrapper):
            # What this writes for a character is also how JSON spells it.
            stream.reconfigure(errors="backslashreplace")


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        run = import_module(f"app.site.commands.{arguments[0]}").run
        return int(run(arguments[1:]))
    return _choose(arguments)


def _choose(arguments: list[str]) -> int:
    commands = "\n".join(f"  {name:13}{what}" for name, what in COMMANDS.items())
    parser = Parser(
        prog="rampart",
        usage="rampart COMMAND …",
        description="Run a server for patience games, and ask questions about their deals.",
        epilog=f"commands:\n{commands}\n\n`rampart COMMAND --help` says more. Example: rampart deal stonewall 17",
    )
    parser.add_argument("--version", action="version", version=_version())
    _, rest = parser.parse_known_args(arguments)
    if rest:
        parser.error(f"there is no command “{rest[0][:40]}”")
    parser.error("name a command")


def _version() -> str:
    from importlib.metadata import version

    return f"rampart {version('rampart-patience')}"


def _say(trouble: Exception, code: int) -> int:
    print(in_one_line(str(trouble)), file=sys.stderr)
    return code
