"""A daily with players who know each other."""

from tests.app.daily.conftest import _only_the_test_closes_days, arrive, clock, host
from tests.app.people.claimed import visits

__all__ = ["_only_the_test_closes_days", "arrive", "clock", "host", "visits"]
