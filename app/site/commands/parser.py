"""Read arguments, and refuse bad ones in one line."""

import argparse
from collections.abc import Sequence
from textwrap import fill
from typing import NoReturn

_WIDTH = 79
"""The most characters in a line of help."""


class BadInput(Exception):
    """Raised when a command cannot read its input. The text is the one line to show; the exit code is 2."""


class Failure(Exception):
    """Raised when a command fails. The text is the one line to show; the exit code is 1."""


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line, and takes options anywhere."""

    def __init__(self, *, prog: str, description: str, epilog: str, usage: str | None = None) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=fill(description, _WIDTH),
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Read all arguments of a command, or raise `BadInput`."""
        return self.parse_intermixed_args(arguments)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments in one line; `--help` has the usage."""
        raise BadInput(f"{self.prog}: {message} (see {self.prog} --help)")
