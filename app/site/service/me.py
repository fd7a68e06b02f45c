"""What a player's own page shows."""

from typing import NamedTuple

from sqlalchemy import Connection

from app.people.service import accounts
from app.people.showing import SECTIONS
from app.play.front import FilledFrontPart, FrontLook, Lead, leads_with_news, read_front


class OwnPage(NamedTuple):
    """A player's own page."""

    name: str
    """Empty for a guest."""
    figures: list[tuple[str, object]]
    """The templates of figures, each with what it draws."""
    parts: list[FilledFrontPart]
    leads: list[Lead]


def look_at(connection: Connection, look: FrontLook) -> OwnPage:
    """Return what a visitor sees on their own page."""
    whose = look.player_id
    sections = [each for each in SECTIONS if each.is_figure]
    figures = [(each.template, (each.read_own or each.read)(connection, whose, look.now)) for each in sections if whose]
    return OwnPage(
        accounts.name_of(connection, whose),
        [(template, shown) for template, shown in figures if shown],
        read_front(connection, look, "me"),
        leads_with_news(connection, "me", whose),
    )
