"""The news of a race, and its topic."""

from app.core.live.topics import Live
from app.features.races.values.race import Race
from app.play.news import events_topic, written


def race_topic(code: str) -> str:
    """Name the topic of a race: `room` when its page changes, `run` after every action in one of its runs."""
    return f"race {code}"


async def tell_of_race(live: Live, race: Race) -> None:
    """Publish that a race has changed, to its page and to the players in it."""
    await tell_of_room(live, race.code)
    for racer in race.present:
        await live.publish(events_topic(racer.player_id), "race", written({"code": race.code, "stage": race.stage}))


async def tell_of_room(live: Live, code: str) -> None:
    """Publish that the race with this code has changed."""
    await live.publish(race_topic(code), "room", "")
