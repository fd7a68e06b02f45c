"""What `rampart results` says about wins in races."""

from sqlalchemy import Connection

from app.features.races.service import moderating
from app.play.between import JudgedList


def _lines(connection: Connection, now: int) -> list[str]:
    found = moderating.doubtful_runs(connection, now)
    told = [
        f"{one.session_id}, {one.game} in round {one.heat} of race {one.code} in {one.steps} steps, "
        f"by {one.name or 'a player without a name'}: {one.doubts}"
        for one in found
    ]
    return [*told, f"Wins in races to look at: {len(found)}."] if found else []


RESULTS = JudgedList(20, _lines)
