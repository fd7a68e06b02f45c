"""The tabs of a daily's leaderboard, which lead to others."""

from app.core.words import Tab
from app.features.daily.rows.boards import Board
from app.features.daily.service.leaderboards import Leaderboard
from app.people.service.audiences import EVERYBODY, Audience

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
    """Return tabs for the visitor's audiences and everybody, none without audiences; `link` lacks only a key."""
    choices = [(one.name, one.key) for one in mine] + [("Everybody", EVERYBODY)]
    here = shown.key if shown else EVERYBODY
    return tuple(Tab(name, "" if key == here else f"{link}{key}") for name, key in choices) if mine else ()
