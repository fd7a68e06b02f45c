"""What follows a turn once it is stored: everybody whom it concerns hears of it."""

from typing import TYPE_CHECKING

from app.play.companions import COMPANIONS
from app.play.news import events_topic, session_topic, written
from app.play.values.turn import Turn

if TYPE_CHECKING:
    from app.web.server import Server


async def after_turn(serving: "Server", turn: Turn) -> None:
    """Tell whoever waits for a turn that is stored now: viewers of the game, its player, and companions."""
    session, live = turn.session, serving.live
    await live.publish(session_topic(session.id), "turn", written({"seq": session.seq, "by": turn.by}))
    game = {"session": session.id, "seq": session.seq, "status": session.status}
    await live.publish(events_topic(session.player_id), "game", written(game))
    for companion in COMPANIONS:
        await companion.told(serving, turn)
