"""Why a name was reported, for those who report it and those who judge it."""

from app.features.moderation.values import Reason

_WORDS = {
    Reason.OFFENDS: "it offends people",
    Reason.PRETENDS: "it pretends to be somebody else",
    Reason.OTHER: "something else",
}


def reason_words(reason: Reason) -> str:
    """Return why somebody reports a name, in words.

    >>> reason_words(Reason.PRETENDS)
    'it pretends to be somebody else'
    """
    return _WORDS[reason]
