"""The tables. A change here also needs a migration; a test compares the two.

Times are whole milliseconds since the beginning of 1970 in UTC.
"""

from app.store.schema.dailies import attempt, bucket, daily, standing, story
from app.store.schema.games import (
    challenge,
    challenge_try,
    entry,
    ghost,
    help_given,
    house_ghost,
    invitation,
    packed_log,
    seat,
    session,
    shared,
)
from app.store.schema.lessons import lesson
from app.store.schema.metadata import metadata
from app.store.schema.moderation import appeal, decision
from app.store.schema.open_data import data_month
from app.store.schema.people import (
    access_token,
    access_token_use,
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
from app.store.schema.races import heat, race, racer, run, waiting
from app.store.schema.ratings import deal_rating, game_rating, rating_change
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
from app.store.schema.tournaments import entrant, tournament, tournament_deal, tournament_try

__all__ = [
    "access_token",
    "access_token_use",
    "account",
    "answer",
    "appeal",
    "attempt",
    "bookmark",
    "bucket",
    "certificate",
    "challenge",
    "challenge_try",
    "daily",
    "data_month",
    "deal_play",
    "deal_rating",
    "deal_verdict",
    "decision",
    "entrant",
    "entry",
    "friend_link",
    "friend_request",
    "friendship",
    "game_rating",
    "ghost",
    "heat",
    "help_given",
    "house_ghost",
    "invitation",
    "lesson",
    "member",
    "metadata",
    "packed_log",
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
    "rating_change",
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
    "tournament",
    "tournament_deal",
    "tournament_try",
    "waiting",
    "wish",
]
