"""The news of a race, and its topic."""

from app.core.live.topics import Live
from app.features.races.values.race import Race
from app.features.races.values.reaction import REACTIONS, Reacted
from app.play.occasion import events_topic, news_text


def race_topic(code: str) -> str:
    """Name the topic of a race.

    It carries `room` when its page changes, `run` after every action in one of its runs, and `reaction`.
    """
    return f"race {code}"


async def tell_of_race(live: Live, race: Race) -> None:
    """Publish that a race has changed, to its page and to the players in it."""
    await tell_of_room(live, race.code)
    for racer in race.present:
        await live.publish(events_topic(racer.player_id), "race", news_text({"code": race.code, "stage": race.stage}))


async def tell_of_room(live: Live, code: str) -> None:
    """Publish that the race with this code has changed."""
    await live.publish(race_topic(code), "room", "")


async def tell_of_reaction(live: Live, one: Reacted) -> None:
    """Publish a reaction to everybody who listens to its race."""
    said = {"name": one.name, "reaction": one.reaction, "words": REACTIONS[one.reaction]}
    await live.publish(race_topic(one.code), "reaction", news_text(said))
