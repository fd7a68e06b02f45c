"""Players' ratings in words, and how they developed, as a plot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app.core.plots import Curve, walks
from app.core.words import Tab, numbered, short_day, signed
from app.features.ratings.service import BestRatings
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import PlayerKind, RatingChange
from engine.games import GAMES
from engine.rules import Game

_TO_SETTLE = 15
"""After about how many results a rating settles, as the page of ratings says."""


@dataclass(frozen=True, slots=True)
class OwnRatings:
    """What a player's statistics show of the ratings; a plot needs at least two results."""

    rows: list[tuple[Game, str, str]]
    """For each game: the game, the rating, and how sure it is and what it comes from."""
    lines: list[Curve]
    legend: list[tuple[int, Game]]
    words: list[str]
    """Each change, the latest first."""
    lowest: str
    highest: str
    first: str
    last: str


def strength_words(rating: Rating) -> str:
    """Write a rating; a question mark says that it may still be far off.

    >>> strength_words(Rating(1512.4, 60)), strength_words(Rating(1512.4, 200))
    ('1,512', '1,512?')
    """
    return f"{rating.rounded:,}?" if rating.provisional else f"{rating.rounded:,}"


def sureness_words(rating: Rating) -> str:
    """Describe how sure a rating is, and how many results it comes from."""
    state = "provisional, " if rating.provisional else ""
    results = numbered(rating.attempts, "1 result", "{count} results")
    return f"{state}give or take {2 * rating.deviation:.0f}, from {results}"


def missing_words(rating: Rating) -> str:
    """Return about how many results a rating still needs before it settles.

    >>> missing_words(Rating(attempts=4)), missing_words(Rating(attempts=30))
    ('about 11 more results', 'about 1 more result')
    """
    missing = max(_TO_SETTLE - rating.attempts, 1)
    return numbered(missing, "about 1 more result", "about {count} more results")


def ratings_line(ratings: Mapping[Game, Rating]) -> str:
    """Return a player's ratings in a line, as in “Fortress 1,512, Stonewall 1,430?”."""
    return ", ".join(f"{game.name} {strength_words(ratings[game])}" for game in GAMES.values() if game in ratings)


def rating_tabs(board: BestRatings) -> tuple[tuple[str, tuple[Tab, ...]], ...]:
    """Return the tabs that lead from a board to others."""
    bots = board.kind is PlayerKind.BOTS
    same = f"&board={PlayerKind.BOTS}" if bots else ""
    games = tuple(Tab(one.name, "" if one is board.game else f"?game={one.slug}{same}") for one in GAMES.values())
    of_game = f"?game={board.game.slug}"
    kinds = (Tab("People", of_game if bots else ""), Tab("Bots", "" if bots else f"{of_game}&board={PlayerKind.BOTS}"))
    return ("Games", games), ("Kinds of players", kinds)


def own_ratings(ratings: Mapping[Game, Rating], changes: Sequence[tuple[Game, RatingChange]]) -> OwnRatings | None:
    """Show a player's own ratings and their last changes; None before the first result."""
    if not ratings:
        return None
    series = list(GAMES.values())
    rows = [(game, strength_words(ratings[game]), sureness_words(ratings[game])) for game in series if game in ratings]
    told = [(series.index(game), one.at, one.rating, _change_words(game, one)) for game, one in changes]
    lines = walks(told) if len(told) > 1 else []
    return OwnRatings(
        rows=rows,
        lines=lines,
        legend=[(at, game) for at, game in enumerate(series) if any(line.series == at for line in lines)],
        words=[words for *_, words in reversed(told)],
        lowest=f"{min((rating for _, _, rating, _ in told), default=0):,.0f}",
        highest=f"{max((rating for _, _, rating, _ in told), default=0):,.0f}",
        first=_day(changes[0][1]) if changes else "",
        last=_day(changes[-1][1]) if changes else "",
    )


def _change_words(game: Game, change: RatingChange) -> str:
    after, gained = change.event.words, change.rating - change.before
    return f"{_day(change)}, {game.name}: {change.rating:,.0f} after {after} ({signed(gained)})"


def _day(change: RatingChange) -> str:
    """Write the day that a result belongs to: a daily is counted only on the day after its own."""
    return short_day(change.event.of_day or datetime.fromtimestamp(change.at / 1000, UTC).date())
