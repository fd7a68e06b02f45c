"""A daily with players who try it, for moderators to judge."""

from tests.app.daily.conftest import arrive, clock, host

__all__ = ["arrive", "clock", "host"]
