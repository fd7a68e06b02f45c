"""What a picture says beside its board: a game, what became of it, and where it was played."""

from app.core.words import numbered, sentence, time_words
from app.play.service.replays import Ending
from app.play.table.framed_picture import Caption
from app.play.words.sharing import hints_words, try_words, whence_words
from app.play.words.summary import options_words
from engine.rules import Game, Variant


def game_caption(game: Game, origin: str) -> Caption:
    """Return the name of a game, and no more."""
    return Caption(game, "", "", _site(origin))


def deal_caption(variant: Variant, number: int, origin: str) -> Caption:
    """Name a numbered deal."""
    return board_caption(variant, f"Deal {number}", "", origin)


def board_caption(variant: Variant, deal: str, where: str, origin: str) -> Caption:
    """Name a deal, and how far a game on it has come."""
    details = sentence(", ".join(filter(None, [options_words(variant.game, variant.options), where])))
    return Caption(variant.game, deal, details, _site(origin))


def result_caption(result: Ending, origin: str) -> Caption:
    """Describe how a game ended. Of an open event, this names only the event, as everybody may see it."""
    session, counted = result.session, result.counted
    if result.won:
        steps = numbered(result.steps, "Solved in 1 step", "Solved in {count} steps")
        headline = f"{steps}, {time_words(result.ms)}"
    else:
        headline = numbered(result.home, "Not solved, 1 card home", "Not solved, {count} cards home")
    tried = [try_words(counted)] if counted else []
    par = [f"par {counted.par}"] if result.won and counted and counted.par else []
    options = options_words(session.variant.game, session.variant.options)
    details = [options, whence_words(result), *tried, *par, hints_words(result)]
    return Caption(session.variant.game, headline, sentence(", ".join(filter(None, details))), _site(origin))


def _site(origin: str) -> str:
    return origin.partition("://")[2]
