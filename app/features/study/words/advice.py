"""Help at the table, in words."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from app.core.words import numbered
from app.features.study.service.advice import THE_WAY, Advice, Sight
from app.features.study.service.way_back import WayBack
from app.play.table.piles import place_name
from app.play.words.reasons import cards_sentence, move_sentence, reason
from app.play.words.solvers import BY_ITSELF
from app.play.words.walk import Walk, WalkPage, walk_page
from engine.asking import Guess, Judgement, Verdict
from engine.cards import TEXT
from engine.moves import Move
from engine.position import layout

_PLACE, _CARD, _TARGET, _WHY = 1, 2, 3, 4
"""The rungs of the ladder at which the help begins to name the pile, the card, the target and the reason."""


class WaitingWords(StrEnum):
    """What to say while there is no answer yet."""

    THINKING = "Thinking…"
    LOOKING_BACK = "Looking for the way back…"
    STARTING = "The solver is still getting ready. Its answer will come by itself."
    AWAY = BY_ITSELF

    @property
    def pace(self) -> str:
        """The word by which `static/table/advice.js` knows how soon to ask again."""
        return (WaitingWords.STARTING if self is WaitingWords.AWAY else self).name.lower()


@dataclass(frozen=True, slots=True)
class AdvicePage:
    """What _advice.html and advice.html show."""

    session: str
    seq: int
    name: str
    sight: str
    rung: int
    waiting: WaitingWords | None
    """Why there is no answer yet; None if none is to come."""
    words: tuple[str, ...]
    """The sentences to say, the least telling first."""
    source: str
    """The pile to mark while the help names no card; empty for none."""
    card: str
    """The card to mark on the table, as text; empty for none."""
    target: str
    """The pile to mark; empty for none."""
    move: str
    """The move, as text, once the help says where the card goes; empty before."""
    used: str
    """How many hints the game has had, in words; empty if none counts."""
    further: str
    """What the next rung would say; empty at the top."""
    way: bool
    """Whether the player may look at the whole way."""
    rests_on: str
    """What the answer rests on; empty if the player sees every card."""
    other_sight: str
    """The other value of `Sight` to ask with; empty if it would make no difference."""
    lost: Literal["", "here", "as dealt"]
    """Whether only this position is proved lost, or the deal itself; empty if neither is."""
    back: str
    """The address that leads back to where the game could still be won; empty if there is none."""
    back_words: str
    """Where that is."""
    in_short: str
    """What is said of the way back in the bar of a stuck table; empty if nothing is."""


_FURTHER = ("Give me a hint", "Which card?", "Where to?", "Why?", "Show me the whole way")


def advice_page(advice: Advice, waiting: WaitingWords) -> AdvicePage:
    """Show the help for the position on the table, or why it has to wait."""
    session, rules, before, back = advice.turn.session, advice.turn.rules, advice.turn.after, advice.back
    move = advice.move
    hidden = any(before.face_down)
    shown = move if advice.rung >= _CARD else None
    return AdvicePage(
        session=session.id,
        seq=session.seq,
        name=session.variant.game.name,
        sight=advice.sight,
        rung=advice.rung,
        waiting=_reason_to_wait(advice, waiting),
        words=tuple(_words(advice)),
        source=move.source if move and advice.rung == _PLACE else "",
        card=TEXT[before.piles[layout(rules).index[shown.source]][-shown.count]] if shown else "",
        target=move.target if move and advice.rung >= _TARGET else "",
        move=str(move) if move and advice.rung >= _TARGET else "",
        used=_hints_used(advice.used),
        further=_further(advice),
        way=advice.rung == THE_WAY,
        rests_on=_rests_on(advice) if hidden else "",
        other_sight=(Sight.ALL if advice.sight is Sight.FAIR else Sight.FAIR) if hidden else "",
        lost=_lost(advice),
        back=f"/sessions/{session.id}/back/{back.keep}" if back and back.keep is not None else "",
        back_words=_back_words(back.move) if back else "",
        in_short=_in_short(advice, waiting),
    )


def _lost(advice: Advice) -> Literal["", "here", "as dealt"]:
    if not advice.lost:
        return ""
    return "as dealt" if advice.back and advice.back.never else "here"


def _reason_to_wait(advice: Advice, waiting: WaitingWords) -> WaitingWords | None:
    if advice.thinking:
        return waiting
    if advice.back and advice.back.asked:
        return waiting if waiting is WaitingWords.AWAY else WaitingWords.LOOKING_BACK
    return None


def _back_words(move: int) -> str:
    return f"Back to move {move}" if move else "Back to the start"


def _in_short(advice: Advice, waiting: WaitingWords) -> str:
    match advice.answer:
        case Guess(won=0):
            return "We found no way to win."
        case _ if advice.back and advice.back.asked:
            return _reason_to_wait(advice, waiting) or ""
        case _ if advice.back and advice.back.keep is not None:
            return "You can win if you go back."
        case _:
            return _way_back(advice).strip()


def _hints_used(count: int) -> str:
    return numbered(count, "1 hint used in this game.", "{count} hints used in this game.") if count else ""


def _further(advice: Advice) -> str:
    if advice.answer is None:
        return "" if advice.thinking else _FURTHER[0]
    top = THE_WAY if isinstance(advice.answer, Judgement) else _WHY
    return _FURTHER[advice.rung] if advice.move and advice.rung < top else ""


def _words(advice: Advice) -> list[str]:
    rules, before, move = advice.turn.rules, advice.turn.after, advice.move
    words = [_standing(advice)] if advice.answer else []
    if move is None or advice.rung < _PLACE:
        return words
    if advice.rung < _CARD:
        words.append(f"Look at {place_name(rules, layout(rules).index[move.source])}.")
    elif advice.rung < _TARGET:
        words.append(cards_sentence(rules, before, move))
    else:
        words.append(move_sentence(rules, before, move))
    if advice.rung >= _WHY:
        words.append(_why(advice, move))
    return words


def _standing(advice: Advice) -> str:
    back = _way_back(advice)
    match advice.answer:
        case Guess() as guess if guess.tried:
            return _guess_words(guess)
        case Judgement(verdict=Verdict.WINNABLE):
            return "You can win from here."
        case Judgement(verdict=Verdict.UNWINNABLE, circling=True):
            return f"The only moves left go round in circles, so you can’t win from here.{back}"
        case Judgement(verdict=Verdict.UNWINNABLE):
            return f"You can’t win from here.{back}"
        case _:
            return "The solver ran out of time before it could tell whether you can win."


def _way_back(advice: Advice) -> str:
    """Return what to add about earlier positions of a lost game, in words; a button says where one can be won."""
    match advice.back:
        case WayBack(never=True):
            return " Nobody could have won this deal."
        case WayBack(keep=None, asked=""):
            return " We found no way back to a win."
        case None if advice.turn.session.can_undo:
            return " If you take moves back, you may be able to."
        case _:
            return ""


def _guess_words(guess: Guess) -> str:
    """Write how the guesses at the face-down cards went, in one sentence.

    >>> _guess_words(Guess(16, 5, 0)), _guess_words(Guess(16, 16, 0))
    ('You can win in 5 of 16 guesses at the face-down cards.', 'You can win in all 16 guesses at the face-down cards.')
    >>> _guess_words(Guess(16, 0, 0)), _guess_words(Guess(1, 1, 0))
    ('We found no way to win in 16 guesses at the face-down cards.', 'You can win in one guess at the face-down cards.')
    """
    if not guess.won:
        tried = numbered(guess.tried, "one guess", "{count} guesses")
        return f"We found no way to win in {tried} at the face-down cards{_untold(guess)}."
    if guess.won < guess.tried:
        return f"You can win in {guess.won} of {guess.tried} guesses at the face-down cards{_untold(guess)}."
    tried = numbered(guess.tried, "one guess", "all {count} guesses")
    return f"You can win in {tried} at the face-down cards{_untold(guess)}."


def _untold(guess: Guess) -> str:
    if not guess.undecided:
        return ""
    return numbered(guess.undecided, "; in one we can’t tell", "; in {count} we can’t tell")


def _why(advice: Advice, move: Move) -> str:
    if isinstance(advice.answer, Judgement):
        return reason(advice.turn.rules, advice.turn.after, advice.answer.line)
    assert advice.answer is not None
    wins, won = advice.answer.moves[str(move)], advice.answer.won
    if wins == won:
        every = "All ways that we found begin with this move."
        return numbered(won, "The way that we found begins with this move.", every)
    several = "{count} of the ways that we found begin with this move."
    begins = numbered(wins, "One of the ways that we found begins with this move.", several)
    return f"{begins} We haven’t checked whether this move wins the other times too."


def _rests_on(advice: Advice) -> str:
    if advice.sight is Sight.ALL:
        return "This uses every card, including those that lie face down."
    return "This uses only what you can see, and guesses the other cards."


def way_page(advice: Advice, step: int) -> WalkPage:
    """Show the position after that many moves of the way, or the last position."""
    assert isinstance(advice.answer, Judgement)
    turn, table = advice.turn, f"/sessions/{advice.turn.session.id}"
    return walk_page(
        turn.session.variant.game,
        turn.rules,
        Walk("A way to win", f"{table}/way?sight={advice.sight}", "step", table, "Back to the table"),
        (turn.after, advice.answer.line),
        step,
    )
