"""The lobby in pictures and words."""

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from app.core.words import numbered, sentence, short_day, steps_words
from app.features.archive.words.statistics import streak_words
from app.features.daily.values.daily import Attempt
from app.features.puzzles.words.puzzles import attempt_words
from app.features.puzzles.words.task import goal_sentence
from app.play.table.miniature import miniature, miniature_of_deal, miniature_of_layout, miniature_of_puzzle
from app.play.values.session import Session
from app.play.words.sessions import dealt_words
from app.play.words.summary import options_words, variant_words
from app.site.service.front import MOST_UNFINISHED, Lobby, OfToday, Win
from engine.cards import CARDS
from engine.games import GAMES
from engine.measured import beginner_share, measured, starting_game
from engine.position import cards_home
from engine.record import Status
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Tile:
    """A table to go to: its picture, its name and the words below."""

    address: str
    name: str
    options: str
    picture: Markup
    state: str
    more: str
    score: str = ""
    """What players who don't hide scores read instead of the state; empty if there is no figure."""


@dataclass(frozen=True, slots=True)
class PuzzleOfDay:
    """The puzzle of the day."""

    address: str
    name: str
    goal: str
    picture: Markup
    outcome: str
    """How the visitor's attempt stands; empty before it begins."""
    ended: bool


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
    dailies: list[Tile]
    streak: str
    """How the visitor's streak stands; empty before the first one."""
    puzzle: PuzzleOfDay | None
    win: Tile | None
    winner: str
    """Who won it; empty if the winner no longer has a name."""
    games: list[OnOffer]


def lobby_page(lobby: Lobby) -> LobbyPage:
    """Show the lobby."""
    offered = {game: _offered(game, lobby.day) for game in sorted(GAMES.values(), key=_place)}
    return LobbyPage(
        day=lobby.day,
        first=offered.get(starting_game()) if lobby.newcomer else None,
        unfinished=[_unfinished(session) for session in lobby.unfinished[:MOST_UNFINISHED]],
        more_unfinished=len(lobby.unfinished) > MOST_UNFINISHED,
        dailies=[_daily(lobby.day, one) for one in lobby.dailies],
        streak=streak_words(lobby.streak) if lobby.streak.best else "",
        puzzle=_puzzle(lobby),
        win=_win(lobby.win) if lobby.win else None,
        winner=(lobby.win.result.name if lobby.win else None) or "",
        games=list(offered.values()),
    )


def _unfinished(session: Session) -> Tile:
    rules = session.variant.rules
    home = f"{cards_home(rules, session.position)} of {len(CARDS)} cards home"
    return Tile(
        address=f"/sessions/{session.id}",
        name=session.variant.game.name,
        options=options_words(session.variant.game, session.variant.options),
        picture=miniature(rules, session.position),
        state=sentence(dealt_words(session)),
        more="No legal move is left" if session.status is Status.STUCK else home,
    )


def _daily(day: date, one: OfToday) -> Tile:
    """Show a daily: no card of it before the visitor begins it, and only the visitor's own board then."""
    table, running = one.table, any(map(_in_play, one.attempts))
    return Tile(
        address=f"/sessions/{table.id}" if table and running else f"/daily/{day}/{one.game.slug}",
        name=one.game.name,
        options=options_words(one.game, one.options) if one.options else "",
        picture=miniature(table.variant.rules, table.position) if table else miniature_of_layout(one.game.rules),
        state=_state(one),
        more=_crowd(one),
        score=_score(one),
    )


def _state(one: OfToday) -> str:
    if not one.attempts:
        return "Not played yet" if one.options is not None else "The server is choosing its deal"
    if any(each.solved for each in one.attempts):
        return "Solved"
    return "In play" if any(map(_in_play, one.attempts)) else "Not solved"


def _score(one: OfToday) -> str:
    solved = next((each for each in one.attempts if each.solved), None)
    return f"Solved in {steps_words(solved.steps)}" if solved else ""


def _in_play(attempt: Attempt) -> bool:
    return attempt.ended_at is None


def _crowd(one: OfToday) -> str:
    if one.options is None:
        return ""
    if one.solvers is not None:
        return numbered(one.solvers, "1 player has solved it", "{count} players have solved it")
    if not one.starters:
        return "Nobody has begun it"
    return numbered(one.starters, "1 player has begun it", "{count} players have begun it")


def _puzzle(lobby: Lobby) -> PuzzleOfDay | None:
    puzzle, tried = lobby.puzzle, lobby.try_at_puzzle
    if puzzle is None:
        return None
    return PuzzleOfDay(
        address=f"/puzzles/{puzzle.id}",
        name=variant_words(puzzle.variant),
        goal=goal_sentence(puzzle.goal),
        picture=miniature_of_puzzle(puzzle),
        outcome=attempt_words(tried) if tried else "",
        ended=tried is not None and tried.outcome is not None,
    )


def _win(win: Win) -> Tile:
    attempt, deal = win.result.attempt, win.session.told_deal
    rules = attempt.variant.rules
    return Tile(
        address=f"/replays/{win.session.id}",
        name=attempt.game.name,
        options=options_words(attempt.game, attempt.variant.options),
        picture=miniature_of_deal(rules, deal) if deal else miniature_of_layout(rules),
        state=f"The daily of {short_day(attempt.day)}",
        more="",
        score=f"The daily of {short_day(attempt.day)}, won in {steps_words(attempt.steps)}",
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
    known = measured(game.slug)
    return known is None, known.place if known else 0, game.name
