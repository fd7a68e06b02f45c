"""The kinds of updates and their topics, and what follows a turn: everybody whom it concerns hears of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import json

from app.play.occasion import occasion_of
from app.play.values.session import Turn

if TYPE_CHECKING:
    from app.web.server import Server


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


async def after_turn(serving: "Server", turn: Turn) -> None:
    """Tell whoever waits for a turn that is stored now: viewers of the game, its player, and those at its event."""
    session, live = turn.session, serving.live
    await live.publish(session_topic(session.id), "turn", written({"seq": session.seq, "by": turn.by}))
    game = {"session": session.id, "seq": session.seq, "status": session.status}
    await live.publish(events_topic(session.player_id), "game", written(game))
    await occasion_of(session).tell(serving, turn)
