"""The themes of a puzzle, which a program finds in the way that is stored with it."""

from enum import StrEnum


class Theme(StrEnum):
    """A word for what happens on the way to the goal.

    A way *loses by* a kind of move if such a move is legal somewhere on it and proved to lose.
    """

    EMPTY_COLUMN = "empty-column"
    """The way takes the last card of a column, in a game where a space is of use."""
    FILL_SPACE = "fill-space"
    """The way lays a card into a space."""
    REVERSE_RUN = "reverse-run"
    """Three cards that lay on one another in a column end the other way round in another."""
    MOVE_SEQUENCE = "move-sequence"
    """The way moves several cards at once."""
    FREE_LOW_CARD = "free-low-card"
    """The goal's card is an Ace, a two or a three, with at least two cards on it at first."""
    DEEP_DIG = "deep-dig"
    """The goal's card has at least four cards on it at first."""
    COUNT_INTERVAL = "count-interval"
    """Foundations take any suit, and the way loses by sending a card home too soon or to the wrong foundation."""
    HOLD_BACK = "hold-back"
    """Foundations are in suit, and the way loses by sending a card home."""
    SPARE_CELLS = "spare-cells"
    """The way loses by putting a card into a cell."""
    SPARE_SPACE = "spare-space"
    """The way loses by laying a card into a space."""
