"""The tables. A change here needs a migration beside it; a test compares the two.

Times are whole milliseconds since 1970, UTC.
"""

from app.store.schema.dailies import attempt, bucket, daily, standing, story
from app.store.schema.games import (
    challenge,
    challenge_try,
    entry,
    ghost,
    help_given,
    invitation,
    seat,
    session,
    shared,
)
from app.store.schema.lessons import lesson
from app.store.schema.metadata import metadata
from app.store.schema.people import (
    account,
    friend_link,
    friend_request,
    friendship,
    member,
    player,
    player_group,
    profile,
    recovery_code,
    report,
)
from app.store.schema.puzzles import (
    player_rating,
    puzzle,
    puzzle_attempt,
    puzzle_rating,
    puzzle_run,
    puzzle_vote,
    task,
)
from app.store.schema.races import heat, race, racer, run
from app.store.schema.solving import (
    answer,
    bookmark,
    certificate,
    deal_play,
    deal_verdict,
    question,
    race_deal,
    stock,
    wish,
)

__all__ = [
    "account",
    "answer",
    "attempt",
    "bookmark",
    "bucket",
    "certificate",
    "challenge",
    "challenge_try",
    "daily",
    "deal_play",
    "deal_verdict",
    "entry",
    "friend_link",
    "friend_request",
    "friendship",
    "ghost",
    "heat",
    "help_given",
    "invitation",
    "lesson",
    "member",
    "metadata",
    "player",
    "player_group",
    "player_rating",
    "profile",
    "puzzle",
    "puzzle_attempt",
    "puzzle_rating",
    "puzzle_run",
    "puzzle_vote",
    "question",
    "race",
    "race_deal",
    "racer",
    "recovery_code",
    "report",
    "run",
    "seat",
    "session",
    "shared",
    "standing",
    "stock",
    "story",
    "task",
    "wish",
]
