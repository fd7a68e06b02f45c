"""Names of venues: players report them, and moderators let them stay or replace them."""

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.moderation.rows import titles
from app.features.moderation.service import moderation
from app.features.moderation.service.moderation import DecisionSubject, Moderator
from app.features.moderation.values import Decision, DecisionKind, Reason
from app.people.names import skeleton
from app.people.rows import players, resting
from app.people.service.accounts import own as own_account
from app.people.titles import Titled, titled
from app.people.venues import Venue
from app.people.visitors import Visit


def report(connection: Connection, visit: Visit | None, venue: Venue, reason: Reason, now: int) -> None:
    """Store the visitor's report of the name of a venue.

    Raises:
        SignedOut, NotFound: the visitor has no account, or there is no such venue that the visitor may see.
    """
    mine = own_account(connection, visit).player_id
    titles.add_report(connection, venue, mine, name_to(connection, mine, venue), reason, now)


def name_to(connection: Connection, player_id: str, venue: Venue) -> str:
    """Return a name that a player may report; raise `NotFound`."""
    return _titles_of(venue).title_to(connection, player_id, venue.code)


def dismiss(connection: Connection, venue: Venue, until: int, by: Moderator) -> Decision | None:
    """Let a reported name stay, and settle its reports up to a time; return None if there are none."""
    those = _titles_of(venue)
    owner, name = those.owner_of(connection, venue.code), those.title_of(connection, venue.code)
    if owner is None or name is None:
        return None
    players.hold(connection, owner)
    if not titles.is_reported(connection, venue, until):
        return None
    decided = moderation.decide(connection, by, DecisionKind.DISMISS, DecisionSubject(owner, venue=venue), before=name)
    titles.settle_reports(connection, venue, decided.id, until)
    return decided


def retitle(connection: Connection, venue: Venue, seen: str, by: Moderator) -> Decision | None:
    """Replace the name of a player's venue by a neutral one; return None if it is not the one seen.

    Raises:
        NotFound: there is no such venue.
    """
    those = _titles_of(venue)
    owner = those.owner_of(connection, venue.code)
    if owner is None:
        raise _absent(venue)
    players.hold(connection, owner)
    given = those.neutral(venue.code)
    # Deciding a second time changes nothing.
    if seen == given or not those.retitle(connection, venue.code, seen, given):
        return None
    resting.rest(connection, skeleton(seen), by.now)
    decided = moderation.decide(connection, by, DecisionKind.RETITLE, DecisionSubject(owner, venue=venue), seen, given)
    titles.settle_reports(connection, venue, decided.id, by.now)
    return decided


def _titles_of(venue: Venue) -> Titled:
    those = titled(venue)
    if those is None:
        raise _absent(venue)
    return those


def _absent(venue: Venue) -> NotFound:
    return NotFound(f"No player has made a {venue.kind} with that code.")
