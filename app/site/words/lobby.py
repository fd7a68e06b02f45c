"""The lobby in pictures and words."""

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from app.core.words import sentence
from app.play.front import LEADS, FilledFrontPart, Lead
from app.play.table.miniature import miniature, miniature_of_deal
from app.play.values.session import Session
from app.play.words.deals import dealt_words
from app.play.words.summary import options_words
from app.play.words.tiles import Tile
from app.site.service.front import MOST_UNFINISHED, Lobby
from engine.cards import CARDS
from engine.games import GAMES
from engine.measured import beginner_share, measurements, starting_game
from engine.position import cards_home
from engine.record import Status
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class OnOffer:
    """A game with its table."""

    game: Game
    picture: Markup
    beginner: str
    """How often a careful beginner wins it; empty if nobody has measured that."""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """What lobby.html shows."""

    day: date
    first: OnOffer | None
    """The game for somebody new to begin with; None for others."""
    unfinished: list[Tile]
    more_unfinished: bool
    now: list[FilledFrontPart]
    today: list[FilledFrontPart]
    seen: list[FilledFrontPart]
    games: list[OnOffer]
    leads: list[Lead]


def lobby_page(lobby: Lobby) -> LobbyPage:
    """Show the lobby."""
    offered = {game: _offered(game, lobby.day) for game in sorted(GAMES.values(), key=_place)}
    return LobbyPage(
        day=lobby.day,
        first=offered.get(starting_game()) if lobby.newcomer else None,
        unfinished=[_unfinished(session) for session in lobby.unfinished[:MOST_UNFINISHED]],
        more_unfinished=len(lobby.unfinished) > MOST_UNFINISHED,
        now=lobby.parts["now"],
        today=lobby.parts["today"],
        seen=lobby.parts["seen"],
        games=list(offered.values()),
        leads=list(LEADS),
    )


def _unfinished(session: Session) -> Tile:
    rules = session.variant.rules
    home = f"{cards_home(rules, session.position)} of {len(CARDS)} cards home"
    return Tile(
        address=f"/sessions/{session.id}",
        game=session.variant.game,
        options=options_words(session.variant.game, session.variant.options),
        picture=miniature(rules, session.position),
        state=sentence(dealt_words(session)),
        more="No legal move is left" if session.status is Status.STUCK else home,
    )


def _offered(game: Game, day: date) -> OnOffer:
    """Show a game with another deal each day."""
    share = beginner_share(game)
    return OnOffer(
        game=game,
        picture=miniature_of_deal(game.rules, day.toordinal()),
        beginner=f"A careful beginner wins about {100 * share:.0f} in 100 of its gentle deals." if share else "",
    )


def _place(game: Game) -> tuple[bool, int, str]:
    known = measurements(game.slug)
    return known is None, known.place if known else 0, game.name
