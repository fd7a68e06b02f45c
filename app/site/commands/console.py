"""What every command does with its command line: read arguments, refuse bad ones in one line, answer."""

import argparse
import json
import re
from collections.abc import Mapping, Sequence
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


_ENDS = re.compile(r"\s*[\r\n]\s*")


def in_one_line(text: str) -> str:
    """Return a text that may quote a file: in one line, with a sign in place of each character that nobody would see.

    Otherwise a file could move the cursor, and write over what the command says of it. Other blanks stay: what is
    quoted may be what somebody wants to hash.
    """
    line = _ENDS.sub(" ", text).strip()
    return line if line.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in line)


def answer(line: str) -> None:
    """Write an answer for people."""
    print(line, flush=True)


def answer_json(head: Mapping[str, object], **own: object) -> None:
    """Write an answer for programs as a line of JSON: the keys that all answers share, then the command's own."""
    print(json.dumps({**head, **own}, ensure_ascii=False), flush=True)
