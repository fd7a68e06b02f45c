"""`rampart verify`: whether an exported game is sound."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from app.cli.answers import answer
from app.cli.parser import BadInput, Failure, Parser
from app.export import Export
from app.services.verify import Sound, Unsound, verify


def run(arguments: Sequence[str]) -> int:
    """Judge one export."""
    parser = Parser(
        prog="rampart verify",
        description="Judge an exported game: exit code 0 if it is sound, 1 if it is not, 2 if it cannot be read.",
        epilog="Example: rampart verify game.json",
    )
    parser.add_argument("file", metavar="FILE", help="an export in JSON (- reads standard input)")
    read = parser.read(arguments)
    export = _read(read)
    match verify(export):
        case Unsound(place, reason):
            raise Failure(f"unsound: {place}: {reason}")
        case Sound() as sound:
            answer(f"sound: {_described(export, sound)}")
    return 0


def _read(arguments: Namespace) -> Export:
    path: str = arguments.file
    file = "standard input" if path == "-" else path
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as refused:
        raise BadInput(f"{file} cannot be read: {refused.strerror}.") from None
    try:
        return Export.model_validate_json(text)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        where = " ".join(map(str, first["loc"]))
        raise BadInput(f"{file} is no export that can be read: {f'{where}: ' * bool(where)}{first['msg']}.") from None


def _described(export: Export, sound: Sound) -> str:
    options = "".join(f", {name} {value}" for name, value in export.options.items())
    deal = f"deal {export.deal}" if export.deal else "a hand-made deal"
    moves = "1 move" if sound.record.steps == 1 else f"{sound.record.steps} moves"
    return f"{sound.game.name}{options}, {deal}, {moves}, {export.status}"
