"""Who sits at a shared table."""

from dataclasses import dataclass

from app.core.words import listed, numbered, sentence
from app.play.service.company import Company


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a shared table, for the table itself."""

    words: str
    owner: str
    you: str
    """The viewer's name, as it stands in updates about moves."""
    last: str
    """Who moved last; empty before the first move."""


def seated(company: Company, viewer: str | None) -> Seated | None:
    """Name those who sit at a shared table; None if only its player does."""
    if not company.seats:
        return None
    names = {company.session.player_id: company.owner or "the owner"}
    names |= {seat.player_id: seat.name for seat in company.seats}
    last = company.moved_last.player_id if company.moved_last else company.session.player_id
    return Seated(
        words=listed(["you" if player_id == viewer else name for player_id, name in names.items()]),
        owner=sentence(names[company.session.player_id]),
        you=sentence(names.get(viewer or "", "")),
        last="" if company.session.seq == 0 else "You" if last == viewer else sentence(names[last]),
    )


def watchers_words(count: int) -> str:
    """Describe how many people watch a table; empty for none."""
    return sentence(numbered(count, "One person is watching.", "{number} people are watching.")) if count else ""
