"""A pile as its viewer may see it, and its markup.

This hides face-down cards first; everything else (comparing, drawing) comes after. It puts the markup of cards
together from parts made once, because every move draws some.
"""

from collections.abc import Mapping

from markupsafe import Markup

from app.play.values.session import Session
from app.web.assets import asset
from engine.caching import cached
from engine.cards import CARDS, COLOUR, COLOUR_NAMES, NAME, RANK, RANK_NAMES, RANKS, SUIT, SUIT_NAMES, TEXT, Card
from engine.position import Pile, PileId, Position, face_down_rows, face_up, layout
from engine.rules import COMPLETE, Build, Rules
from engine.tables import tables

HIDDEN = -1
"""Stands where a face-down card lies."""

_STEP = 3
"""How many cards a table makes room for at a time, four times at most: a King's whole sequence has thirteen."""

Seen = tuple[int, ...]
"""The cards of a pile as its viewer sees them, top card last."""


def seen_piles(rules: Rules, position: Position) -> tuple[Seen, ...]:
    """Return every pile as its viewer may see it."""
    if not any(position.face_down):
        return position.piles
    columns = layout(rules).columns
    return (*[seen_pile(rules, position, at) for at in columns], *position.piles[columns.stop :])


def piles_at(session: Session, position: Position) -> tuple[Seen, ...]:
    """Return every pile of a session in a position as its player may see it: whoever has a task knows every card."""
    return seen_piles(session.variant.rules, face_up(position) if session.has_task else position)


def seen_pile(rules: Rules, position: Position, at: int) -> Seen:
    """Return the pile at an index of the layout as its viewer may see it."""
    cards, hidden = position.piles[at], face_down_rows(rules, position, at)
    return _cover(cards, hidden) if hidden else cards


# A move leaves most columns alone, so most are in the cache.
@cached(1 << 12)
def _cover(cards: Pile, hidden: tuple[int, ...]) -> Seen:
    return tuple([HIDDEN if row in hidden else card for row, card in enumerate(cards)])


_WITH_CELLS = {1: "with-cells", 3: "with-3-cells", 4: "with-4-cells"}


@cached()
def measures(rules: Rules) -> str:
    """Return the classes that tell board.css the shape of a table: its columns, its cells, how its reserve lies.

    The style sheet could find this out by `:has`, but then a browser would check it again with every move.
    """
    across = len(rules.columns)
    shape = [f"columns-{across}", f"deal-{max(rules.columns)}"]
    if rules.reserve:
        shape.append("with-reserve")
    shape += [name for least, name in _WITH_CELLS.items() if rules.cells >= least]
    if rules.reserve > across:
        shape.append(f"courses course-{(rules.reserve + 1) // 2}")
    if not rules.in_suit:
        shape.append("counted")
    if (across, rules.cells, rules.reserve) == (10, 0, 0):
        shape.append("winged")
    return " ".join(shape)


def room_for(rules: Rules, tallest: int) -> int:
    """Return how many cards the columns of a table have room for if the tallest holds `tallest` cards.

    It grows in steps, so cards seldom change their size; a column one card taller closes up instead. `roomFor` in
    static/table/geometry.js does the same as a game goes on.

    >>> from engine.games import GAMES
    >>> [room_for(GAMES["stronghold"].rules, tallest) for tallest in (0, 7, 11, 12, 14, 15, 19)]
    [10, 10, 10, 13, 13, 16, 19]
    """
    dealt = max(rules.columns)
    if rules.build is Build.NONE:
        return dealt
    return next(room for room in range(dealt + _STEP, dealt + 5 * _STEP, _STEP) if tallest <= room + 1)


def card_texts(cards: Seen) -> list[str]:
    """Write cards as seen, `??` for those face down.

    >>> card_texts((35, HIDDEN))
    ['TH', '??']
    """
    return ["??" if card == HIDDEN else TEXT[card] for card in cards]


def pile_markup(
    rules: Rules,
    at: int,
    cards: Seen,
    marks: Mapping[int, str] | None = None,
    target: str | None = None,
    oob: str = "",
) -> Markup:
    """Draw the pile at an index of the layout.

    `marks` holds further classes for cards. `target` is the text of the move that brings the chosen cards to this
    pile, if there is one. `oob` is an attribute for the section.
    """
    pile_id, kind, label, place = _place(rules, at)
    count = ""
    if cards and pile_id[0] == "f" and not rules.in_suit:
        count, place = _describe_foundation(rules, cards[-1], len(cards), place)
    if not cards:
        inside = _space(pile_id, place, target, _awaited_suit(rules, at))
    elif pile_id[0] == "f":
        drawn = _courses() if len(cards) == COMPLETE else _UNDER
        under = "".join([drawn[card] for card in cards[:-1]])
        inside = under + _controls(pile_id, place, cards[-1:], marks, target)
    else:
        inside = _controls(pile_id, place, cards, marks, target)
    return Markup(
        f'<section id="pile-{pile_id}" class="pile {kind} n{len(cards)}" data-pile="{pile_id}" '
        f'data-name="{label}"{count}{oob}>{inside}</section>\n'
    )


def place_name(rules: Rules, at: int) -> str:
    """Return the name of the pile at an index of the layout for use within a sentence, such as `column 3`."""
    return _place(rules, at)[3]


@cached()
def _describe_foundation(rules: Rules, top: Card, size: int, place: str) -> tuple[str, str]:
    """Describe what a foundation that does not begin at the Ace takes next, and how many cards it holds.

    Return this as attributes for the style sheet, and in words with the place.
    """
    following = tables(rules).follows[top]
    if size == COMPLETE or not following:
        return f' data-home="{size}"', f"{place}, complete"
    rank = RANK[next(iter(following))]
    shown = RANKS[rank - 1].replace("T", "10")
    words = f"{place}, next rank {RANK_NAMES[rank - 1]}, {size} of {COMPLETE} home"
    return f' data-next="{shown}" data-home="{size}"', words


_UNDER = tuple(
    f'<button type="button" class="card under" data-card="{TEXT[card]}" disabled aria-hidden="true"></button>'
    for card in CARDS
)


@cached()
def _courses() -> list[str]:
    """Draw each card as it lies in a complete foundation, of which a won table shows every card."""
    return [
        f'<button type="button" class="card under" data-card="{text}" disabled aria-hidden="true">'
        f"{_picture(text)}</button>"
        for text in TEXT
    ]


def _controls(pile_id: PileId, place: str, cards: Seen, marks: Mapping[int, str] | None, target: str | None) -> str:
    """Draw cards, each a button that lifts it with those above; the top one may be a target."""
    faces, spots, drawn = _faces(), _spots(pile_id, place, len(cards)), []
    for row, card in enumerate(cards):
        looks, identity, name, picture = _back(pile_id, row) if card == HIDDEN else faces[card]
        does, where = spots[row]
        mark = marks.get(card, "") if marks else ""
        if target and row == len(cards) - 1:
            does, mark = f'form="play" name="move" value="{target}"', f"{mark} target"
        drawn.append(f"{looks}{mark}{identity}{does}{name}{where}{picture}")
    return "".join(drawn)


@cached()
def _spots(pile_id: PileId, place: str, size: int) -> list[tuple[str, str]]:
    """For each card of a pile of that size, return what its button does, and its place in words."""
    return [
        (f'name="from" value="{pile_id}:{size - row + 1}"', f"{row} of {size}, {place}" if size > 1 else place)
        for row in range(1, size + 1)
    ]


_Face = tuple[str, str, str, str]
"""A card's markup in four parts: up to its marks, up to what it does, up to where it lies, and the rest."""


@cached()
def _faces() -> list[_Face]:
    return [
        _face(f"{COLOUR_NAMES[COLOUR[card]]} {SUIT_NAMES[SUIT[card]]}", f"card-{text}", text, NAME[card], text)
        for card, text in enumerate(TEXT)
    ]


@cached()
def _back(pile_id: PileId, row: int) -> _Face:
    return _face("back", f"down-{pile_id}-{row}", "??", "face down", "back")


def _face(looks: str, identity: str, text: str, name: str, picture: str) -> _Face:
    return (
        f'<button aria-roledescription="card" class="card {looks}',
        f'" id="{identity}" data-card="{text}" ',
        f' aria-label="{name}, ',
        f'">{_picture(picture)}</button>',
    )


def _picture(symbol: str) -> str:
    return f'<svg viewBox="0 0 250 350" aria-hidden="true"><use href="{asset("cards.svg")}#{symbol}"/></svg>'


def _space(pile_id: PileId, place: str, target: str | None, suit: str) -> str:
    does, mark = 'type="button"', ""
    if target:
        does, mark = f'form="play" name="move" value="{target}"', " target"
    classes = f"space{suit}{mark}"
    return (
        f'<button {does} class="{classes}" id="space-{pile_id}" data-space aria-roledescription="pile" '
        f'aria-label="empty, {place}"></button>'
    )


def _awaited_suit(rules: Rules, at: int) -> str:
    foundations = layout(rules).foundations
    if at not in foundations or not rules.in_suit:
        return ""
    return f" {SUIT_NAMES[at - foundations.start]}"


@cached()
def _place(rules: Rules, at: int) -> tuple[PileId, str, str, str]:
    """Return a pile's id, its class, its label and its name within a sentence."""
    pile_id = layout(rules).ids[at]
    number = int(pile_id[1:]) + 1
    match pile_id[0]:
        case "t":
            return pile_id, "column", f"Column {number}", f"column {number}"
        case "c":
            return pile_id, "cell", f"Cell {number}", f"cell {number}"
        case "r":
            return pile_id, "reserve-card", f"Reserve {number}", f"reserve {number}"
        case _:
            suit = f"of {SUIT_NAMES[number - 1]}" if rules.in_suit else str(number)
            return pile_id, "foundation", f"Foundation {suit}", f"foundation {suit}"
