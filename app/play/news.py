"""The kinds of updates, and their topics."""

from collections.abc import Mapping

from msgspec import json

from app.core.live.topics import Live
from app.features.races.values import race as racing
from app.features.races.values.race import Race
from app.play.values.turn import Turn
from app.features.races.values.event import InRace
from engine.position import cards_home


def race_topic(code: str) -> str:
    """Name the topic of a race: `room` when its page changes, `run` after every action in one of its runs."""
    return f"race {code}"


def tournament_topic(code: str) -> str:
    """Name the topic of a tournament: `room` when its stage changes, `standings` with the results if they do."""
    return f"tournament {code}"


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


async def tell_of_race(live: Live, race: Race) -> None:
    """Publish that a race has changed, to its page and to the players in it."""
    await tell_of_room(live, race.code)
    for racer in race.present:
        await live.publish(events_topic(racer.player_id), "race", _written({"code": race.code, "stage": race.stage}))


async def tell_of_room(live: Live, code: str) -> None:
    """Publish that the race of that code has changed."""
    await live.publish(race_topic(code), "room", "")


async def tell_of_tournament(live: Live, code: str) -> None:
    """Publish that the tournament of that code has gone on: its deals are there, it has begun, or it is over."""
    await live.publish(tournament_topic(code), "room", "")


async def tell_of_turn(live: Live, turn: Turn) -> None:
    """Publish an action in a session, also to players who race against its player."""
    session = turn.session
    await live.publish(session_topic(session.id), "turn", _written({"seq": session.seq, "by": turn.by}))
    game = {"session": session.id, "seq": session.seq, "status": session.status}
    await live.publish(events_topic(session.player_id), "game", _written(game))
    if isinstance(session.event, InRace):
        topic = race_topic(session.event.code)
        news = {
            "run": racing.mark(session.id),
            "home": cards_home(turn.rules, turn.after),
            "steps": session.steps,
            "status": session.status,
        }
        await live.publish(topic, "run", _written(news))
        if session.status.finished:
            await live.publish(topic, "room", "")


def _written(said: Mapping[str, object]) -> str:
    return json.encode(said).decode()
