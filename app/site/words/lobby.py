"""The lobby in pictures and words."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.core.words import sentence
from app.play.front import FilledFrontPart, Lead, leads_of
from app.play.service.stock import first_deals
from app.play.table.miniature import miniature, miniature_of_deal, miniature_of_layout
from app.play.values.shelf import Shelf
from app.play.values.strength import Strength
from app.play.words.deals import dealt_words, variant_to_show
from app.play.words.summary import options_words
from app.play.words.tiles import Tile
from app.site.service.front import MOST_OTHERS, Lobby, UnfinishedGame
from engine.cards import CARDS
from engine.games import GAMES
from engine.measured import beginner_share, measurements, starting_game
from engine.position import cards_home
from engine.record import Status
from engine.rules import Game

_DEALS = {
    Strength.GENTLE: "A new gentle deal, proved winnable.",
    Strength.STEADY: "A new steady deal, proved winnable.",
    Strength.HARD: "A new hard deal, proved winnable.",
    Strength.WINNABLE: "A new deal, proved winnable.",
    Strength.ANY: "Any new deal, winnable or not.",
}


@dataclass(frozen=True, slots=True)
class GameOnOffer:
    """A game in the row of all games."""

    game: Game
    beginner: str
    """How often a careful beginner wins it; empty if nobody has measured that."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin."""

    game: Game
    options: str
    state: str
    """How hard its deals are."""
    picture: Markup
    fields: Mapping[str, str]
    """What the form asks for."""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """What lobby.html shows."""

    named: list[FilledFrontPart]
    """The name of the site, if its host has given it one."""
    head: list[FilledFrontPart]
    newcomer: bool
    waiting: int
    """On how many of the pages to which the visitor's own leads something waits."""
    continued: Tile | None
    """The game to go on with; None if every one is finished, or its event is over."""
    begun: NewGame
    """The game to begin otherwise."""
    others: list[Tile]
    """Further unfinished games."""
    more_unfinished: bool
    today: list[FilledFrontPart]
    now: list[FilledFrontPart]
    seen: list[FilledFrontPart]
    games: list[GameOnOffer]
    leads: list[Lead]


def lobby_page(lobby: Lobby) -> LobbyPage:
    """Show the lobby."""
    tiles = [_unfinished_tile(one) for one in lobby.unfinished[: MOST_OTHERS + 1]]
    leading = sum(not one.standing.over for one in lobby.unfinished[:1])
    return LobbyPage(
        named=lobby.parts["name"],
        head=lobby.parts["head"],
        newcomer=lobby.newcomer,
        waiting=lobby.waiting,
        continued=tiles[0] if leading else None,
        begun=_new_game(lobby),
        others=tiles[leading:],
        more_unfinished=len(lobby.unfinished) > len(tiles),
        today=lobby.parts["daily"] + lobby.parts["today"],
        now=lobby.parts["now"],
        seen=lobby.parts["seen"],
        games=[GameOnOffer(game, _beginner(game)) for game in sorted(GAMES.values(), key=_place)],
        leads=leads_of("play"),
    )


def _unfinished_tile(one: UnfinishedGame) -> Tile:
    session, rules = one.session, one.session.variant.rules
    home = f"{cards_home(rules, session.position)} of {len(CARDS)} cards home"
    return Tile(
        address=f"/sessions/{session.id}",
        game=session.variant.game,
        options=options_words(session.variant.game, session.variant.options),
        picture=miniature(rules, session.position),
        state=sentence(dealt_words(session)),
        more=one.standing.words or ("No legal move is left" if session.status is Status.STUCK else home),
    )


def _new_game(lobby: Lobby) -> NewGame:
    """Show what was played last, without a card of the deal to come, or the first game on the deal that begins it."""
    last = lobby.last
    game = last.game if last else starting_game()
    # What is chosen in view of the deal is no part of the choice that is kept.
    kept = {option.name: last.options[option.name] for option in game.options if option.default and last}
    shown = _first_deal(lobby, game)
    return NewGame(
        game=game,
        options=options_words(game, kept),
        state=_DEALS[lobby.strength],
        picture=miniature_of_deal(game.rules, shown) if shown else miniature_of_layout((last or game).rules),
        fields={"deals": lobby.strength} | kept | ({"deal": str(shown)} if shown else {}),
    )


def _first_deal(lobby: Lobby, game: Game) -> int | None:
    """Return the deal of the day among those that players get first; None for whoever has played."""
    if lobby.played or lobby.strength is not Strength.GENTLE:
        return None
    first = first_deals().get(Shelf.of(variant_to_show(game, {})), ())
    return first[lobby.day.toordinal() % len(first)] if first else None


def _beginner(game: Game) -> str:
    share = beginner_share(game)
    return f"A careful beginner wins about {100 * share:.0f} in 100 of its gentle deals." if share else ""


def _place(game: Game) -> tuple[bool, int, str]:
    known = measurements(game.slug)
    return known is None, known.place if known else 0, game.name
