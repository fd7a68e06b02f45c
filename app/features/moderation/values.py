"""Reports of names, the decisions of moderators about names and results, and the appeals of players against them."""

from dataclasses import dataclass
from enum import StrEnum

from app.people.venues import Venue

LONGEST_REASON, LONGEST_APPEAL = 200, 1_000
"""In characters."""
MOST_APPEALS = 3
"""Appeals against one decision, one after another: a player may forget to say something, even twice."""


class Reason(StrEnum):
    """Why somebody reports a name."""

    OFFENDS = "offends"
    PRETENDS = "pretends"
    OTHER = "other"


class DecisionKind(StrEnum):
    """The kinds of decision."""

    DISMISS = "dismiss"
    """The reported name of a player or a venue may stay."""
    RENAME = "rename"
    RETITLE = "retitle"
    """The player's venue gets another name."""
    HIDE = "hide"
    """A result of a daily leaves the boards."""
    SHOW = "show"
    """A result of a daily returns to the boards."""
    CLEAR = "clear"
    """Nothing is wrong with a win in a race."""
    SIGN_OUT = "sign-out"
    """The player has to sign in again everywhere."""
    CLOSE = "close"
    """Nobody gets into the player's account."""
    UNDO = "undo"
    """An earlier decision no longer holds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the moderators' log, to which we only ever add."""

    id: str
    at: int
    moderator: str
    """Who decided: `operator` on the page, `command` on the command line."""
    kind: DecisionKind
    player_id: str
    session_id: str | None
    """The result that it is about; None for names."""
    before: str
    """What was there: the name of a player or a venue, `held` or `shown` for a result, or words about a win. Deleting
    the account empties names."""
    after: str
    """The new name; empty otherwise."""
    reason: str
    undoes: str | None = None
    """The decision that it takes back."""
    venue: Venue | None = None
    """The venue whose name it is about."""
    undone_at: int | None = None


@dataclass(frozen=True, slots=True)
class Appeal:
    """A player's appeal against a decision."""

    id: str
    decision_id: str
    player_id: str
    text: str
    made_at: int
    answer: str | None = None
    """The moderator's answer; None until there is one."""
    answered_at: int | None = None
