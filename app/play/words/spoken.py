"""What the page says about a turn, once the board shows it."""

from app.core.words import listed
from app.play.table.piles import HIDDEN, Seen, place_name, seen_pile
from app.play.values.session import Turn
from engine.cards import NAME, Card
from engine.position import Position, layout
from engine.record import Do, Status

_FEW = 3
"""If more cards than this moved, the page counts them instead of naming them."""
_MOVED = {
    Do.MOVE: "Moved {cards} to {place}.",
    Do.UNDO: "Moved {cards} back to {place}.",
    Do.REDO: "Moved {cards} to {place} again.",
}
_MOVED_HOME = {
    Do.MOVE: "Moved {count} cards to the foundations.",
    Do.UNDO: "Moved {count} cards back to the foundations.",
    Do.REDO: "Moved {count} cards to the foundations again.",
}
_MOVED_BACK = "Moved {count} cards back to where they lay."
_ENDINGS: dict[str, str] = {
    Status.STUCK: "No legal moves are left.",
    Status.WON: "You have won.",
    Status.GIVEN_UP: "The game was given up.",
}


def describe_turn(turn: Turn) -> str:
    """Describe what a turn did and how the game now stands; empty if nothing was done.

    This skips cards that only waited elsewhere on the way, and never names a face-down card.
    """
    if turn.did is None:
        return ""
    said = []
    if turn.did is not Do.GIVE_UP:
        said += [*_arrivals(turn, turn.did), *_turns(turn)]
    if turn.did is Do.MOVE and turn.session.status is not Status.WON:
        said += _left_open(turn)
    if ending := _ENDINGS.get(turn.session.status):
        said.append(ending)
    return " ".join(said)


def _arrivals(turn: Turn, did: Do) -> list[str]:
    """Name the cards that went anywhere and where, those on foundations last."""
    foundations = layout(turn.rules).foundations
    home: dict[str, list[Card]] = {}
    elsewhere: dict[str, list[Card]] = {}
    for at, (old, new) in enumerate(zip(turn.before.piles, turn.after.piles, strict=True)):
        if old is new or new == old[: len(new)]:
            continue
        seen = seen_pile(turn.rules, turn.after, at)
        arrived = [card for card in seen if card != HIDDEN and card not in old]
        if arrived and at in foundations:
            place = "the foundation" if turn.rules.in_suit else place_name(turn.rules, at)
            home.setdefault(place, []).extend(arrived)
        elif arrived:
            elsewhere[place_name(turn.rules, at)] = arrived
    return [*_where_else(elsewhere, turn, did), *_home(home, did)]


def _where_else(arrived: dict[str, list[Card]], turn: Turn, did: Do) -> list[str]:
    # Only an undo that takes back many automatic moves reaches more than a few places.
    if len(arrived) > _FEW:
        return [_MOVED_BACK.format(count=sum(map(len, arrived.values())))]
    return [_MOVED[did].format(cards=_run(cards, turn.before), place=place) for place, cards in arrived.items()]


def _home(arrived: dict[str, list[Card]], did: Do) -> list[str]:
    count = sum(map(len, arrived.values()))
    if count > _FEW:
        return [_MOVED_HOME[did].format(count=count)]
    return [
        _MOVED[did].format(cards=listed([NAME[card] for card in cards]), place=place)
        for place, cards in arrived.items()
    ]


def _run(cards: list[Card], before: Position) -> str:
    if len(cards) == 1:
        return NAME[cards[0]]
    # Poured card by card, a sequence comes to lie the other way round.
    was = next(pile for pile in before.piles if cards[0] in pile)
    turned = cards[-1] in was and was.index(cards[-1]) < was.index(cards[0])
    return f"{NAME[cards[0]]} and {len(cards) - 1} more" + (", turned round," if turned else "")


def _left_open(turn: Turn) -> list[str]:
    """Name the open cards that nothing covers any more, and the columns that are empty now."""
    uncovered, emptied = list[str](), list[str]()
    for at in layout(turn.rules).columns:
        old, new = seen_pile(turn.rules, turn.before, at), seen_pile(turn.rules, turn.after, at)
        if len(new) >= len(old) or new != old[: len(new)]:
            continue
        if not new:
            emptied.append(place_name(turn.rules, at))
        elif new[-1] != HIDDEN:
            uncovered.append(NAME[new[-1]])
    said = [f"Uncovered {listed(uncovered)}."] if 0 < len(uncovered) <= _FEW else []
    return said + ([f"Emptied {listed(emptied)}."] if 0 < len(emptied) <= _FEW else [])


def _turns(turn: Turn) -> list[str]:
    """Name the cards that were turned up, and the piles where cards lie face down again."""
    up, down = [], []
    for at, counts in enumerate(zip(turn.before.face_down, turn.after.face_down, strict=True)):
        if counts[0] != counts[1]:
            before, after = (seen_pile(turn.rules, position, at) for position in (turn.before, turn.after))
            place = place_name(turn.rules, at)
            up += [f"Turned up {NAME[card]} in {place}." for card in _uncover(before, after)]
            down += [f"A card in {place} is face down again." for _ in _uncover(after, before)]
    return up + down


def _uncover(hidden: Seen, seen: Seen) -> list[Card]:
    """List the cards that are open in one view of a column and hidden in the other."""
    return [card for was, card in zip(hidden, seen, strict=False) if was == HIDDEN != card]
