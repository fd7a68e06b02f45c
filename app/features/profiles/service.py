"""Public pages of players, which are off until their owners choose what to show.

A page says nothing about an open event: neither which games were played in it nor whether they were won.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.profiles import rows
from app.features.profiles.values import ProfilePart
from app.people.rows.accounts import Account
from app.people.service import accounts
from app.people.service.accounts import own as own_account
from app.people.showing import SECTIONS, ProfileSection
from app.people.visitors import Visit


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's public page."""

    name: str
    since: int
    is_mine: bool
    shown: list[tuple[ProfileSection, object]]
    """What its owner shows, without what there is nothing of."""

    @property
    def figures(self) -> list[tuple[str, object]]:
        """Return the templates of the figures, each with what it draws."""
        return [(section.template, shown) for section, shown in self.shown if section.is_figure]

    @property
    def chapters(self) -> list[tuple[str, object]]:
        """Return the templates of the chapters, each with what it draws."""
        return [(section.template, shown) for section, shown in self.shown if not section.is_figure]


def own(connection: Connection, visit: Visit | None) -> tuple[Account, frozenset[ProfilePart] | None]:
    """Return the visitor's account and the parts on its page, None without one; raise `SignedOut` or `NotFound`."""
    account = own_account(connection, visit)
    return account, rows.shown_by(connection, account.player_id)


def choose(connection: Connection, visit: Visit | None, parts: Collection[ProfilePart]) -> None:
    """Show these parts on the visitor's page; without any, there is no page. Raise `SignedOut` or `NotFound`."""
    account = own_account(connection, visit)
    if parts:
        rows.show(connection, account.player_id, parts)
    else:
        rows.hide(connection, account.player_id)


def sections() -> list[ProfileSection]:
    """List what pages can show, in the order in which they do."""
    return sorted(SECTIONS, key=lambda section: list(ProfilePart).index(ProfilePart(section.part)))


def look(connection: Connection, name: str, player_id: str | None, now: int) -> Profile:
    """Return the public page of a player; it is for the lane of heavy reads. Raise as `public` does."""
    account, parts = public(connection, name)
    whose = account.player_id
    read = [(section, section.read(connection, whose, now)) for section in sections() if section.part in parts]
    return Profile(account.name, account.made_at, whose == player_id, [one for one in read if one[1]])


def public(connection: Connection, name: str) -> tuple[Account, frozenset[ProfilePart]]:
    """Return a player's account and the parts of the public page.

    Raises:
        NotFound: there is no such player, or no such page.
    """
    account = accounts.find_by_name(connection, name)
    shown = rows.shown_by(connection, account.player_id) if account else None
    if account is None or shown is None:
        raise NotFound("No player by that name has a public page.")
    return account, shown
