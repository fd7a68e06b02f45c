"""Files with the games of a month: a line of JSON for each, as `rampart data` writes them, compressed or not."""

import io
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Set
from functools import lru_cache
from hashlib import blake2b

from zstandard import ZstdError

from app.features.open_data.data_files import CutOff, TooLong, lines_of, plain_lines_of
from app.features.open_data.values import VERSION_KEY, DataLine
from app.site.commands.certificates import PEEKED
from app.site.commands.console import BadInput, Failure
from app.site.commands.documents import UnreadableDocument, read_document
from app.site.service.verify import UnsoundExport, verify_line
from engine.asking import Verdict
from engine.deals import read_deck
from engine.games import variant_of
from engine.position import Position, deal
from engine.rules import Rules, options_text

_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_BEGINS = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"' + VERSION_KEY.encode() + rb'"')

_SOLVED_KEPT = 1 << 14
"""How many solved deals to remember: everybody plays the deal of a daily."""


class VerdictChecker:
    """Solves the deals of games again, to check the verdicts on them."""

    def __init__(self, solve: Callable[[Rules, Position], Verdict]) -> None:
        """Take what says whether a position can be won."""
        self._solve = solve
        self._solved = lru_cache(_SOLVED_KEPT)(self._solve_deal)
        self._agreed = self._undecided = self._not_stated = 0

    def check(self, game: DataLine) -> None:
        """Raise `Wrong` if the verdict on a game's deal is not that of the solver."""
        if game.verdict in {None, Verdict.UNDECIDED}:
            self._not_stated += 1
            return
        verdict = self._solved(game.game, options_text(game.options), game.deck)
        if verdict is Verdict.UNDECIDED:
            self._undecided += 1
        elif verdict is not Verdict(game.verdict):
            raise Wrong(f"verdict: The solver finds that the deal is {verdict}.")
        else:
            self._agreed += 1

    def _solve_deal(self, slug: str, options: str, deck: str) -> Verdict:
        rules = variant_of(slug, options).rules
        return self._solve(rules, deal(rules, read_deck(deck)))

    @property
    def words(self) -> str:
        """How many verdicts were checked, as a line for people."""
        return (
            f"verdicts: {self._agreed} confirmed, {self._undecided} not decided in time, {self._not_stated} not stated"
        )


class Wrong(Exception):
    """Raised for a game that is not sound; says what is wrong and where."""


def holds_games(source: io.BufferedReader) -> bool:
    """Return whether this looks like a month's games, without consuming anything."""
    head = source.peek(PEEKED)
    return head.startswith(_ZSTANDARD) or _BEGINS.match(head) is not None


def check_games(source: io.BufferedReader, file: str, judge: VerdictChecker | None = None) -> int:
    """Check every game, with a judge also the verdict on its deal, and return how many there are.

    Raises:
        BadInput: the file or one of its lines cannot be read.
        Failure: a game is not sound, or is there twice; the text names the line.
    """
    lines = lines_of(source) if source.peek(PEEKED).startswith(_ZSTANDARD) else plain_lines_of(source)
    number, met = 0, set[bytes]()
    try:
        for number, line in enumerate(lines, 1):
            game = read_document(DataLine, line.removeprefix(BOM_UTF8) if number == 1 else line)
            met.add(_check(game, met))
            if judge:
                judge.check(game)
    except UnreadableDocument as unreadable:
        raise BadInput(f"Cannot read {file}: line {number}: {unreadable}.") from None
    except Wrong as wrong:
        raise Failure(f"unsound: line {number}: {wrong}") from None
    except (CutOff, TooLong, ZstdError) as broken:
        raise BadInput(f"Cannot read {file} after line {number}: {str(broken).rstrip('.')}.") from None
    return number


def _check(game: DataLine, met: Set[bytes]) -> bytes:
    """Check a game that none before it may equal, and return a digest of it. Raise `Wrong` if it is not sound."""
    verdict = verify_line(game)
    if isinstance(verdict, UnsoundExport):
        raise Wrong(f"{verdict.place}: {verdict.reason}")
    digest = blake2b(game.model_dump_json().encode(), digest_size=16).digest()
    if digest in met:
        raise Wrong("game: It is there twice.")
    return digest
