"""Answers on standard output, each flushed as soon as it is known."""

import json
from collections.abc import Mapping


def answer(line: str) -> None:
    """Write an answer for people."""
    print(line, flush=True)


def answer_json(head: Mapping[str, object], **own: object) -> None:
    """Write an answer for programs as a line of JSON: the keys that all answers share, then the command's own."""
    print(json.dumps({**head, **own}, ensure_ascii=False), flush=True)
