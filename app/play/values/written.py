"""What people write to play: a move as in `7h 8s`, `7h home`, `4 6` or `t3 t5`, or a verb in the place of one."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from app.core.refusals import Impossible
from engine.cards import NAME, SUIT, TEXT, Card
from engine.conveniences import gatherings
from engine.moves import InvalidMove, Move, legal_moves
from engine.position import Pile, PileId, Position, face_down_rows, layout
from engine.rules import Rules

HOW = "Write a move like 7h 8s, 7h home, 4 6 or t3-t5."
"""What is answered to any other text."""

HOW_MANY = "Write how many moves, as in undo 4."
"""What is answered to an undo or a redo whose number is none."""

BY_ITSELF = "Write {word} by itself: only undo and redo take a number."
"""What is answered to any other verb with something after it."""

ONE_AT_A_TIME = "Without JavaScript, redo makes one move at a time: write redo by itself."
"""What is answered to a redo that says how many; with the script, the page presses its button so often."""

_CARD = re.compile(r"(a|10|[2-9tjqk])([cshd])", re.ASCII)
_PILE = re.compile(r"[tcr][0-9]{1,2}|f[0-3]", re.ASCII)
_COLUMN = re.compile(r"[1-9][0-9]?", re.ASCII)
_KINDS = {"home": "f", "f": "f", "foundation": "f", "cell": "c", "c": "c", "space": "t", "empty": "t", "e": "t"}
_LONGEST = 40
_TIMES = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_BY_THEMSELVES = ("finish", "hint", "help", "keys", "?")


class Written(NamedTuple):
    """What is to move, and where to: each is a card, a pile or a column's number, and `where` may be a kind of pile.

    Without `where`, the cards go to the only place that takes them.
    """

    what: str
    where: str = ""


class WrittenVerb(NamedTuple):
    """What is to be done in place of a move: undo, redo, finish or hint, and how often."""

    verb: str
    times: int


def read_verb(text: str) -> WrittenVerb | None:
    """Read a verb as people write it; return None for what may be a move.

    `static/table/line.js` reads verbs by the same rules. Raise `InvalidMove` for a verb with something after it that is
    not its number.

    >>> read_verb("Undo 4"), read_verb("redo"), read_verb("7h 8s")
    (WrittenVerb(verb='undo', times=4), WrittenVerb(verb='redo', times=1), None)
    """
    word, *rest = text.lower().split(maxsplit=1) or [""]
    if word in ("undo", "redo"):
        if rest and not _TIMES.fullmatch(rest[0]):
            raise InvalidMove(HOW_MANY)
        times = int(rest[0]) if rest else 1
        if word == "redo" and times > 1:
            raise InvalidMove(ONE_AT_A_TIME)
        return WrittenVerb(word, times)
    if word in _BY_THEMSELVES and rest:
        raise InvalidMove(BY_ITSELF.format(word=word))
    return WrittenVerb(word, 1) if word in ("finish", "hint") else None


def read_written(text: str) -> Move | Written:
    """Read a move as people write it, or its move text. Raise `InvalidMove` for any other text.

    >>> read_written("10H  to  jc"), read_written("7d"), read_written("t3-t5:4")
    (Written(what='th', where='jc'), Written(what='7d', where=''), Move(source='t3', target='t5', count=4))
    """
    if "-" in text:
        return Move.read(text)
    words = [word for word in text[: _LONGEST + 1].lower().split() if word not in ("to", "on", "onto")]
    if len(text) > _LONGEST or not 0 < len(words) < 3:
        raise InvalidMove(HOW)
    what, where = words[0], words[1] if words[1:] else ""
    if not _names(what) or (where and not _names(where) and where not in _KINDS):
        raise InvalidMove(HOW)
    return Written(_short(what), _short(where))


def meant(written: Written, rules: Rules, position: Position) -> Move:
    """Return the move that somebody means in a position; it need not be legal.

    Of several moves, this is the one with the most cards, and of those the one to the first pile.

    Raises:
        Impossible: a card lies face down, other cards lie on the target, no pile of the kind is empty, or `where` is
            missing and there is not exactly one place.
    """
    ids, piles = layout(rules).ids, dict(zip(layout(rules).ids, position.piles, strict=True))
    source, count = _source(written.what, rules, position)
    possible = [*legal_moves(rules, position), *gatherings(rules, position)]
    possible = [move for move in possible if move.source == source and count in (0, move.count)]
    if not written.where:
        if len({_likeness(move, piles) for move in possible}) != 1:
            raise Impossible("There are several places where that can go: say which." if possible else _STAYS)
        return possible[0]
    targets = _targets(written.where, rules, position)
    if moves := [move for move in possible if move.target in targets]:
        if len({piles[move.target] for move in moves if move.target[0] == "f"}) > 1:
            raise Impossible("Several foundations take that: say which, as in 7h f0.")
        return max(moves, key=lambda move: (move.count, -ids.index(move.target)))
    if targets[0][0] == "f" and written.where in _KINDS and rules.in_suit and piles.get(source):
        targets = [f"f{SUIT[piles[source][-1]]}"]
    return Move(source, targets[0], count or 1)


_STAYS = "That can’t go anywhere now."


def _names(word: str) -> bool:
    return any(pattern.fullmatch(word) for pattern in (_CARD, _PILE, _COLUMN))


def _short(word: str) -> str:
    return word.replace("10", "t", 1) if _CARD.fullmatch(word) else word


def _source(what: str, rules: Rules, position: Position) -> tuple[PileId, int]:
    """Return a pile and how many of its cards are to move: 0 if the text does not say."""
    if not _CARD.fullmatch(what):
        return _pile(what), 0
    at, row = _find(what, rules, position)
    return layout(rules).ids[at], len(position.piles[at]) - row


def _targets(where: str, rules: Rules, position: Position) -> list[PileId]:
    """List the piles that somebody may mean; there is at least one."""
    ids = layout(rules).ids
    if kind := _KINDS.get(where):
        of_kind = [pile for pile in ids if pile[0] == kind]
        free = [pile for pile in of_kind if kind == "f" or not position.piles[ids.index(pile)]]
        if of_kind and not free:
            raise Impossible(f"No {'cell' if kind == 'c' else 'column'} is empty.")
        return free or [f"{kind}0"]
    if not _CARD.fullmatch(where):
        return [_pile(where)]
    at, row = _find(where, rules, position)
    if row < len(position.piles[at]) - 1:
        raise Impossible(f"The {NAME[_card(where)]} lies under other cards.")
    return [ids[at]]


def _pile(word: str) -> PileId:
    return f"t{int(word) - 1}" if _COLUMN.fullmatch(word) else f"{word[0]}{int(word[1:])}"


def _card(text: str) -> Card:
    return TEXT.index(text.upper())


def _find(text: str, rules: Rules, position: Position) -> tuple[int, int]:
    """Return the pile of an open card, and its place there."""
    card = _card(text)
    at = _holding(card, position.piles)
    row = position.piles[at].index(card)
    if row in face_down_rows(rules, position, at):
        raise Impossible(f"The {NAME[card]} lies face down.")
    return at, row


def _holding(card: Card, piles: Iterable[Pile]) -> int:
    return next(at for at, pile in enumerate(piles) if card in pile)


def _likeness(move: Move, piles: dict[PileId, Pile]) -> tuple[str, int]:
    """Return the same for moves that differ only in which empty pile of a kind they go to."""
    empty = not piles[move.target] and move.target[0] != "f"
    return (f"{move.target[0]} empty" if empty else move.target), move.count
