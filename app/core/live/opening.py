"""Opens the carrier of updates that the settings name."""

from app.core.live.topics import Live, LocalLive


def open_live(redis_url: str | None) -> Live:
    """Return a carrier of updates: through the Redis at this address, or within the process if there is none."""
    if redis_url is None:
        return LocalLive()
    # Its library takes long to load.
    from app.core.live.redis import RedisLive

    return RedisLive(redis_url)
