"""What a patience consists of: policies, the rules that name one of each, options and games.

A policy is an enum member, and a predicate below says what it means. No field of `Rules` has a default, so no game gets
a rule that nobody wrote down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import product

from engine.caching import cached
from engine.cards import ACE, COLOUR, KING, RANK, SUIT, Card

RULES_VERSION = 1
"""Stored in sessions, results and exports. A deal link without a version will always mean version 1."""


class Dealing(StrEnum):
    """The order in which the cards of a deck are laid out."""

    AS_IT_COMES = "as it comes"


class Build(StrEnum):
    """How cards are laid on one another in the tableau."""

    DOWN_IN_ALTERNATE_COLOURS = "down, alternate colours"
    DOWN_IN_ANY_SUIT = "down, any suit"
    UP_OR_DOWN_IN_SUIT = "up or down, in suit"
    NONE = "no building"


class Lift(StrEnum):
    """What may be taken from a column."""

    PACKED_SEQUENCE = "a packed sequence"
    TOP_CARD = "the top card"


class Space(StrEnum):
    """What may go to an empty column."""

    ANY_CARD = "any card"
    KING = "a King"
    NOTHING = "nothing"


class Foundation(StrEnum):
    """How foundations start and grow. Each is complete at thirteen cards."""

    FROM_ACE_IN_SUIT = "from the Ace up, in suit"
    FROM_DEALT_CARD_BY_ONES = "from its dealt card by ones, any suit"
    FROM_DEALT_CARD_BY_TWOS = "from its dealt card by twos, any suit"


COMPLETE = 13
"""Cards on a complete foundation."""
FOUNDATIONS = 4

_STEP = {Foundation.FROM_DEALT_CARD_BY_ONES: 1, Foundation.FROM_DEALT_CARD_BY_TWOS: 2}


def arrange(policy: Dealing, deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a deck as they are laid out: the columns row by row, the dealt foundations, the reserve."""
    match policy:
        case Dealing.AS_IT_COMES:
            return deck


def builds(policy: Build, card: Card, onto: Card) -> bool:
    """Return whether `card` may be laid on `onto` in the tableau.

    Building never turns the corner: no King goes on an Ace, nor an Ace on a King.

    >>> from engine.cards import card
    >>> builds(Build.DOWN_IN_ALTERNATE_COLOURS, card("TH"), card("JC"))
    True
    """
    match policy:
        case Build.DOWN_IN_ALTERNATE_COLOURS:
            return RANK[card] == RANK[onto] - 1 and COLOUR[card] != COLOUR[onto]
        case Build.DOWN_IN_ANY_SUIT:
            return RANK[card] == RANK[onto] - 1
        case Build.UP_OR_DOWN_IN_SUIT:
            return abs(RANK[card] - RANK[onto]) == 1 and SUIT[card] == SUIT[onto]
        case Build.NONE:
            return False


def fills(policy: Space, card: Card) -> bool:
    """Return whether `card`, alone or heading a packed sequence, may go to an empty column."""
    match policy:
        case Space.ANY_CARD:
            return True
        case Space.KING:
            return RANK[card] == KING
        case Space.NOTHING:
            return False


def starts(policy: Foundation, card: Card, foundation: int) -> bool:
    """Return whether `card` may start the empty foundation of that number (0 to 3: clubs, spades, hearts, diamonds)."""
    return policy is Foundation.FROM_ACE_IN_SUIT and RANK[card] == ACE and SUIT[card] == foundation


def follows(policy: Foundation, card: Card, top: Card) -> bool:
    """Return whether `card` comes next on an incomplete foundation whose top card is `top`.

    >>> from engine.cards import card
    >>> follows(Foundation.FROM_DEALT_CARD_BY_TWOS, card("AC"), card("QH"))  # the corner is turned
    True
    """
    match policy:
        case Foundation.FROM_ACE_IN_SUIT:
            return SUIT[card] == SUIT[top] and RANK[card] == RANK[top] + 1
        case Foundation.FROM_DEALT_CARD_BY_ONES | Foundation.FROM_DEALT_CARD_BY_TWOS:
            # Thirteen and two share no factor, so building by twos also visits every rank
            # once before it comes back to the base.
            return (RANK[card] - RANK[top] - _STEP[policy]) % COMPLETE == 0


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """One complete set of rules, with every option settled.

    Two sets are equal only if they are the same object, so looking up their tables costs nothing. `Game.settle`
    returns the same object for the same options.
    """

    dealing: Dealing
    columns: tuple[int, ...]
    """Cards dealt to each column, left to right."""
    face_down_rows: tuple[int, ...]
    """Rows of the tableau dealt face down, counted from 0 at the bottom of a column."""
    build: Build
    lift: Lift
    space: Space
    cells: int
    """Places for one card each."""
    reserve: int
    """Piles dealt one card each, which take no cards."""
    foundation: Foundation

    @property
    def foundations_dealt(self) -> int:
        """Number of cards dealt to the foundations."""
        return 0 if self.in_suit else FOUNDATIONS

    @property
    def in_suit(self) -> bool:
        """Whether each foundation belongs to one suit."""
        return self.foundation is Foundation.FROM_ACE_IN_SUIT


class InvalidOption(ValueError):
    """Raised when an option has no such value, or when an option without a default is missing."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """A choice that sets one field of the rules."""

    name: str
    field: str
    values: Mapping[str, object]
    """The field's value for each value of the option, the usual one first."""
    default: str | None
    """The value if nobody names one; None if the player has to choose."""


@dataclass(frozen=True, eq=False, slots=True)
class Variant:
    """A game with a value for every option.

    Only `Game.settle` makes variants, the same object for the same values. All functions that draw deals or begin games
    take a variant, so mypy keeps unchecked or missing options, and options of another game, away from them.
    """

    game: "Game"
    options: Mapping[str, str]
    """The value of each option, in the order of the names."""
    rules: Rules

    @property
    def text(self) -> str:
        """The options as links and the database write them."""
        return _text_of(self)

    def __str__(self) -> str:
        return " ".join([self.game.slug, *(f"{name}={value}" for name, value in self.options.items())])


@cached()
def _text_of(variant: Variant) -> str:
    return options_text(variant.options)


def options_text(options: Mapping[str, str]) -> str:
    """Write options as sorted `k=v` joined by `&`.

    >>> options_text({"cell": "one"})
    'cell=one'
    """
    return "&".join(f"{name}={value}" for name, value in sorted(options.items()))


def read_options(text: str) -> dict[str, str]:
    """Read what `options_text` wrote, without checking it against a game. Raise `ValueError` for another text."""
    return dict(pair.split("=") for pair in text.split("&")) if text else {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A patience under its own name."""

    slug: str
    name: str
    character: str
    """What the game is like, in one line."""
    rules: Rules
    options: tuple[Option, ...]

    def settle(self, given: Mapping[str, str]) -> Variant:
        """Return the variant of the game that has the values `given`.

        It ignores names that the game does not know.

        Raises:
            InvalidOption: a value is unknown, or an option without a default is left out.
        """
        settled = {}
        for option in sorted(self.options, key=lambda option: option.name):
            value = given.get(option.name, option.default)
            choices = " or ".join(option.values)
            if value is None:
                raise InvalidOption(f"{self.name} needs the option “{option.name}”: {choices}.")
            if value not in option.values:
                raise InvalidOption(f"The option “{option.name}” of {self.name} is {choices}.")
            settled[option.name] = value
        key = tuple(settled.items())
        if key not in self._variants:
            fields: dict[str, object] = {option.field: option.values[settled[option.name]] for option in self.options}
            self._variants[key] = Variant(self, settled, replace(self.rules, **fields))  # type: ignore[arg-type]
        return self._variants[key]

    @property
    def asked(self) -> Option | None:
        """The option that players choose for each playing once they see the deal, or None if the game has none."""
        return next((option for option in self.options if option.default is None), None)

    def option(self, name: str) -> Option:
        """Return the option of this name, which the game must have."""
        return next(option for option in self.options if option.name == name)

    def variants(self, given: Mapping[str, str]) -> list[Variant]:
        """List the variants of the game that have the values `given`.

        Raises:
            InvalidOption: one of these values is unknown.
        """
        values = (option.values if option.name not in given else (given[option.name],) for option in self.options)
        names = [option.name for option in self.options]
        return [self.settle(dict(zip(names, chosen, strict=True))) for chosen in product(*values)]

    @cached_property
    def _variants(self) -> dict[tuple[tuple[str, str], ...], Variant]:
        return {}
