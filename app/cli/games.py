"""Files with the games of a month: a line of JSON for each, as `rampart data` writes them, compressed or not."""

import io
import re

from pydantic import ValidationError
from zstandard import ZstdError

from app.cli.parser import BadInput, Failure
from app.jobs.data_files import CutOff, TooLong, lines_of, plain_lines_of
from app.model.open_data import VERSION_KEY, DataLine
from app.services.verify import Unsound, verify_line

_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_BEGINS = re.compile(rb'\s*\{\s*"' + VERSION_KEY.encode() + rb'"')
PEEKED = 4096
"""How many bytes at the start of a file show what it is."""


def holds_games(source: io.BufferedReader) -> bool:
    """Say whether this looks like a month's games, without consuming anything."""
    head = source.peek(PEEKED)
    return head.startswith(_ZSTANDARD) or _BEGINS.match(head) is not None


def check_games(source: io.BufferedReader, file: str) -> int:
    """Check every game, and return how many there are.

    Raises:
        BadInput: the file or one of its lines cannot be read.
        Failure: a game is not sound; the text names the line.
    """
    lines = lines_of(source) if source.peek(PEEKED).startswith(_ZSTANDARD) else plain_lines_of(source)
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            _check(line, number, file)
    except (CutOff, TooLong, ZstdError) as broken:
        raise BadInput(f"Cannot read {file} after line {number}: {str(broken).rstrip('.')}.") from None
    return number


def _check(line: bytes, number: int, file: str) -> None:
    try:
        game = DataLine.model_validate_json(line)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        where = " ".join(map(str, first["loc"]))
        raise BadInput(f"Cannot read {file}: line {number}: {f'{where}: ' * bool(where)}{first['msg']}.") from None
    verdict = verify_line(game)
    if isinstance(verdict, Unsound):
        raise Failure(f"unsound: line {number}: {verdict.place}: {verdict.reason}")
