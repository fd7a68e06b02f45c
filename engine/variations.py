"""Moves that branch: a line with other lines tried from it, as a tree and as the text that an address carries.

The text follows the custom of chess: brackets after a move hold the lines that begin with another move in its place,
and braces hold a remark on the move before them.

>>> tree = Variations.read("t0-t1,t2-f0(t2-c0{safer},t4-f0),t4-f1")
>>> [str(move) for move in tree.path(4)]
['t0-t1', 't2-c0', 't4-f0']
>>> tree.text == "t0-t1,t2-f0(t2-c0{safer},t4-f0),t4-f1"
True
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.moves import InvalidMove, Move
from engine.readable import UnreadableText, read_line
from engine.record import Deed, Do

MOST_MOVES = 4_000
DEEPEST = 40
"""How deep lines may branch off one from another."""
LONGEST_REMARK = 200

_TOKEN = re.compile(r"([^,(){}]+)(?:\{([^{}]*)\})?|[,()]")


class InvalidVariations(ValueError):
    """Raised when a text is not a tree of moves, or when a tree is too large."""


@dataclass(frozen=True)
class Variations:
    """A tree of moves. They are numbered from 1 in the order of the text; 0 is where they all begin."""

    moves: tuple[Move, ...]
    parents: tuple[int, ...]
    """For each move, the number of the one before it; 0 for a first move."""
    remarks: tuple[str, ...]
    """For each move, the remark about it, which is usually empty."""

    @classmethod
    def read(cls, text: str) -> "Variations":
        """Read a text, whose moves need not be legal.

        Raises:
            InvalidVariations: the text is not a tree, has too many moves or branches, or a remark that is too long
                or that not everybody reads alike.
        """
        reading = _Reading()
        at = 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                raise InvalidVariations("Write moves like t3-t5 with commas between them, and other lines in brackets.")
            reading.take(token)
            at = token.end()
        return reading.finish()

    @classmethod
    def of_line(cls, moves: Iterable[Move]) -> "Variations":
        """Return a line without branches."""
        line = tuple(moves)
        return cls(line, tuple(range(len(line))), ("",) * len(line))

    @cached_property
    def following(self) -> tuple[tuple[int, ...], ...]:
        """For each number, the numbers of the moves tried next, the main one first."""
        found: list[list[int]] = [[] for _ in range(len(self.moves) + 1)]
        for number, parent in enumerate(self.parents, 1):
            found[parent].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def text(self) -> str:
        """The text of the tree."""
        return _write(self, self.following)

    def way(self, number: int) -> list[int]:
        """List the numbers of the moves that lead to a number, itself included; none for 0."""
        found = []
        while number:
            found.append(number)
            number = self.parents[number - 1]
        return found[::-1]

    def path(self, number: int) -> list[Move]:
        """List the moves that lead to the position of a number."""
        return [self.moves[each - 1] for each in self.way(number)]

    def main_end(self, number: int) -> int:
        """Return the number of the last move of the main line that continues from a number."""
        while self.following[number]:
            number = self.following[number][0]
        return number

    @cached_property
    def depth(self) -> int:
        """How deep the lines branch off one from another."""
        deep = [0] * (len(self.moves) + 1)
        for number, parent in enumerate(self.parents, 1):
            deep[number] = deep[parent] + (self.following[parent][0] != number)
        return max(deep)

    @property
    def fits(self) -> bool:
        """Whether `read` takes its text."""
        return len(self.moves) <= MOST_MOVES and self.depth <= DEEPEST

    def with_move(self, number: int, move: Move) -> tuple["Variations", int]:
        """Return the tree with a move added after a number, and the number of that move.

        Raises:
            InvalidVariations: the tree would be too large, or branch too deep.
        """
        known = [each for each in self.following[number] if self.moves[each - 1] == move]
        if known:
            return self, known[0]
        longer = Variations((*self.moves, move), (*self.parents, number), (*self.remarks, ""))
        return _checked(*_renumber(longer, longer.following, len(longer.moves)))

    def with_main_line(self, number: int) -> tuple["Variations", int]:
        """Return the tree with the way to a number as its main line, and the number's new value.

        Raises:
            InvalidVariations: other lines would branch too deep.
        """
        return _checked(*_renumber(self, _led_by(self, number), number))

    def without(self, number: int) -> tuple["Variations", int]:
        """Return the tree without a move and all moves after it, and the number of the move before it."""
        parent = self.parents[number - 1]
        following = list(self.following)
        following[parent] = tuple(each for each in following[parent] if each != number)
        return _renumber(self, following, parent)

    def with_remark(self, number: int, remark: str) -> "Variations":
        """Return the tree with a new remark about a move, or without any if `remark` is empty."""
        remarks = list(self.remarks)
        remarks[number - 1] = _plain(remark)
        return Variations(self.moves, self.parents, tuple(remarks))


def of_record(deeds: Iterable[Deed]) -> tuple[Variations, list[int]]:
    """Return the tree of a playing, and the number at which the playing stood on the deal and after each deed.

    The main line leads to where it ended; lines that the player undid are branches. The deeds must form a sound record.
    """
    moves, parents = list[Move](), list[int]()
    at, requests, undone = 0, list[list[int]](), list[list[int]]()
    known: dict[tuple[int, Move], int] = {}
    stood = [0]
    for deed in deeds:
        if deed.do is Do.UNDO:
            undone.append(requests.pop())
            at = parents[undone[-1][0] - 1]
        elif deed.do is Do.REDO:
            requests.append(undone.pop())
            at = requests[-1][-1]
        elif deed.move is not None:
            if (at, deed.move) not in known:
                moves.append(deed.move)
                parents.append(at)
                known[at, deed.move] = len(moves)
            at = known[at, deed.move]
            if deed.auto:
                requests[-1].append(at)
            else:
                requests.append([at])
                undone.clear()
        stood.append(at)
    made = Variations(tuple(moves), tuple(parents), ("",) * len(moves))
    numbers = _numbers(_led_by(made, at))
    return _numbered(made, numbers), [numbers[number] for number in stood]


class _Reading:
    """What has been read of a text so far."""

    def __init__(self) -> None:
        self._moves, self._parents, self._remarks = list[Move](), list[int](), list[str]()
        self._at, self._open = 0, list[int]()
        self._known = set[tuple[int, Move]]()
        self._wants_move = True

    def take(self, token: re.Match[str]) -> None:
        """Read one more token."""
        match token[0]:
            case ",":
                self._check(fits=not self._wants_move)
                self._wants_move = True
            case "(":
                self._check(fits=not self._wants_move and bool(self._moves))
                self._open.append(self._at)
                if len(self._open) > DEEPEST:
                    raise InvalidVariations(f"Lines branch at most {DEEPEST} deep.")
                self._at = self._parents[self._at - 1]
                self._wants_move = True
            case ")":
                self._check(fits=not self._wants_move and bool(self._open))
                self._at = self._open.pop()
            case _:
                self._check(fits=self._wants_move)
                self._move(token[1], token[2] or "")
                self._wants_move = False

    def finish(self) -> Variations:
        """Return the tree."""
        self._check(fits=not self._open and not (self._wants_move and self._moves))
        return Variations(tuple(self._moves), tuple(self._parents), tuple(self._remarks))

    def _move(self, text: str, remark: str) -> None:
        if len(self._moves) >= MOST_MOVES:
            raise InvalidVariations(f"A tree has at most {MOST_MOVES:,} moves.")
        try:
            self._moves.append(Move.read(text))
        except InvalidMove as invalid:
            raise InvalidVariations(str(invalid)) from None
        if (self._at, self._moves[-1]) in self._known:
            raise InvalidVariations(f"The move {text} appears twice in the same place.")
        self._known.add((self._at, self._moves[-1]))
        self._parents.append(self._at)
        self._remarks.append(_plain(remark))
        self._at = len(self._moves)

    def _check(self, *, fits: bool) -> None:
        if not fits:
            raise InvalidVariations("The commas and brackets between these moves don’t fit together.")


def _plain(remark: str) -> str:
    try:
        return read_line(remark.translate(_BRACES), LONGEST_REMARK, "A remark")
    except UnreadableText as unreadable:
        raise InvalidVariations(str(unreadable)) from None


_BRACES = str.maketrans("{}", "()")


def _led_by(tree: Variations, number: int) -> list[tuple[int, ...]]:
    """Return the moves after each number, with the way to this one as the main line."""
    following = list(tree.following)
    for each in tree.way(number):
        parent = tree.parents[each - 1]
        following[parent] = (each, *(other for other in following[parent] if other != each))
    return following


def _renumber(tree: Variations, following: Sequence[Sequence[int]], number: int) -> tuple[Variations, int]:
    """Number a tree again in the order of its text. Return it with the new value of a number."""
    numbers = _numbers(following)
    return _numbered(tree, numbers), numbers[number]


def _numbers(following: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the place of each number in the order of the text, in that order."""
    numbers, left = {0: 0}, [(0, False)]
    while left:
        number, is_taken = left.pop()
        if is_taken:
            numbers[number] = len(numbers)
        elif following[number]:
            main, *others = following[number]
            left.append((main, False))
            for other in reversed(others):
                left += [(other, False), (other, True)]
            left.append((main, True))
    return numbers


def _numbered(tree: Variations, numbers: dict[int, int]) -> Variations:
    order = list(numbers)[1:]
    return Variations(
        tuple(tree.moves[each - 1] for each in order),
        tuple(numbers[tree.parents[each - 1]] for each in order),
        tuple(tree.remarks[each - 1] for each in order),
    )


def _checked(tree: Variations, number: int) -> tuple[Variations, int]:
    if not tree.fits:
        raise InvalidVariations(f"A tree has at most {MOST_MOVES:,} moves, and lines branch at most {DEEPEST} deep.")
    return tree, number


def _write(tree: Variations, following: Sequence[Sequence[int]]) -> str:
    words, left = list[str](), list[str | int]()
    left.append(0)
    while left:
        word = left.pop()
        if isinstance(word, str):
            words.append(word)
            continue
        if not following[word]:
            continue
        main, *others = following[word]
        words += ["," if words and words[-1] != "(" else "", _word(tree, main)]
        left.append(main)
        for other in reversed(others):
            left += [")", other, _word(tree, other), "("]
    return "".join(words)


def _word(tree: Variations, number: int) -> str:
    remark = tree.remarks[number - 1]
    return str(tree.moves[number - 1]) + (f"{{{remark}}}" if remark else "")
