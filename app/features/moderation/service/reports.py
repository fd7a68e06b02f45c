"""Reports of players' names: other players make them, and moderators decide about them."""

from sqlalchemy import Connection

from app.core.refusals import Impossible
from app.features.moderation.rows import reports as rows
from app.features.moderation.rows.reports import Report
from app.features.moderation.values import Reason
from app.people.service import accounts
from app.people.visitors import Visit

MOST_REPORTS = 200


def report(connection: Connection, visit: Visit | None, name: str, reason: Reason, now: int) -> None:
    """Store the visitor's report of a name, without telling its owner or showing whether there is such a player.

    Raises:
        SignedOut, NotFound, Impossible: the visitor has no account, or reports their own name.
    """
    mine, account = accounts.own(connection, visit), accounts.find_by_name(connection, name)
    if account and account.player_id == mine.player_id:
        raise Impossible("This is your own name. You can change it on your account’s page.")
    if account:
        rows.add_report(connection, account.player_id, mine.player_id, account.name, reason, now)


def reports(connection: Connection) -> list[Report]:
    """List the reported names for the operator."""
    return rows.reports(connection, MOST_REPORTS)
