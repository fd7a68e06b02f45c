"""What racers can say to one another after a race: a few fixed reactions, so that nobody can be rude."""

from enum import StrEnum
from typing import NamedTuple


class Reaction(StrEnum):
    """A reaction, by the word that forms and programs send."""

    WELL_PLAYED = "well-played"
    WHAT_A_FINISH = "what-a-finish"
    SO_CLOSE = "so-close"
    GOOD_LUCK = "good-luck"
    THANKS = "thanks"


REACTIONS = {
    Reaction.WELL_PLAYED: "Well played!",
    Reaction.WHAT_A_FINISH: "What a finish!",
    Reaction.SO_CLOSE: "So close!",
    Reaction.GOOD_LUCK: "Good luck!",
    Reaction.THANKS: "Thanks for the race!",
}
"""What each says."""


class Reacted(NamedTuple):
    """A reaction of somebody in a race. Nobody stores it."""

    code: str
    name: str
    """The name in the race of whoever reacted."""
    reaction: Reaction
