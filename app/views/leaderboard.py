"""A leaderboard of a daily: the ways to others, and its document."""

from typing import Any, NamedTuple

from app.services.audiences import EVERYBODY, Audience
from app.services.leaderboards import Leaderboard, RankedResult
from app.store.boards import Board


class Tab(NamedTuple):
    """One of several boards to choose from."""

    name: str
    link: str
    """Empty for the one that is shown."""


_UNASSISTED = {Board.FIRST_TRY: Board.FIRST_TRY_UNASSISTED, Board.SOLVED: Board.SOLVED_UNASSISTED}


def board_tabs(board: Leaderboard, shown: Audience | None) -> tuple[tuple[Tab, ...], tuple[Tab, ...]]:
    """Return tabs for the boards of a daily, and tabs for all its results or those without help."""
    among, here = shown.key if shown else EVERYBODY, board.board
    if here is Board.BOTS:
        among = EVERYBODY
    of_first_tries, of_solved = (
        (_UNASSISTED[Board.FIRST_TRY], _UNASSISTED[Board.SOLVED]) if here.is_unassisted else tuple(_UNASSISTED)
    )
    usual = Board.FIRST_TRY if here.is_of_first_tries else Board.SOLVED
    kinds = {of_first_tries: "First try", of_solved: "Solved", Board.BOTS: "Bots"}
    results = {usual: "All results", _UNASSISTED[usual]: "Without help"}

    def tabs(names: dict[Board, str]) -> tuple[Tab, ...]:
        return tuple(
            Tab(words, "" if each is here else f"?board={each}&among={among}") for each, words in names.items()
        )

    return tabs(kinds), () if here is Board.BOTS else tabs(results)


def audience_tabs(mine: list[Audience], shown: Audience | None, link: str) -> tuple[Tab, ...]:
    """Return tabs for the visitor's audiences and everybody, empty without any; `link` ends where a key follows."""
    choices = [(one.name, one.key) for one in mine] + [("Everybody", EVERYBODY)]
    here = shown.key if shown else EVERYBODY
    return tuple(Tab(name, "" if key == here else f"{link}{key}") for name, key in choices) if mine else ()


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
