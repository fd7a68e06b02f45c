"""Files of games, compressed with Zstandard: written in bounded memory, and published whole or not at all.

Each file is written twice. The first copy, the spool, has the player's pseudonym before every game, even if the game
itself omits it. The second copy leaves out the games of players who have asked for that in the meantime.
"""

import os
import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b, sha256
from itertools import chain
from pathlib import Path
from typing import IO, Any, Self

from zstandard import ZstdCompressor, ZstdDecompressor

from app.features.open_data.service import Published
from app.features.open_data.values import LONGEST_LINE, written

_SPOOL_LEVEL, _LEVEL = 1, 12
"""How hard Zstandard tries: hardly for the spool, which is read a few times, and hard for a file sent to many."""
_CHUNK, _END = 1 << 16, b""


@dataclass(frozen=True, slots=True)
class FileDigest:
    """The number of games in a finished file, its bytes, and its SHA-256 in hexadecimal."""

    games: int
    size: int
    digest: str


class Unfinished:
    """A temporary file that is deleted at the end. `put` keeps what it holds under another name."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    @contextmanager
    def beside(cls, target: Path) -> Iterator[Self]:
        """Make one in the folder of `target`. Only its owner may read it until `put`."""
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.") as file:
            yield cls(file)

    def spool(self) -> "Spool":
        """Start a spool of games in this file."""
        return Spool(self._file)

    def press(self, spool: "Spool", without: Collection[str]) -> FileDigest:
        """Replace the contents with the games of a spool, except those of the players `without`."""
        self._file.seek(0)
        self._file.truncate()
        packer, digest = ZstdCompressor(level=_LEVEL, write_checksum=True).compressobj(), sha256()
        games = size = 0
        for line in chain(_once(line for player, line in spool.games() if player not in without), (_END,)):
            packed = packer.compress(line) if line else packer.flush()
            digest.update(packed)
            size += self._file.write(packed)
            games += bool(line)
        self._file.flush()
        os.fsync(self._file.fileno())
        return FileDigest(games, size, digest.hexdigest())

    def put(self, target: Path) -> None:
        """Let everybody read the file as `target`. Raise `FileExistsError` if there is such a file already."""
        os.fchmod(self._file.fileno(), 0o644)
        os.link(self._file.name, target)


class Spool:
    """Games that wait in a file to be pressed into another."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._packer = ZstdCompressor(level=_SPOOL_LEVEL).compressobj()

    def add(self, published: list[Published]) -> None:
        """Write some games. Raise `OSError`, for example if the disk is full."""
        for one in published:
            self._file.write(self._packer.compress(b"%b %b\n" % (one.pseudonym.encode(), written(one.game))))

    def end(self) -> None:
        """Write what is left in memory."""
        self._file.write(self._packer.flush())
        self._file.flush()

    def games(self) -> Iterator[tuple[str, bytes]]:
        """Yield the pseudonym and the line of each game, from the first."""
        self._file.seek(0)
        for line in lines_of(self._file):
            player, _, game = line.partition(b" ")
            yield player.decode(), game


def _once(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield each line once: two people without ids may give up a deal at the same moment."""
    met = set[bytes]()
    for line in lines:
        digest = blake2b(line, digest_size=16).digest()
        if digest not in met:
            met.add(digest)
            yield line


class CutOff(ValueError):
    """Raised when a compressed file is cut off."""


class TooLong(ValueError):
    """Raised for a line that is longer than any that Rampart writes."""


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a compressed file, each with its end, in bounded memory.

    Raises:
        CutOff, TooLong: the file is cut off, or holds something other than games.
        zstandard.ZstdError: it cannot be decompressed.
    """
    yield from _lines(_decompress(file))


def plain_lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of an uncompressed file, in bounded memory. Raise `TooLong` if it holds something else."""
    yield from _lines(iter(lambda: file.read(_CHUNK), b""))


def _decompress(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the contents of a compressed file in chunks of some megabytes at most."""
    frame: Any = None
    while piece := file.read(_CHUNK):
        for start in range(0, len(piece), _MORSEL):
            morsel = piece[start : start + _MORSEL]
            while morsel:
                frame = frame or ZstdDecompressor().decompressobj()
                yield frame.decompress(morsel)
                morsel = frame.unused_data if frame.eof else b""
                frame = None if frame.eof else frame
    if frame is not None:
        raise CutOff("It is cut off.")


_MORSEL = 256
"""How many bytes to decompress at once: three bytes can become as much as 128 KiB."""


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        if len(rest) > LONGEST_LINE:
            raise TooLong(f"A line is longer than {LONGEST_LINE} bytes.")
        yield from (line + b"\n" for line in whole)
    if rest:
        yield rest
