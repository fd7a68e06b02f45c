"""What the end of an ordinary game says of the daily whose deal it was, in words."""

from typing import NamedTuple

from app.core.words import short_day
from app.features.daily.service.later import WasDaily
from app.features.daily.words.results import over_par
from engine.record import Status


class WasDailyPage(NamedTuple):
    """What _was_daily.html shows."""

    name: str
    link: str
    par: str
    """Par, and how the game compares with it; empty where there is no fair par."""
    kind: str
    """What kind of figure par is for the panel: `steps` has a mark, where the game did as well or better."""
    onward: str
    """The address of what to do next."""
    onward_words: str


def was_page(was: WasDaily) -> WasDailyPage:
    """Show which daily a game that has ended was played on."""
    session, day = was.session, f"/daily/{was.day}"
    won, par = session.status is Status.WON, was.par
    following = was.following
    return WasDailyPage(
        name=f"daily of {short_day(was.day)}",
        link=f"{day}/{session.variant.game.slug}",
        par="" if par is None else over_par(session.steps, par) if won else f"Par: {par}.",
        kind="steps" if won and par is not None and session.steps <= par else "par",
        onward=f"{day}/{following.slug}" if following else day,
        onward_words=f"{following.name} of that day" if following else "Back to that day",
    )
