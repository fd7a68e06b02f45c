"""Why a name was reported, for those who report it and those who judge it, and which names can be reported."""

from app.features.moderation.values import Reason
from app.people.titles import TITLED, titled
from app.people.venues import Venue

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


def titled_kinds() -> list[str]:
    """Return what the venues with titles are called."""
    return [each.kinds for each in TITLED]


def titled_address(venue: Venue) -> str:
    """Return the address of the page that everybody may see of a venue with a title; empty without one."""
    those = titled(venue)
    return those.address(venue.code) if those else ""
