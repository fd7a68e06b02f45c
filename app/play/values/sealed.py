"""The seal on a deal that is still secret."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Sealed:
    """The parts of a seal, which binds the server to a deal from when it is chosen. Anybody can check it later."""

    game: str
    options: str
    """The options that the day settles, as sorted `k=v` joined by `&`; empty if there are none."""
    day: str
    deal: str
    salt: str

    @property
    def line(self) -> str:
        """The line that the server hashes: `slug options date deal salt`."""
        return f"{self.game} {self.options} {self.day} {self.deal} {self.salt}"

    @property
    def seal(self) -> str:
        """The SHA-256 of the line, in hexadecimal.

        >>> Sealed("fortress", "", "2026-11-20", "5", "salt").seal[:16]
        'b080f5231a0a564e'
        """
        return sha256(self.line.encode("ascii", "replace")).hexdigest()
