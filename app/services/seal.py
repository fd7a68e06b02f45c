"""The seal that binds the server to a daily's deal from when it is chosen, so that anybody can check it afterwards."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a seal is made of."""

    game: str
    options: str
    """Those that the day settles, sorted `k=v` joined by `&`; empty where there are none."""
    day: str
    deal: str
    salt: str

    @property
    def line(self) -> str:
        """The line that is hashed: `slug options date deal salt`."""
        return f"{self.game} {self.options} {self.day} {self.deal} {self.salt}"

    @property
    def seal(self) -> str:
        """The SHA-256 of the line, in hexadecimal.

        >>> Sealed("fortress", "", "2026-11-20", "5", "salt").seal[:16]
        'b080f5231a0a564e'
        """
        return sha256(self.line.encode("ascii", "replace")).hexdigest()
