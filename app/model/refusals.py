"""Why a request is refused. Each refusal is one sentence fit for the player; `errors` gives it its status and form."""

from app.model.session import Session
from engine.moves import Move


class Refusal(Exception):
    """The root of all refusals but those of the engine (`InvalidMove`, `IllegalMove`, …).

    Refusal
    ├── Malformed          the request cannot be read
    ├── WrongPassword      name and password do not go together
    ├── WrongToken         a program's token is none, or works no more
    ├── SignedOut          the cookie counts no more
    ├── NotYours           it is about something of another player
    ├── Withheld           it would show what is hidden for now
    ├── NotFound           it is about nothing there is
    ├── Stale              it was made for a board that has changed since
    ├── TooMany            it comes too soon after others
    └── Impossible         it can be read, but not be done now
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Malformed(Refusal):
    """The request cannot be read."""


class WrongPassword(Refusal):
    """Name and password, or recovery code, do not go together."""


class WrongToken(Refusal):
    """The request has a token that does not work."""


class SignedOut(Refusal):
    """The request has a cookie that is no longer valid."""

    def __init__(self) -> None:
        super().__init__("You were signed out on every device; sign in again to go on.")


class NotYours(Refusal):
    """The request is about something of another player."""


class Withheld(Refusal):
    """The answer would show something that is still secret."""


class NotFound(Refusal):
    """There is nothing of that name."""


class TooMany(Refusal):
    """The request comes too soon after others."""

    def __init__(self, sentence: str, wait: int = 10) -> None:
        super().__init__(sentence)
        self.wait = wait
        """Seconds after which it may come again."""


class Impossible(Refusal):
    """The request can be read, but not be done now."""


class Stale(Refusal):
    """The action was meant for another `seq` than the session has."""

    def __init__(self, session: Session, recorded: Move | None) -> None:
        super().__init__("The board has changed since; this is how it stands now.")
        self.session = session
        self.recorded = recorded
        """The move that stands in the log at the `seq` sent, if one does."""
