"""`rampart verify`: check an exported game, a finished daily's document, certificates, or a month's games."""

import io
import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from app.cli.answers import answer
from app.cli.certificates import Proved, check_certificates, holds_certificates
from app.cli.games import PEEKED, check_games, holds_games
from app.cli.parser import BadInput, Failure, Parser
from app.model.export import ClosedDaily, Export
from app.services.verify import Sound, SoundDaily, Unsound, verify, verify_daily
from app.views.words import numbered, steps_words
from engine import proofs

S = TypeVar("S", Sound, SoundDaily)


def run(arguments: Sequence[str]) -> int:
    """Check one document."""
    parser = Parser(
        prog="rampart verify",
        description="Check an exported game, the JSON of a finished daily from GET /api/v1/daily/DATE/SLUG, the "
        "certificates that rampart prove writes, or the games of a month that rampart data writes, compressed or not. "
        "The exit code is 0 if all is sound, 1 if it is not, and 2 if the command cannot read it.",
        epilog="Example: rampart verify game.json",
    )
    parser.add_argument("file", metavar="FILE", help="the file (- reads standard input)")
    path: str = parser.read(arguments).file
    file = "standard input" if path == "-" else path
    try:
        with _opened(path) as source:
            if holds_games(source):
                games = check_games(source, file)
                answer(f"sound: {games} {'game' if games == 1 else 'games'}")
                return 0
            # An editor may have put a mark before the text, and other ends to its lines.
            content = source.read().removeprefix(BOM_UTF8)
    except OSError as refused:
        raise BadInput(f"Cannot read {file}: {refused.strerror}.") from None
    if holds_certificates(content):
        try:
            for proved in check_certificates(content, file):
                answer(f"sound: {_certified(proved)}")
        except proofs.Unsound as unsound:
            raise Failure(f"unsound: {unsound}") from None
        return 0
    document = _read(content, file)
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


def _opened(path: str) -> io.BufferedReader:
    return _standard_input() if path == "-" else Path(path).open("rb")


def _standard_input() -> io.BufferedReader:
    return io.BufferedReader(sys.stdin.buffer, PEEKED)  # type: ignore[arg-type]


def _read(text: bytes, file: str) -> Export | ClosedDaily:
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
    return f"{steps_words(steps)}{told}"


def _described(export: Export, sound: Sound) -> str:
    options = "".join(f", {name} {value}" for name, value in export.options.items())
    deal = f"deal {export.deal}" if export.deal else "a hand-made deal"
    moves = numbered(sound.record.steps, "{count} move", "{count} moves")
    return f"{sound.game.name}{options}, {deal}, {moves}, {export.status}"


def _certified(proved: Proved) -> str:
    options = "".join(f", {name} {value}" for name, value in proved.variant.options.items())
    deal = f"deal {proved.deal}" if proved.deal else "a hand-made deal"
    leaning = f", leaning on {' and '.join(proved.leans_on)}" if proved.leans_on else ""
    positions = "1 position" if proved.positions == 1 else f"{proved.positions} positions"
    return f"{proved.variant.game.name}{options}, {deal}, unwinnable by {positions}{leaning}"
