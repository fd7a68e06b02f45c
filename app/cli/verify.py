"""`rampart verify`: check an exported game, or the document of a daily that is over."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from app.cli.answers import answer
from app.cli.parser import BadInput, Failure, Parser
from app.model.export import ClosedDaily, Export
from app.services.verify import Sound, SoundDaily, Unsound, verify, verify_daily

S = TypeVar("S", Sound, SoundDaily)


def run(arguments: Sequence[str]) -> int:
    """Check one document."""
    parser = Parser(
        prog="rampart verify",
        description="Check an exported game, or the JSON of a finished daily from GET /api/v1/daily/DATE/SLUG. "
        "The exit code is 0 if it is sound, 1 if it is not, and 2 if the command cannot read it.",
        epilog="Example: rampart verify game.json",
    )
    parser.add_argument("file", metavar="FILE", help="the JSON file (- reads standard input)")
    read = parser.read(arguments)
    document = _read(read)
    if isinstance(document, ClosedDaily):
        daily = _sound(verify_daily(document))
        answer(f"sound: the daily for {document.date}, {daily.game.name}, deal {document.deal}")
        for options, par in daily.pars.items():
            answer(f"par{f' {options}' if options else ''}: {_par(par, document.at_least.get(options))}")
        if document.effort:
            answer(f"effort: {document.effort}")
    else:
        answer(f"sound: {_described(document, _sound(verify(document)))}")
    return 0


def _sound(verdict: S | Unsound) -> S:
    if isinstance(verdict, Unsound):
        raise Failure(f"unsound: {verdict.place}: {verdict.reason}")
    return verdict


def _read(arguments: Namespace) -> Export | ClosedDaily:
    path: str = arguments.file
    file = "standard input" if path == "-" else path
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as refused:
        raise BadInput(f"Cannot read {file}: {refused.strerror}.") from None
    try:
        return (ClosedDaily if _is_of_a_daily(text) else Export).model_validate_json(text)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        where = " ".join(map(str, first["loc"]))
        raise BadInput(f"Cannot read {file} as an export: {f'{where}: ' * bool(where)}{first['msg']}.") from None


def _is_of_a_daily(text: bytes) -> bool:
    try:
        document = from_json(text)
    except ValueError:
        return False
    return isinstance(document, dict) and "commitment" in document


def _par(steps: int, at_least: int | None) -> str:
    told = (
        ""
        if at_least is None
        else ", said to be the fewest"
        if at_least == steps
        else f", said to be at least {at_least}"
    )
    return f"{steps} steps{told}"


def _described(export: Export, sound: Sound) -> str:
    options = "".join(f", {name} {value}" for name, value in export.options.items())
    deal = f"deal {export.deal}" if export.deal else "a hand-made deal"
    moves = "1 move" if sound.record.steps == 1 else f"{sound.record.steps} moves"
    return f"{sound.game.name}{options}, {deal}, {moves}, {export.status}"
