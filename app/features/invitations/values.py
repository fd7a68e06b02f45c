"""What an invitation is, and its secret."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from secrets import choice
from string import ascii_letters, digits

from app.core.refusals import Malformed
from app.core.typed import read_line

MOST_PLACES = 1_000
LONGEST_NOTE = 80
MOST_DAYS = 366
"""How far ahead an invitation may end."""
_LETTERS = ascii_letters + digits
_LENGTH = 24
"""Some 142 bits: nobody finds one by trying, so its digest needs no salt and no slow hash."""
_SECRET = re.compile(rf"[{_LETTERS}]{{{_LENGTH}}}", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class InvitationTerms:
    """The invitation that the operator wants to make."""

    places: int
    """How many accounts can be made with it."""
    last_day: date
    """The last day on which it works, in UTC."""
    note: str = ""
    """For whom it is; only the operator sees this."""

    @property
    def ends_at(self) -> int:
        """The time in milliseconds from which it no longer works."""
        following = datetime(self.last_day.year, self.last_day.month, self.last_day.day, tzinfo=UTC) + timedelta(1)
        return int(following.timestamp()) * 1000


@dataclass(frozen=True, slots=True)
class AccountInvitation:
    """A row of `account_invitation` without its digest; the fields stand in the order of the columns."""

    id: str
    note: str
    places: int
    taken: int
    """How many accounts have been made with it."""
    made_at: int
    ends_at: int
    withdrawn_at: int | None

    def works(self, now: int) -> bool:
        """Return whether somebody can make an account with it."""
        return self.withdrawn_at is None and self.taken < self.places and now < self.ends_at

    @property
    def last_day(self) -> date:
        """The last day on which it works, in UTC."""
        return datetime.fromtimestamp(self.ends_at / 1000 - 1, UTC).date()


def read_terms(places: str, last_day: str, note: str, today: date) -> InvitationTerms:
    """Read what the operator typed; raise `Malformed`."""
    if not _COUNT.fullmatch(places) or not 1 <= int(places) <= MOST_PLACES:
        raise Malformed(f"An invitation is for 1 to {MOST_PLACES:,} accounts.")
    try:
        day = date.fromisoformat(last_day)
    except ValueError:
        raise Malformed("Write the last day like 2027-01-31.") from None
    if not today <= day <= today + timedelta(MOST_DAYS):
        raise Malformed("The last day must be today or later, and at most a year ahead.")
    return InvitationTerms(int(places), day, read_line(note, LONGEST_NOTE, "A note"))


def draw_secret() -> str:
    """Return the secret of a new invitation, the end of its link."""
    return "".join(choice(_LETTERS) for _ in range(_LENGTH))


def secret_digest(text: str) -> str | None:
    """Return the digest that the server stores for a secret; None if the text cannot be one."""
    return sha256(text.encode()).hexdigest() if _SECRET.fullmatch(text) else None
