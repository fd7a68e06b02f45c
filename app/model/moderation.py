"""What a moderator decides about a name or a result, and what its player says to that."""

from dataclasses import dataclass
from enum import StrEnum

from app.model.refusals import Malformed

LONGEST_REASON, LONGEST_APPEAL = 200, 1_000
"""In characters."""
MOST_APPEALS = 3
"""Appeals against one decision, one after another: who was refused may have forgotten to say something, twice."""


class Kind(StrEnum):
    """What was decided."""

    DISMISS = "dismiss"
    """The name that was reported may stay."""
    RENAME = "rename"
    RETITLE = "retitle"
    """The player's tournament has another name."""
    HIDE = "hide"
    """A result of a daily is off the boards."""
    SHOW = "show"
    """It is on them."""
    CLEAR = "clear"
    """A win in a race is as it should be."""
    UNDO = "undo"
    """An earlier decision does not hold."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the moderators' log; lines are only added to it."""

    id: str
    at: int
    moderator: str
    """Who decided: `operator` on the page, `command` by the command line."""
    kind: Kind
    player_id: str
    session_id: str | None
    """The result that it is about; None of names."""
    before: str
    """What was there: a name, a tournament's name, `held` or `shown` of a result, words about a win. It is empty once
    the account is deleted.
    """
    after: str
    """The new name; empty otherwise."""
    reason: str
    undoes: str | None = None
    """The decision that it takes back."""
    tournament_code: str | None = None
    """The tournament whose name it is about."""
    undone_at: int | None = None


@dataclass(frozen=True, slots=True)
class Appeal:
    """What a player says to a decision."""

    id: str
    decision_id: str
    player_id: str
    text: str
    made_at: int
    answer: str | None = None
    """What the moderator says to it; None while nobody has."""
    answered_at: int | None = None


def read_line(text: str, longest: int, what: str) -> str:
    """Return what somebody wrote as one line of at most that many characters; `what` names it in a refusal.

    Raises:
        Malformed: it is too long, or has characters that cannot be printed.
    """
    line = " ".join(text.split())
    if len(line) > longest:
        raise Malformed(f"{what} can have at most {longest} characters.")
    if not line.isprintable():
        raise Malformed(f"{what} can’t have invisible characters.")
    return line
