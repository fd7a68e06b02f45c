"""Legality of a move, stated once.

Everything else that speaks of legality (the list offered to a player, the refusal shown on the page, the solver's
generator) is derived from here or tested against it.

    InvalidMove   the text is not a move
    IllegalMove   the move is not legal now; its `objection` says why
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import partial
from itertools import accumulate

from engine.caching import cached
from engine.cards import Card
from engine.deals import Deck
from engine.position import Layout, PileId, Position, deal, face_down_rows, layout, unordered_key
from engine.rules import COMPLETE, Build, Foundation, Lift, Rules, Space
from engine.tables import Tables, tables

_MOVE = re.compile(r"([tfcr](?:0|[1-9][0-9]*))-([tfcr](?:0|[1-9][0-9]*))(?::([1-9][0-9]*))?", re.ASCII)
_LONGEST_MOVE = 40


@dataclass(frozen=True, slots=True)
class Move:
    """Take the top `count` cards of one pile to another.

    >>> str(Move("t3", "t5", 4)), str(Move("t3", "t5"))
    ('t3-t5:4', 't3-t5')
    """

    source: PileId
    target: PileId
    count: int = 1

    def __str__(self) -> str:
        return f"{self.source}-{self.target}" + (f":{self.count}" if self.count > 1 else "")

    @classmethod
    def read(cls, text: str) -> "Move":
        """Read a move text, or raise `InvalidMove`."""
        match = _MOVE.fullmatch(text) if len(text) <= _LONGEST_MOVE else None
        if match is None:
            raise InvalidMove("Write a move like t3-t5, or t3-t5:4 for four cards.")
        return cls(match[1], match[2], int(match[3] or 1))


def read_moves(text: str) -> tuple[Move, ...]:
    """Read moves with blanks between them, or raise `InvalidMove`."""
    return tuple(map(Move.read, text.split()))


class InvalidMove(ValueError):
    """Raised when a text is not a move."""


class IllegalMove(ValueError):
    """Raised when a move is not legal in its position."""

    def __init__(self, objection: "Objection", move: Move) -> None:
        super().__init__(objection.value)
        self.objection = objection
        self.move = move


class Objection(Enum):
    """Why a move is illegal, each reason as a sentence for the player."""

    NO_SUCH_PILE = "This game has no such pile."
    SAME_PILE = "A move needs two different piles."
    NOTHING_THERE = "There is no card to take from there."
    TOO_FEW_CARDS = "That pile doesn’t have that many cards."
    FOUNDATION_KEEPS = "A card on a foundation stays there."
    ONE_AT_A_TIME = "In this game, cards move one at a time."
    FACE_DOWN = "You can’t move a face-down card."
    NOT_PACKED = "Those cards are not a packed sequence, so they don’t move together."
    RESERVE_TAKES_NOTHING = "Nothing goes into the reserve."
    CELL_TAKES_ONE = "A cell takes one card at a time."
    CELL_TAKES_FROM_COLUMNS = "A cell takes only the top card of a column."
    CELL_IS_TAKEN = "That cell already holds a card."
    FOUNDATION_TAKES_ONE = "Cards go to a foundation one at a time."
    FOUNDATION_STARTS = "An empty foundation starts with the Ace of its suit."
    FOUNDATION_FOLLOWS_IN_SUIT = "A foundation takes the next higher card of its suit."
    FOUNDATION_FOLLOWS_BY_ONES = "This foundation takes the card one rank up, whatever its suit."
    FOUNDATION_FOLLOWS_BY_TWOS = "This foundation takes the card two ranks up, whatever its suit."
    FOUNDATION_IS_COMPLETE = "That foundation is complete."
    SPACE_TAKES_KINGS = "Only a King may fill a space."
    SPACE_STAYS_EMPTY = "A space stays empty in this game."
    BUILD_DOWN_IN_ALTERNATE_COLOURS = "Columns build down in alternate colours."
    BUILD_DOWN_IN_ANY_SUIT = "Columns build down by one rank, whatever the suit."
    BUILD_UP_OR_DOWN_IN_SUIT = "Columns build up or down by one rank, in suit."
    NO_BUILDING = "In this game, nothing goes on a column."


BUILD_OBJECTIONS = {
    Build.DOWN_IN_ALTERNATE_COLOURS: Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS,
    Build.DOWN_IN_ANY_SUIT: Objection.BUILD_DOWN_IN_ANY_SUIT,
    Build.UP_OR_DOWN_IN_SUIT: Objection.BUILD_UP_OR_DOWN_IN_SUIT,
    Build.NONE: Objection.NO_BUILDING,
}
SPACE_OBJECTIONS = {Space.KING: Objection.SPACE_TAKES_KINGS, Space.NOTHING: Objection.SPACE_STAYS_EMPTY}
FOUNDATION_OBJECTIONS = {
    Foundation.FROM_ACE_IN_SUIT: Objection.FOUNDATION_FOLLOWS_IN_SUIT,
    Foundation.FROM_DEALT_CARD_BY_ONES: Objection.FOUNDATION_FOLLOWS_BY_ONES,
    Foundation.FROM_DEALT_CARD_BY_TWOS: Objection.FOUNDATION_FOLLOWS_BY_TWOS,
}


class Outcome(StrEnum):
    """What a position comes to: whether play goes on."""

    PLAYING = "playing"
    STUCK = "stuck"
    """No legal move is left, except moves that only rename columns."""
    WON = "won"


def objection(rules: Rules, position: Position, move: Move) -> Objection | None:
    """Return why the move is not legal, or None if it is."""
    table = layout(rules)
    source, target = table.index.get(move.source), table.index.get(move.target)
    if source is None or target is None:
        return Objection.NO_SUCH_PILE
    if source == target:
        return Objection.SAME_PILE
    return _lift_objection(rules, position, source, move.count) or _target_objection(
        rules, position, source, target, move.count
    )


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """List every legal move, including moves that only rename columns.

    Moves to different empty columns, cells or foundations are different moves.
    """
    table, tabled, piles = layout(rules), tables(rules), position.piles
    # As `_acceptable` says, but every move asks this of every column.
    onto, into_space = tabled.onto, tabled.into_space
    columns = [(at, onto[piles[at][-1]] if piles[at] else into_space) for at in table.columns]
    homes = [(at, _acceptable(table, tabled, position, at)) for at in table.foundations]
    free_cells = [at for at in table.cells if not piles[at]]
    # Most cards fit no pile, and checking all piles at once is quicker.
    at_home, in_columns = (frozenset().union(*[takes for _, takes in places]) for places in (homes, columns))
    moves: list[Move] = []
    for source in table.columns:
        cards = piles[source]
        if not cards:
            continue
        made = _moves_from(rules, source)
        if cards[-1] in at_home:
            moves += [made[target][0] for target, takes in homes if cards[-1] in takes]
        if free_cells:
            moves += [made[target][0] for target in free_cells]
        most = 1 if rules.lift is Lift.TOP_CARD else liftable(rules, position, source)
        for count in range(1, most + 1):
            head = cards[-count]
            if head in in_columns:
                moves += [made[target][count - 1] for target, takes in columns if head in takes and target != source]
    receivers = homes + columns
    for source in (*table.cells, *table.reserve):
        if piles[source]:
            made, top = _moves_from(rules, source), piles[source][-1]
            moves += [made[target][0] for target, takes in receivers if top in takes]
    return moves


def distinct_moves(rules: Rules, position: Position) -> dict[Move, Position]:
    """Return the legal moves with the positions they lead to, one for all that differ only in the order of piles.

    So there is one move only to several spaces, free cells or equal foundations.
    """
    found: dict[tuple[object, ...], tuple[Move, Position]] = {}
    for move in legal_moves(rules, position):
        reached = after(rules, position, move)
        found.setdefault(unordered_key(rules, reached), (move, reached))
    return dict(found.values())


def apply(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after the move, or raise `IllegalMove`.

    A card that the move uncovers turns up with it.
    """
    if refused := objection(rules, position, move):
        raise IllegalMove(refused, move)
    return after(rules, position, move)


def after(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after one of the `legal_moves`. After any other move, the result is undefined."""
    table = layout(rules)
    source, target = table.index[move.source], table.index[move.target]
    piles, face_down = list(position.piles), position.face_down
    taken = piles[source][-move.count :]
    left = piles[source] = piles[source][: -move.count]
    piles[target] += taken
    if left and len(left) - 1 in face_down_rows(rules, position, source):
        face_down = (*face_down[:source], face_down[source] - 1, *face_down[source + 1 :])
    return Position(tuple(piles), face_down)


def along(rules: Rules, position: Position, moves: Iterable[Move]) -> list[Position]:
    """Return a position, and those after each of these moves from there. Raise `IllegalMove` at an illegal one."""
    return list(accumulate(moves, partial(apply, rules), initial=position))


def replay(rules: Rules, deck: Deck, moves: Iterable[Move]) -> Position:
    """Return the position after these moves from the deal. Raise `IllegalMove` at the first illegal one."""
    return along(rules, deal(rules, deck), moves)[-1]


def outcome(rules: Rules, position: Position, legal: Sequence[Move]) -> Outcome:
    """Return what the position comes to, given the `legal_moves` in it."""
    if is_won(rules, position):
        return Outcome.WON
    if all(renames(rules, position, move) for move in legal):
        return Outcome.STUCK
    return Outcome.PLAYING


def is_won(rules: Rules, position: Position) -> bool:
    """Return whether every card is on a foundation."""
    return all(len(position.piles[at]) == COMPLETE for at in layout(rules).foundations)


def renames(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a legal move takes a whole column to a space.

    Such a move only renames two columns. It is legal, but it does not count when we ask whether the player is stuck.
    """
    index, columns = layout(rules).index, layout(rules).columns
    source, target = index[move.source], index[move.target]
    return (
        target in columns
        and source in columns
        and not position.piles[target]
        and len(position.piles[source]) == move.count
    )


def liftable(rules: Rules, position: Position, at: int) -> int:
    """Count the cards that may be lifted together from the column at index `at` of the layout.

    Any run that ends at the top card may be lifted, so this is the most.
    """
    cards = position.piles[at]
    if rules.lift is Lift.TOP_CARD or len(cards) < 2:
        return min(len(cards), 1)
    onto, lowest = tables(rules).onto, len(cards) - 1
    hidden = face_down_rows(rules, position, at)
    while lowest > 0 and cards[lowest] in onto[cards[lowest - 1]] and lowest - 1 not in hidden:
        lowest -= 1
    return len(cards) - lowest


def _acceptable(table: Layout, tabled: Tables, position: Position, at: int) -> frozenset[Card]:
    """Return the cards that a column or foundation takes, alone or as the lowest of several lifted together."""
    cards = position.piles[at]
    if at in table.columns:
        return tabled.onto[cards[-1]] if cards else tabled.into_space
    if not cards:
        return tabled.starts[at - table.foundations.start]
    return tabled.follows[cards[-1]] if len(cards) < COMPLETE else frozenset()


def _lift_objection(rules: Rules, position: Position, source: int, count: int) -> Objection | None:
    table, cards = layout(rules), position.piles[source]
    if source in table.foundations:
        return Objection.FOUNDATION_KEEPS
    if not cards:
        return Objection.NOTHING_THERE
    if count == 1:
        return None
    if not 1 <= count <= len(cards):
        return Objection.TOO_FEW_CARDS
    if rules.lift is Lift.TOP_CARD:
        return Objection.ONE_AT_A_TIME
    if any(row >= len(cards) - count for row in face_down_rows(rules, position, source)):
        return Objection.FACE_DOWN
    if count > liftable(rules, position, source):
        return Objection.NOT_PACKED
    return None


def _target_objection(rules: Rules, position: Position, source: int, target: int, count: int) -> Objection | None:
    table = layout(rules)
    if target in table.reserve:
        return Objection.RESERVE_TAKES_NOTHING
    if target in table.cells:
        if source not in table.columns:
            return Objection.CELL_TAKES_FROM_COLUMNS
        if position.piles[target]:
            return Objection.CELL_IS_TAKEN
        return Objection.CELL_TAKES_ONE if count > 1 else None
    if target in table.foundations and count > 1:
        return Objection.FOUNDATION_TAKES_ONE
    if position.piles[source][-count] in _acceptable(table, tables(rules), position, target):
        return None
    if target in table.foundations:
        return _foundation_objection(rules, position, target)
    return BUILD_OBJECTIONS[rules.build] if position.piles[target] else SPACE_OBJECTIONS[rules.space]


def _foundation_objection(rules: Rules, position: Position, target: int) -> Objection:
    cards = position.piles[target]
    if not cards:
        return Objection.FOUNDATION_STARTS
    if len(cards) == COMPLETE:
        return Objection.FOUNDATION_IS_COMPLETE
    return FOUNDATION_OBJECTIONS[rules.foundation]


@cached()
def _moves_from(rules: Rules, source: int) -> tuple[tuple[Move, ...], ...]:
    """Return every `Move` from the pile at index `source`, by target and by count less one. Make each only once."""
    ids = layout(rules).ids
    return tuple(tuple(Move(ids[source], target, count) for count in range(1, COMPLETE + 1)) for target in ids)
