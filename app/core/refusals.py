"""Reasons to refuse a request. Each refusal has one sentence for the player; `errors` chooses its form."""

from enum import StrEnum
from typing import ClassVar


class Code(StrEnum):
    """What kind of refusal it is, in a word that stays the same while its sentence may change."""

    MALFORMED = "malformed"
    INVALID_MOVE = "invalid_move"
    INVALID_CARD = "invalid_card"
    INVALID_VARIATIONS = "invalid_variations"
    WRONG_PASSWORD = "wrong_password"
    WRONG_TOKEN = "wrong_token"
    SIGNED_OUT = "signed_out"
    NOT_YOURS = "not_yours"
    LACKS_SCOPE = "lacks_scope"
    CROSS_SITE = "cross_site"
    WITHHELD = "withheld"
    NOT_FOUND = "not_found"
    UNKNOWN_GAME = "unknown_game"
    INVALID_DEAL = "invalid_deal"
    UNKNOWN_ADDRESS = "unknown_address"
    WRONG_METHOD = "wrong_method"
    NOT_ACCEPTABLE = "not_acceptable"
    STALE = "stale"
    TOO_LARGE = "too_large"
    WRONG_TYPE = "wrong_type"
    IMPOSSIBLE = "impossible"
    OVER = "over"
    NOT_YET = "not_yet"
    NAME_TAKEN = "name_taken"
    ILLEGAL_MOVE = "illegal_move"
    INVALID_OPTION = "invalid_option"
    WRONG_VALUE = "wrong_value"
    TOO_MANY = "too_many"
    FAILURE = "failure"
    UNAVAILABLE = "unavailable"
    TOO_SLOW = "too_slow"
    CROWDED = "crowded"


class Refusal(Exception):
    """The root of all refusals except those of the engine (`InvalidMove`, `IllegalMove`, …).

    Refusal
    ├── Malformed          the request cannot be read
    ├── WrongPassword      the name does not match the password
    ├── WrongToken         a program's token is unknown or no longer works
    ├── SignedOut          the cookie is no longer valid
    ├── NotYours           it is about something that belongs to another player
    │   └── LacksScope     the token does not open this address
    ├── Withheld           it would show what is hidden for now
    ├── NotFound           it is about something that does not exist
    ├── Stale              it was made for a board that has changed since (`app.play.values.session`)
    ├── TooMany            it comes too soon after others
    └── Impossible         it can be read, but not carried out now
        ├── Over           what it is about is over
        ├── NotYet         it may be carried out later
        └── NameTaken      somebody has that name

    Each has a `code` of its own for programs. Where one sentence stands for several reasons, so does its code.
    """

    code: ClassVar[Code]

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Malformed(Refusal):
    """The request cannot be read."""

    code = Code.MALFORMED


class WrongPassword(Refusal):
    """The name does not match the password or the recovery code."""

    code = Code.WRONG_PASSWORD


class WrongToken(Refusal):
    """The request has a token that does not work."""

    code = Code.WRONG_TOKEN


class SignedOut(Refusal):
    """The request has a cookie that is no longer valid."""

    code = Code.SIGNED_OUT

    def __init__(self) -> None:
        super().__init__("You have been signed out on every device; sign in again to continue.")


class NotYours(Refusal):
    """The request is about something that belongs to another player."""

    code = Code.NOT_YOURS


class LacksScope(NotYours):
    """The request has a token that does not open this address."""

    code = Code.LACKS_SCOPE


class Withheld(Refusal):
    """The answer would show something that is still secret."""

    code = Code.WITHHELD


class NotFound(Refusal):
    """The request is about something that does not exist."""

    code = Code.NOT_FOUND


class TooMany(Refusal):
    """The request comes too soon after others."""

    code = Code.TOO_MANY

    def __init__(self, sentence: str, wait: int = 10) -> None:
        super().__init__(sentence)
        self.wait = wait
        """Seconds until the request may come again."""


class Impossible(Refusal):
    """The request can be read, but not carried out now."""

    code = Code.IMPOSSIBLE


class Over(Impossible):
    """What the request is about is over, such as a game."""

    code = Code.OVER


class NotYet(Impossible):
    """What the request is about has not begun or is not ready, so it may be carried out later."""

    code = Code.NOT_YET


class NameTaken(Impossible):
    """Somebody has the name, or one too much like it."""

    code = Code.NAME_TAKEN
