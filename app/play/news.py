"""The kinds of updates, and their topics."""

from collections.abc import Mapping

from msgspec import json


def session_topic(session_id: str) -> str:
    """Name the topic of a session: `turn` after every action in it, with the `seq` and the guest's name."""
    return f"session {session_id}"


def watchers_topic(session_id: str) -> str:
    """Name the topic that only counts a session's watchers. It carries no news."""
    return f"watchers {session_id}"


def events_topic(player_id: str) -> str:
    """Name the topic of a player's events, for programs.

    It carries `game` after every action in the player's games, and `race` when one of the player's races changes.
    """
    return f"events {player_id}"


def written(said: Mapping[str, object]) -> str:
    """Return news as the JSON that a topic carries."""
    return json.encode(said).decode()
