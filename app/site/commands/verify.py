"""`rampart verify`: check an exported game, a finished daily's document, certificates, or a month's games."""

import io
import sys
from argparse import Namespace
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic_core import from_json

from app.core.words import numbered, steps_words
from app.play.values.export import ClosedDaily, Export
from app.site.commands.certificates import PEEKED, CertifiedDeal, check_certificates, holds_certificates
from app.site.commands.console import BadInput, Failure, Parser, answer, in_one_line
from app.site.commands.documents import UnreadableDocument, read_document
from app.site.commands.games import VerdictChecker, check_games, holds_games
from app.site.service.verify import Sound, SoundDaily, UnsoundExport, verify, verify_daily
from engine import proofs

_LARGEST_DOCUMENT = 8 << 20
"""In bytes: about fifteen times as many as the export of the longest log on a server."""

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
    parser.add_argument(
        "--limit",
        metavar="POSITIONS",
        type=int,
        default=1_000_000,
        help="the most positions of a certificate (default: %(default)s); a million take some hundred megabytes",
    )
    parser.add_argument(
        "--verdicts", action="store_true", help="of a month's games, also solve each deal again to check its verdict"
    )
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        default="10",
        help="the most seconds for solving each deal (default: %(default)s; inf: no limit)",
    )
    read = parser.read(arguments)
    if read.limit < 1:
        raise BadInput("--limit must be a number of positions above 0.")
    file = "standard input" if read.file == "-" else read.file
    try:
        with _open(read.file) as source:
            if holds_games(source):
                _verify_games(source, file, read)
            elif holds_certificates(source):
                _verify_certificates(source, file, read.limit)
            else:
                _verify_document(_read(source, file))
    except OSError as refused:
        raise BadInput(f"Cannot read {file}: {refused.strerror}.") from None
    return 0


def _verify_games(source: io.BufferedReader, file: str, read: Namespace) -> None:
    judge = _judge(read.time_limit) if read.verdicts else None
    games = check_games(source, file, judge)
    answer(f"sound: {numbered(games, '{count} game', '{count} games')}")
    if judge:
        answer(judge.words)


def _judge(time_limit: str) -> VerdictChecker:
    # The other documents need no solver, which takes a second to load.
    from app.site.commands.solve import read_seconds
    from engine.solver import Solver

    solver, seconds = Solver(), read_seconds("--time-limit", time_limit)
    return VerdictChecker(lambda rules, position: solver.judge(rules, position, seconds=seconds))


def _verify_certificates(source: io.BufferedReader, file: str, most: int) -> None:
    try:
        for proved in check_certificates(source, file, most):
            answer(f"sound: {_describe_certificate(proved)}")
    except proofs.Unsound as unsound:
        raise Failure(f"unsound: {unsound}") from None


def _verify_document(document: Export | ClosedDaily) -> None:
    if isinstance(document, Export):
        answer(f"sound: {_describe(document, _sound(verify(document)))}")
        return
    daily = _sound(verify_daily(document))
    answer(in_one_line(f"sound: the daily for {document.date}, {daily.game.name}, deal {document.deal}"))
    for options, par in daily.pars.items():
        answer(in_one_line(f"par{f' {options}' if options else ''}: {_par(par, document.at_least.get(options))}"))
    if document.effort:
        answer(in_one_line(f"effort: {document.effort}"))


def _sound(verdict: S | UnsoundExport) -> S:
    if isinstance(verdict, UnsoundExport):
        raise Failure(f"unsound: {verdict.place}: {verdict.reason}")
    return verdict


def _open(path: str) -> io.BufferedReader:
    return _standard_input() if path == "-" else Path(path).open("rb")


def _standard_input() -> io.BufferedReader:
    return io.BufferedReader(sys.stdin.buffer, PEEKED)  # type: ignore[arg-type]


def _read(source: io.BufferedReader, file: str) -> Export | ClosedDaily:
    text = source.read(_LARGEST_DOCUMENT + 1).removeprefix(BOM_UTF8)
    if len(text) > _LARGEST_DOCUMENT:
        raise BadInput(f"Cannot read {file} as an export: It is larger than {_LARGEST_DOCUMENT >> 20} MiB.")
    try:
        return read_document(ClosedDaily, text) if _is_of_a_daily(text) else read_document(Export, text)
    except UnreadableDocument as unreadable:
        raise BadInput(f"Cannot read {file} as an export: {unreadable}.") from None


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


def _describe(export: Export, sound: Sound) -> str:
    options = "".join(f", {name} {value}" for name, value in export.options.items())
    deal = f"deal {export.deal}" if export.deal else "a hand-made deal"
    moves = numbered(sound.record.steps, "{count} move", "{count} moves")
    return f"{sound.game.name}{options}, {deal}, {moves}, {export.status}"


def _describe_certificate(proved: CertifiedDeal) -> str:
    options = "".join(f", {name} {value}" for name, value in proved.variant.options.items())
    deal = f"deal {proved.deal}" if proved.deal else "a hand-made deal"
    leaning = f", leaning on {' and '.join(proved.leans_on)}" if proved.leans_on else ""
    positions = "1 position" if proved.positions == 1 else f"{proved.positions} positions"
    place = f", in the position “{proved.position}”" if proved.position else ""
    return f"{proved.variant.game.name}{options}, {deal}{place}, unwinnable by {positions}{leaning}"
