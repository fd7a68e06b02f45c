"""The operator's own words: privacy and contact."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoticePage:
    """What privacy.html and contact.html show."""

    paragraphs: tuple[str, ...]
    """The operator's own words about privacy."""
    contact: str
    """Empty if the operator has not said."""
    contact_link: str
    """The address behind it, if it is one."""


def notice_page(paragraphs: tuple[str, ...], contact: str | None) -> NoticePage:
    """Show the operator's words; a web or mail address becomes a link.

    >>> notice_page((), "mailto:you@example.org").contact
    'you@example.org'
    """
    given = contact or ""
    is_link = given.startswith(("mailto:", "https://")) and " " not in given
    return NoticePage(paragraphs, given.removeprefix("mailto:"), given if is_link else "")
