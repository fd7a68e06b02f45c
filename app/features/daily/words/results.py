"""How an attempt at a daily ended, in words."""

from app.core.words import numbered, steps_words, time_words
from app.features.daily.values.daily import DailyAttempt
from engine.rules import Game

_OF_PAR = ("par or better", "within a tenth of par", "within a quarter of par", "solved", "not solved")
_OF_FIELD = ("best tenth", "best quarter", "better half", "solved", "not solved")
_JUST_SOLVED = _OF_PAR.index("solved")


def tiers_in_words(game: Game) -> tuple[str, ...]:
    """Name a game's tiers, the best one first; in a game with face-down cards, they are parts of the day's field."""
    return _OF_FIELD if game.rules.face_down_rows else _OF_PAR


def tier_words(ended: DailyAttempt) -> str:
    """Write the tier of a result."""
    return tiers_in_words(ended.game)[ended.tier]


def result_words(ended: DailyAttempt) -> str:
    """Write how an attempt ended."""
    if not ended.solved:
        return numbered(ended.home, "Not solved, with 1 card home", "Not solved, with {count} cards home")
    said = f"Solved in {steps_words(ended.steps)} and {time_words(ended.ms)}"
    return f"{said}: {tier_words(ended)}" if ended.tier != _JUST_SOLVED else said


def par_sentence(steps: int, par: int) -> str:
    """Compare a solution with par.

    >>> par_sentence(52, 57), par_sentence(57, 57), par_sentence(58, 57)
    ('That is 5 under par!', 'That is par, the shortest way that the solver found.', 'That is one step over par.')
    """
    if steps < par:
        return f"That is {par - steps} under par!"
    if steps == par:
        return "That is par, the shortest way that the solver found."
    return numbered(steps - par, "That is one step over par.", "That is {count} steps over par.")


def over_par(steps: int, par: int) -> str:
    """Name par, and how a solution compares with it.

    >>> over_par(95, 129), over_par(129, 129), over_par(130, 129)
    ('Par: 129. 34 under.', 'Par: 129, just what you needed.', 'Par: 129. 1 over.')
    """
    if steps == par:
        return f"Par: {par}, just what you needed."
    return f"Par: {par}. {abs(steps - par)} {'under' if steps < par else 'over'}."


def outcome_words(ended: DailyAttempt) -> str:
    """Write whether an attempt solved its daily, for players who hide scores."""
    return "Solved" if ended.solved else "Not solved"


def badges(ended: DailyAttempt) -> tuple[str, ...]:
    """List the facts shown beside a result, such as undos."""
    facts = (
        (f"attempt {ended.number}", ended.number > 1),
        *(
            (f"{name} {value}", ended.game.option(name).default is None)
            for name, value in ended.variant.options.items()
        ),
        (numbered(ended.undos, "1 undo", "{count} undos"), ended.undos),
        (numbered(ended.hints, "1 hint", "{count} hints"), ended.hints),
        ("assisted", ended.assisted),
    )
    return tuple(words for words, holds in facts if holds)
