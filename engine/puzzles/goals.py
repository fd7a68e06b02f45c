"""Goals of puzzles: a card to bring home, columns to empty, a card to dig out.

A goal has a name and a value: two words in a line of text, `home 7H`, and a pair in JSON, `{"home": "7H"}`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import TEXT, Card, InvalidCard, card
from engine.position import Position, layout
from engine.rules import Rules


class InvalidGoal(ValueError):
    """Raised when a text or JSON does not describe a goal."""


@dataclass(frozen=True, slots=True)
class CardHome:
    """The card lies on a foundation."""

    card: Card


@dataclass(frozen=True, slots=True)
class Spaces:
    """At least this many columns are empty at once."""

    number: int


@dataclass(frozen=True, slots=True)
class Uncovered:
    """No card lies on this one in a column: it is the top card of a column, or lies elsewhere."""

    card: Card


Goal: TypeAlias = CardHome | Spaces | Uncovered


def is_reached(rules: Rules, position: Position, goal: Goal) -> bool:
    """Return whether a position reaches a goal."""
    table = layout(rules)
    match goal:
        case CardHome(wanted):
            return any(wanted in position.piles[at] for at in table.foundations)
        case Spaces(number):
            return sum(not position.piles[at] for at in table.columns) >= number
        case Uncovered(wanted):
            return all(wanted not in position.piles[at][:-1] for at in table.columns)


def goal_from(written: Mapping[str, object]) -> Goal:
    """Return the goal that JSON describes.

    >>> goal_from({"home": "7H"}) == CardHome(card("7H"))
    True

    Raises:
        InvalidGoal: the JSON does not describe a goal.
    """
    match list(written.items()):
        case [("home", str(text))]:
            return CardHome(_card(text))
        case [("uncover", str(text))]:
            return Uncovered(_card(text))
        case [("space", int(number))] if number > 0 and number is not True:
            return Spaces(number)
    raise InvalidGoal("A goal is a card to bring home, a number of spaces or a card to uncover.")


def goal_document(goal: Goal) -> dict[str, str | int]:
    """Return a goal as JSON describes it.

    >>> goal_document(Spaces(2))
    {'space': 2}
    """
    match goal:
        case CardHome(wanted):
            return {"home": TEXT[wanted]}
        case Spaces(number):
            return {"space": number}
        case Uncovered(wanted):
            return {"uncover": TEXT[wanted]}


def goal_text(goal: Goal) -> str:
    """Write a goal as two words, for storing.

    >>> goal_text(Uncovered(card("4C")))
    'uncover 4C'
    """
    [(name, value)] = goal_document(goal).items()
    return f"{name} {value}"


def read_goal(text: str) -> Goal:
    """Read what `goal_text` wrote, and nothing else.

    Raises:
        InvalidGoal: the text is not a goal.
    """
    name, _, value = text.partition(" ")
    is_number = name == "space" and value.isascii() and value.isdecimal() and len(value) < 3
    goal = goal_from({name: int(value) if is_number else value})
    if goal_text(goal) != text:
        raise InvalidGoal("Write the goal in its usual form, such as “home 7H”.")
    return goal


def _card(text: str) -> Card:
    try:
        return card(text)
    except InvalidCard as unknown:
        raise InvalidGoal(str(unknown)) from None
