"""Answers on standard output, each flushed as soon as it is known."""

import json
import re
from collections.abc import Mapping

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
