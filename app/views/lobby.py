"""The lobby: every game, and the player's unfinished ones."""

from dataclasses import dataclass
from math import inf

from app.model.session import Session
from app.views.chances import ChanceLine, chances
from app.views.history import SessionLine, session_line
from app.views.layout_picture import LayoutPicture, layout_picture
from app.views.words import number, sentence
from engine.games import GAMES
from engine.measured import measured
from engine.rules import Game

MOST_UNFINISHED = 4
"""How many unfinished games the lobby lists; the history has them all."""


@dataclass(frozen=True, slots=True)
class LobbyGame:
    """A game as the lobby shows it."""

    slug: str
    name: str
    character: str
    picture: LayoutPicture
    chance: ChanceLine | None
    has_options: bool


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """What lobby.html shows."""

    how_many: str
    games: tuple[LobbyGame, ...]
    unfinished: tuple[SessionLine, ...]
    more_unfinished: bool


def lobby_page(unfinished: list[Session]) -> LobbyPage:
    """Show the games, and the first of the player's unfinished sessions; return one more than `MOST_UNFINISHED`."""
    return LobbyPage(
        how_many=sentence(number(len(GAMES))),
        games=tuple(_game(game) for game in sorted(GAMES.values(), key=_place)),
        unfinished=tuple(session_line(session) for session in unfinished[:MOST_UNFINISHED]),
        more_unfinished=len(unfinished) > MOST_UNFINISHED,
    )


def _game(game: Game) -> LobbyGame:
    return LobbyGame(
        game.slug,
        game.name,
        game.character,
        layout_picture(game.rules),
        next(iter(chances(game)), None),
        bool(game.options),
    )


def _place(game: Game) -> tuple[float, str]:
    known = measured(game.slug)
    return known.place if known else inf, game.name
