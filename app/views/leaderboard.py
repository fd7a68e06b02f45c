"""A leaderboard of a daily, as a page and as JSON."""

from dataclasses import dataclass
from typing import Any

from app.services.calendar import State
from app.services.daily import Challenge
from app.services.leaderboards import Leaderboard, RankedResult
from app.services.standings import EVERYBODY
from app.store.groups import Group
from app.views.results import badges, result_words, tier_words, tiers_in_words, time_words
from app.views.words import day_words, numbered

"""Stands for the whole server, in the place of a group's code."""
NAMELESS = "a player who has left"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a leaderboard."""

    rank: int
    name: str
    tier: str
    steps: str
    time: str
    badges: tuple[str, ...]
    mine: bool
    replay: str
    """Where it can be watched; empty while it cannot."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One of several boards to choose from."""

    name: str
    link: str
    """Empty for the one that is shown."""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """What leaderboard.html shows."""

    name: str
    address: str
    day_words: str
    of_first_tries: bool
    boards: tuple[Tab, ...]
    audiences: tuple[Tab, ...]
    lines: tuple[BoardLine, ...]
    near: tuple[BoardLine, ...]
    size: str
    beside: str
    """The visitor's place with a result that is not on the board; empty if there is none."""
    told: bool
    """Whether the results of others are shown."""
    mine: tuple[BoardLine, ...]
    """The visitor's own line alone, where those of others are not shown."""
    tiers: tuple[tuple[str, int], ...]
    """How many reached each tier, in words, if the page shows no more."""
    from_field: bool
    """Whether the tiers come from the day's field."""
    provisional: bool


def board_page(challenge: Challenge, board: Leaderboard, groups: list[Group], shown: Group | None) -> BoardPage:
    """Show a leaderboard, of everybody or of the group that is shown, with the ways to those of the others."""
    among = shown.code if shown else EVERYBODY
    of_first_tries = board.board == "first-try"
    return BoardPage(
        name=challenge.game.name,
        address=f"/daily/{challenge.day.isoformat()}/{challenge.game.slug}",
        day_words=day_words(challenge.day),
        of_first_tries=of_first_tries,
        boards=tuple(
            Tab(words, "" if name == board.board else f"?board={name}&among={among}")
            for name, words in (("first-try", "First try"), ("solved", "Solved"))
        ),
        audiences=audience_tabs(groups, shown, f"?board={board.board}&among="),
        lines=tuple(_line(challenge.state, place) for place in board.places),
        near=tuple(_line(challenge.state, place) for place in board.near),
        size=numbered(board.size, "1 result.", "{count} results."),
        beside=_beside(board.beside),
        told=board.told,
        mine=(_line(challenge.state, board.me),) if board.me and not board.told else (),
        tiers=() if board.told else tuple(zip(tiers_in_words(challenge.game), board.tiers, strict=True)),
        from_field=bool(challenge.game.rules.face_down_rows),
        provisional=challenge.state is not State.CLOSED,
    )


def audience_tabs(groups: list[Group], shown: Group | None, link: str) -> tuple[Tab, ...]:
    """Return tabs for the visitor's groups and everybody, empty without groups; `link` ends where a code follows."""
    choices = [(group.name, group.code) for group in groups] + [("Everybody", EVERYBODY)]
    here = shown.code if shown else EVERYBODY
    return tuple(Tab(name, "" if code == here else f"{link}{code}") for name, code in choices) if groups else ()


def board_document(board: Leaderboard) -> dict[str, Any]:
    """Write a leaderboard as JSON."""
    return {
        "board": board.board,
        "size": board.size,
        "tiers": board.tiers,
        "rows": [_row(place) for place in board.places],
        "near": [_row(place) for place in board.near],
        "me": _row(board.me) if board.me else None,
        "beside": _row(board.beside) if board.beside else None,
    }


def _beside(place: RankedResult | None) -> str:
    if place is None:
        return ""
    return f"{result_words(place.row.attempt)}. You would be at rank {place.rank:,}."


def _line(state: State, place: RankedResult) -> BoardLine:
    ended = place.row.attempt
    return BoardLine(
        rank=place.rank,
        name=place.row.name or NAMELESS,
        tier=tier_words(ended) if ended.solved else numbered(ended.home, "1 card home", "{count} cards home"),
        steps=str(ended.steps),
        time=time_words(ended.ms),
        badges=badges(ended),
        mine=place.mine,
        replay=f"/replays/{ended.session_id}" if state is State.CLOSED and ended.ranked and ended.solved else "",
    )


def _row(place: RankedResult) -> dict[str, Any]:
    ended = place.row.attempt
    return {
        "rank": place.rank,
        "name": place.row.name,
        "tier": ended.tier,
        "steps": ended.steps,
        "undos": ended.undos,
        "hints": ended.hints,
        "attempt": ended.number,
        "seconds": ended.ms // 1000,
        "solved": ended.solved,
        "assisted": ended.assisted,
        "home": ended.home,
    }
