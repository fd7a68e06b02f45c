"""Closing days as a server does, at once."""

from sqlalchemy import Connection

from app.features.daily.service import closing

A_PAGE = 2
"""So small that every closing of a test takes several."""


def close_days(connection: Connection, now: int, page: int = A_PAGE) -> int:
    """Close the days that are over, page by page; return how many dailies closed."""
    over = closing.due(connection, now)
    for daily in over:
        while closing.close_page(connection, daily.day, daily.game, page) is not None:
            continue
    return len(over)
