"""A leaderboard of a daily: the ways to others, and its document."""

from typing import Any, NamedTuple

from app.services.leaderboards import Leaderboard, RankedResult
from app.services.standings import EVERYBODY
from app.store.boards import Board
from app.store.groups import Group


class Tab(NamedTuple):
    """One of several boards to choose from."""

    name: str
    link: str
    """Empty for the one that is shown."""


def board_tabs(board: Leaderboard, shown: Group | None) -> tuple[Tab, ...]:
    """Return tabs for the boards of a daily, of everybody or of the group that is shown."""
    among, names = shown.code if shown else EVERYBODY, {Board.FIRST_TRY: "First try", Board.SOLVED: "Solved"}
    return tuple(
        Tab(words, "" if each is board.board else f"?board={each}&among={among}") for each, words in names.items()
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
