"""Puzzles, attempts at them, runs of them, days of the puzzle of the day, and lessons that players have done."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Integer, String, Text, true

from app.core.store.metadata import (
    characters,
    count,
    flag,
    foreign_key,
    milliseconds,
    number,
    numbered_key,
    reference,
    table,
    text,
)
from app.core.store.types import IsoDay, PatienceOrAll

_PUZZLE = 8
"""The length of a puzzle's id."""

puzzle = table(
    "puzzle",
    Column("id", String(_PUZZLE), primary_key=True),
    text("game"),
    text("options"),
    Column("deal", Text),
    characters("deck", 104),
    text("moves"),
    text("goal"),
    text("way"),
    number("rating"),
    text("themes"),
    milliseconds("added_at"),
    characters("likeness", 52, ""),
    Index(None, "game", "added_at"),
    Index(None, "likeness"),
)
"""The puzzles found in games; all others come in files with Rampart. `rating` is the first guess."""

task = table(
    "task",
    foreign_key("session_id", by="session.id"),
    Column("outcome", Text),
    Column("lost_seq", Integer),
    Column("ended_at", BigInteger),
    Column("rated_from", Integer),
    Column("rated_to", Integer),
    Column("run_id", String(16)),
    CheckConstraint("outcome IN ('solved', 'lost')", name="outcome"),
    Index(None, "run_id"),
)
"""How a session with a task stands. `outcome` is null until the solvers have said enough. `lost_seq` is the entry that
lost. The ratings are its player's before and after, if the try counted."""

puzzle_proposal = table(
    "puzzle_proposal",
    Column("puzzle_id", String(_PUZZLE), primary_key=True),
    reference("player_id", to="player.id"),
    text("state"),
    milliseconds("proposed_at"),
    Column("decided_at", BigInteger),
    CheckConstraint("state IN ('waiting', 'taken', 'refused')", name="state"),
    Index(None, "player_id"),
    Index(None, "state", "proposed_at"),
)
"""The puzzles that players made of positions, and what moderators decided. A puzzle without a row is on offer."""

puzzle_attempt = table(
    "puzzle_attempt",
    foreign_key("player_id", by="player.id"),
    Column("puzzle_id", String(_PUZZLE), primary_key=True),
    text("game"),
    milliseconds("opened_at"),
    Column("begun_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("outcome", Text),
    Column("solved_at", BigInteger),
    flag("rated", true()),
    CheckConstraint("outcome IN ('solved', 'lost')", name="outcome"),
    Index(None, "player_id", "ended_at"),
)
"""What a player did with a puzzle: when they last opened it, the first attempt from its first move to its outcome, and
when any attempt first solved it. The key lets the database refuse a second first attempt. `rated` says whether the
first attempt counts: not if the player began it as a guest, before signing in to the account."""

puzzle_rating = table(
    "puzzle_rating",
    Column("puzzle_id", String(_PUZZLE), primary_key=True),
    number("rating"),
    number("deviation"),
    number("volatility"),
    count("attempts"),
    milliseconds("changed_at"),
)
"""How hard puzzles turned out to be, from the first rated attempt on; until then the first guess counts."""

player_rating = table(
    "player_rating",
    foreign_key("player_id", by="player.id"),
    Column("game", Text, primary_key=True),
    number("rating"),
    number("deviation"),
    number("volatility"),
    count("attempts"),
    milliseconds("changed_at"),
)
"""How good players are at the puzzles of a game."""

puzzle_vote = table(
    "puzzle_vote",
    foreign_key("player_id", by="player.id"),
    Column("puzzle_id", String(_PUZZLE), primary_key=True),
    flag("up"),
    milliseconds("voted_at"),
    Index(None, "puzzle_id"),
)

puzzle_run = table(
    "puzzle_run",
    Column("id", String(16), primary_key=True),
    reference("player_id", to="player.id"),
    text("kind"),
    Column("game", PatienceOrAll, nullable=False),
    milliseconds("begun_at"),
    Column("until", BigInteger),
    Column("ended_at", BigInteger),
    count("solved", "0"),
    count("mistakes", "0"),
    CheckConstraint("kind IN ('streak', 'sprint')", name="kind"),
    Index(None, "player_id", "kind", "game", "solved"),
)
"""Runs of puzzles, one after another: up to the first mistake, or up to the time `until`. An empty `game` means all
games."""

puzzle_day = table(
    "puzzle_day",
    foreign_key("player_id", by="player.id"),
    Column("day", IsoDay, primary_key=True),
)
"""The days on which players solved the puzzle of the day. Which puzzle that was does not follow from the day alone: an
edition with other puzzles would have had another, and so would a day without an open event on its deal."""

lesson = table(
    "lesson",
    foreign_key("player_id", by="player.id"),
    Column("game", Text, primary_key=True),
    numbered_key("number"),
    milliseconds("done_at"),
)
"""When a player first did a lesson of a game. Number 0 stands for dismissing the offer of its lessons."""
