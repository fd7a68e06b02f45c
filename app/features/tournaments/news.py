"""The news of a tournament, and its topic."""

from app.core.live.topics import Live


def tournament_topic(code: str) -> str:
    """Name the topic of a tournament: `room` when its stage changes, `standings` with the results if they do."""
    return f"tournament {code}"


async def tell_of_tournament(live: Live, code: str) -> None:
    """Publish that the tournament with this code has gone on: its deals are there, it has begun, or it is over."""
    await live.publish(tournament_topic(code), "room", "")
