"""Reasons to refuse a request. Each refusal has one sentence for the player; `errors` chooses its status and form."""


class Refusal(Exception):
    """The root of all refusals except those of the engine (`InvalidMove`, `IllegalMove`, …).

    Refusal
    ├── Malformed          the request cannot be read
    ├── WrongPassword      the name does not match the password
    ├── WrongToken         a program's token is unknown or no longer works
    ├── SignedOut          the cookie is no longer valid
    ├── NotYours           it is about something that belongs to another player
    ├── Withheld           it would show what is hidden for now
    ├── NotFound           it is about something that does not exist
    ├── Stale              it was made for a board that has changed since (`app.play.values.session`)
    ├── TooMany            it comes too soon after others
    └── Impossible         it can be read, but not carried out now
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Malformed(Refusal):
    """The request cannot be read."""


class WrongPassword(Refusal):
    """The name does not match the password or the recovery code."""


class WrongToken(Refusal):
    """The request has a token that does not work."""


class SignedOut(Refusal):
    """The request has a cookie that is no longer valid."""

    def __init__(self) -> None:
        super().__init__("You have been signed out on every device; sign in again to continue.")


class NotYours(Refusal):
    """The request is about something that belongs to another player."""


class Withheld(Refusal):
    """The answer would show something that is still secret."""


class NotFound(Refusal):
    """The request is about something that does not exist."""


class TooMany(Refusal):
    """The request comes too soon after others."""

    def __init__(self, sentence: str, wait: int = 10) -> None:
        super().__init__(sentence)
        self.wait = wait
        """Seconds until the request may come again."""


class Impossible(Refusal):
    """The request can be read, but not carried out now."""
