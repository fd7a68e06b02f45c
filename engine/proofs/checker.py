"""The checker of certificates, which prove that a deal cannot be won.

A certificate is a set of positions that holds the start, holds no win, and holds every position to which a move leads
from one of them. `docs/proofs.md` describes how to write one, and argues for everything that it may leave out. This
module shares only the cards and the rules, as data, with the rest of Rampart. It deals, moves and compares by itself.

A position here is what a line of a certificate says. Names of cards are texts: `TH` is the ten of hearts, and `T?` or
`Tr` is a forgotten card, which may be any ten or any red ten. A column is the number of its cards that lie as they were
dealt, and the loose cards above these. Each loose card begins the column or could have been built where it lies.
"""

import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from engine.cards import CARDS, RANK, RANKS, SUIT, SUITS, TEXT, Card
from engine.rules import COMPLETE, FOUNDATIONS, Lift, Rules, arrange, builds, fills, follows, starts

Name: TypeAlias = str
"""The name of a card, or of a forgotten one."""
Column: TypeAlias = tuple[int, tuple[Name, ...]]
"""How many cards lie as they were dealt, and the loose cards above them."""

_LETTERS = {(0, 1, 2, 3): "?", (0, 1): "b", (2, 3): "r"}
"""The letter of a forgotten card, by the suits that it may have."""
_COUNTS = "0123456789ABCD"
_NO_CARD = "-"
NUMBER = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)
"""A number as lines write it."""
_MOST_KEPT = 1 << 16
"""How many columns to remember, read and written: a file that means harm may name other ones on every line."""


class Argument(StrEnum):
    """Why a certificate may leave positions out. `docs/proofs.md` explains the arguments."""

    SAFE = "safe"
    """A card that the table does not need goes home at once."""
    ALIKE = "alike"
    """Cards that only their foundations tell apart may stand for one another."""
    FEWEST = "fewest"
    """Of several foundations that wait for a card, the one with the fewest cards takes it."""


class Placement(NamedTuple):
    """Where the cards are."""

    homes: tuple[int, ...]
    """How many cards each foundation holds."""
    columns: tuple[Column, ...]
    cells: tuple[Name, ...]
    reserve: tuple[Name, ...]

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.homes == (COMPLETE,) * FOUNDATIONS


class Deal(NamedTuple):
    """The piles that a game begins with, their top cards last."""

    columns: tuple[tuple[Card, ...], ...]
    foundations: tuple[tuple[Card, ...], ...]
    reserve: tuple[Card, ...]


class _Stage(NamedTuple):
    """What the table derives from the numbers of cards on the foundations."""

    takes: dict[Name, list[int]]
    """For each card that can go home, the foundations to try."""
    told_apart: frozenset[Name]
    """The cards that are not forgotten."""
    safe: frozenset[Name]
    homes: str
    """The numbers, as a line writes them."""
    words: dict[Column, str]
    """How a line writes each column, with its forgotten cards, filled in when needed."""


def dealt(rules: Rules, deck: tuple[Card, ...]) -> Deal:
    """Deal a deck: first the columns row by row, then the foundations if they get a card each, then the reserve."""
    cards, columns = iter(arrange(rules.dealing, deck)), [list[Card]() for _ in rules.columns]
    for row in range(max(rules.columns)):
        for column, height in zip(columns, rules.columns, strict=True):
            if row < height:
                column.append(next(cards))
    foundations = [(next(cards),) if rules.foundations_dealt else () for _ in range(FOUNDATIONS)]
    return Deal(tuple(map(tuple, columns)), tuple(foundations), tuple(cards))


class PositionTable:
    """The positions to which a deal leads and the moves between them, as a certificate counts them."""

    def __init__(self, rules: Rules, deal: Deal, leans_on: Collection[Argument]) -> None:
        """Lay out a deal. `leans_on` says why the certificate may leave positions out."""
        self._rules, self._leans_on = rules, frozenset(leans_on)
        self._forgotten, self._onto = _named(rules, alike=Argument.ALIKE in leans_on)
        self._into_space = frozenset(name for name in self._onto if fills(rules.space, _card(name)))
        self._stages: dict[tuple[int, ...], _Stage] = {}
        self._kept = 0
        self._columns: dict[tuple[int, str], Column | None] = {}
        self._dealt = [[TEXT[card] for card in column] for column in deal.columns]
        self._place = {name: (at, row) for at, column in enumerate(self._dealt) for row, name in enumerate(column)}
        self._bare = [
            [self._uncovered(at, known) for known in range(len(pile) + 1)] for at, pile in enumerate(self._dealt)
        ]
        self._turns = [self._taken_in_turn(foundation, pile) for foundation, pile in enumerate(deal.foundations)]
        self._set_out = [frozenset(TEXT[card] for card in pile) for pile in deal.foundations]
        homes, reserve = tuple(map(len, deal.foundations)), tuple([TEXT[card] for card in deal.reserve])
        self._start = Placement(homes, tuple([column[-1] for column in self._bare]), (), reserve)

    def _taken_in_turn(self, foundation: int, pile: tuple[Card, ...]) -> list[frozenset[Name]]:
        """Return, for each number of cards on a foundation, the names of the cards that it takes next.

        It takes a forgotten card if it takes every card that the forgotten one may be.
        """
        policy, tops = self._rules.foundation, list(pile[:1])
        turns: list[frozenset[Name]] = [frozenset() for _ in tops]
        while len(turns) < COMPLETE:
            taken = [c for c in CARDS if (follows(policy, c, tops[-1]) if tops else starts(policy, c, foundation))]
            names = {TEXT[card] for card in taken}
            others = {self._forgotten[TEXT[card]] for card in CARDS if card not in taken}
            turns.append(frozenset(names | {self._forgotten[name] for name in names} - others))
            tops = taken
        return [*turns, frozenset()]

    def _uncovered(self, at: int, known: int) -> Column:
        """Return the column that the lowest `known` cards of a dealt column make, with nothing on them.

        Cards that could have been built where they lie are loose, and so is a bottom card with only such cards on it.
        """
        dealt, hidden, packed = self._dealt[at], self._rules.face_down_rows, known
        while packed > 1 and packed - 2 not in hidden and dealt[packed - 2] in self._onto[dealt[packed - 1]]:
            packed -= 1
        packed = 0 if packed == 1 else packed
        return packed, tuple(dealt[packed:known])

    def begin_at(self, text: str) -> bool:
        """Let the certificate begin at a position, given as a line without its number of moves, and not at the deal.

        Return False if the line does not say of each of the 52 cards where it is.
        """
        position = self.read(text)
        if position is None:
            return False
        homes, columns, cells, reserve = position
        there = [name for at, (known, loose) in enumerate(columns) for name in (*self._dealt[at][:known], *loose)]
        lying, home = {*there, *cells, *reserve}, {*TEXT}.difference(there, cells, reserve)
        taken = [turn or self._set_out[at] for at, count in enumerate(homes) for turn in self._turns[at][:count]]
        ranks = sorted(next(iter(names))[0] for names in taken)
        once = len(lying) == len(there) + len(cells) + len(reserve) and lying <= {*TEXT}
        if once and home <= frozenset().union(*taken) and sorted(name[0] for name in home) == ranks:
            self._start = position
        return self._start is position

    def start(self) -> set[str]:
        """Return the lines that stand for the position at which the certificate begins: the deal, if not another."""
        return self.lines(self._start)

    def steps(self, position: Placement) -> set[str]:
        """Return the lines that stand for the positions after one move, without that of the position itself."""
        found: set[str] = set()
        for after in self._moves(position):
            found |= self.lines(after)
        return found - {self._line(position)}

    def lines(self, position: Placement) -> set[str]:
        """Return the lines that stand for a position: make all safe moves, and forget what may be forgotten."""
        return {self._line(settled) for settled in self._settled(position)}

    def read(self, text: str) -> Placement | None:
        """Read a line without its number of moves. Return None if it does not describe a position."""
        (homes, *words), rules, across = text.split(" "), self._rules, len(self._dealt)
        places = [() if word == _NO_CARD else tuple(word.split(".")) for word in words[across:]]
        if len(words) < across or len(places) != bool(rules.cells) + bool(rules.reserve):
            return None
        counts, columns = tuple(map(_COUNTS.find, homes)), list(map(self._read_column, range(across), words))
        cells, reserve = places[0] if rules.cells else (), places[-1] if rules.reserve else ()
        known = tuple([column for column in columns if column is not None])
        sound = len(counts) == FOUNDATIONS and min(counts) >= 0 and len(known) == across and len(cells) <= rules.cells
        there = self._forgotten.keys() >= set(cells) and set(self._start.reserve) >= set(reserve)
        return Placement(counts, known, cells, reserve) if sound and there else None

    def _read_column(self, at: int, word: str) -> Column | None:
        if (at, word) not in self._columns:
            if len(self._columns) >= _MOST_KEPT:
                self._columns.clear()
            number, *loose = word.split(".")
            known = int(number) if NUMBER.fullmatch(number) else COMPLETE * FOUNDATIONS
            pile = [*self._dealt[at][max(known - 1, 0) : known], *loose]
            packed = all(below in self._onto.get(name, ()) for below, name in pairwise(pile))
            sound = known <= len(self._dealt[at]) and packed and self._forgotten.keys() >= set(loose)
            self._columns[at, word] = (known, tuple(loose)) if sound else None
        return self._columns[at, word]

    def _moves(self, position: Placement) -> Iterator[Placement]:
        """Yield the positions after one move. One of several equal spaces, cells or foundations stands for all."""
        homes, columns, cells, reserve = position
        takes, tops = self._stage(homes).takes, self._tops(columns)
        for at, top in enumerate(tops):
            if top is None:
                continue
            for lifted, left in self._lifts(at, columns[at]):
                rest = Placement(homes, (*columns[:at], left, *columns[at + 1 :]), cells, reserve)
                yield from self._laid(rest, tops, lifted, at)
                if len(lifted) == 1:
                    for foundation in takes.get(top, ()):
                        yield from self._with_home(rest, foundation)
                    if len(cells) < self._rules.cells:
                        yield Placement(homes, rest.columns, cells + lifted, reserve)
        loose = [(name, position._replace(cells=_without(cells, name))) for name in cells]
        loose += [(name, position._replace(reserve=_without(reserve, name))) for name in reserve]
        for name, rest in loose:
            yield from self._laid(rest, tops, (name,), -1)
            for foundation in takes.get(name, ()):
                yield from self._with_home(rest, foundation)

    def _laid(self, rest: Placement, tops: list[Name | None], lifted: tuple[Name, ...], at: int) -> Iterator[Placement]:
        """Yield the positions in which the lifted cards lie on another column than `at`, or in a space."""
        homes, columns, cells, reserve = rest
        onto, to_space = self._onto[lifted[0]], lifted[0] in self._into_space
        for to, top in enumerate(tops):
            if to != at and (to_space if top is None else top in onto):
                known, loose = columns[to]
                yield Placement(homes, (*columns[:to], (known, loose + lifted), *columns[to + 1 :]), cells, reserve)
                to_space = to_space and top is not None

    def _lifts(self, at: int, column: Column) -> Iterator[tuple[tuple[Name, ...], Column]]:
        """Yield what a move can lift from a non-empty column, and the column it leaves. The top card comes first."""
        known, loose = column
        together = self._rules.lift is Lift.PACKED_SEQUENCE
        for kept in range(len(loose) - 1, -1 if together else max(len(loose) - 2, -1), -1):
            yield loose[kept:], (known, loose[:kept])
        if known and (together or not loose):
            yield (self._dealt[at][known - 1], *loose), self._bare[at][known - 1]

    def _tops(self, columns: tuple[Column, ...]) -> list[Name | None]:
        return [
            loose[-1] if loose else dealt[known - 1] if known else None
            for (known, loose), dealt in zip(columns, self._dealt, strict=True)
        ]

    def _settled(self, position: Placement) -> Iterator[Placement]:
        """Yield the positions after all safe moves. Their order makes no difference."""
        stage = self._stage(position.homes)
        for name, rest in self._without_safe(position, stage.safe) if stage.safe else ():
            for after in self._with_home(rest, stage.takes[name][0]):
                yield from self._settled(after)
            return
        yield position

    def _without_safe(self, position: Placement, safe: frozenset[Name]) -> Iterator[tuple[Name, Placement]]:
        homes, columns, cells, reserve = position
        for at, top in enumerate(self._tops(columns)):
            if top in safe:
                _, left = next(self._lifts(at, columns[at]))
                yield top, Placement(homes, (*columns[:at], left, *columns[at + 1 :]), cells, reserve)
        for name in safe.intersection(cells):
            yield name, position._replace(cells=_without(cells, name))
        for name in safe.intersection(reserve):
            yield name, position._replace(reserve=_without(reserve, name))

    def _with_home(self, rest: Placement, foundation: int) -> Iterator[Placement]:
        """Yield the position in which a foundation holds one more card.

        If the card for which it then waits was forgotten, yield a position for each place where that card may be.
        """
        homes = (*rest.homes[:foundation], rest.homes[foundation] + 1, *rest.homes[foundation + 1 :])
        position = rest._replace(homes=homes)
        awaited = self._stage(homes).told_apart & self._turns[foundation][homes[foundation]]
        seen = all(self._is_seen(position, name) for name in awaited)
        yield from [position] if seen else self._reveal(position, *awaited)

    def _is_seen(self, position: Placement, name: Name) -> bool:
        """Return whether the position shows where a card lies that is not home."""
        at, row = self._place.get(name, (0, COMPLETE * FOUNDATIONS))
        loose = [name in cards for _, cards in position.columns]
        return row < position.columns[at][0] or any(loose) or name in position.cells or name in position.reserve

    def _reveal(self, position: Placement, name: Name) -> Iterator[Placement]:
        """Yield the positions in which one of the forgotten cards turns out to be this one."""
        forgotten, columns, cells = self._forgotten[name], position.columns, position.cells
        for at, (known, loose) in enumerate(columns):
            for each in range(len(loose)):
                if loose[each] == forgotten:
                    named = known, (*loose[:each], name, *loose[each + 1 :])
                    yield position._replace(columns=(*columns[:at], named, *columns[at + 1 :]))
        if forgotten in cells:
            yield position._replace(cells=(*_without(cells, forgotten), name))

    def _line(self, position: Placement) -> str:
        """Write a position in the one order of piles that lines use, and forget what may be forgotten."""
        homes, columns, cells, reserve = position
        stage = self._stage(homes)
        words = [stage.words.get(column) or self._word(column, stage) for column in columns]
        free = sorted([word for word in words if word[0] == "0"], reverse=True)
        words = [free.pop() if word[0] == "0" else word for word in words]
        if self._rules.cells:
            held = [name if name in stage.told_apart else self._forgotten[name] for name in cells]
            words.append(".".join(sorted(held)) or _NO_CARD)
        if self._rules.reserve:
            words.append(".".join(reserve) or _NO_CARD)
        return " ".join([stage.homes, *words])

    def _keep_another(self) -> None:
        self._kept += 1
        if self._kept > _MOST_KEPT:
            self._stages.clear()
            self._kept = 0

    def _word(self, column: Column, stage: _Stage) -> str:
        self._keep_another()
        known, loose = column
        names = [name if name in stage.told_apart else self._forgotten[name] for name in loose]
        word = stage.words[column] = ".".join([str(known), *names])
        return word

    def _stage(self, homes: tuple[int, ...]) -> _Stage:
        if homes not in self._stages:
            self._keep_another()
            self._stages[homes] = self._staged(homes)
        return self._stages[homes]

    def _staged(self, homes: tuple[int, ...]) -> _Stage:
        takes: dict[Name, list[int]] = {}
        for foundation, count in enumerate(homes):
            for name in self._turns[foundation][count]:
                takes.setdefault(name, []).append(foundation)
        if Argument.FEWEST in self._leans_on and not self._rules.in_suit:
            takes = {name: [min(waiting, key=homes.__getitem__)] for name, waiting in takes.items()}
        ordered = list(homes)
        for turns in self._turns:
            same = [foundation for foundation in range(FOUNDATIONS) if self._turns[foundation] == turns]
            for foundation, count in zip(same, sorted(homes[each] for each in same), strict=True):
                ordered[foundation] = count
        told_apart = frozenset(name for name in takes if self._forgotten[name] not in takes)
        safe = frozenset(name for name in takes if self._is_safe(name, homes, takes))
        return _Stage(takes, told_apart, safe, "".join([_COUNTS[count] for count in ordered]), {})

    def _is_safe(self, name: Name, homes: tuple[int, ...], takes: Collection[Name]) -> bool:
        """Return whether a card can go home, and each card that may be laid on it is home, or is safe as well."""
        rules = self._rules
        if Argument.SAFE not in self._leans_on or not rules.in_suit or name not in takes:
            return False
        card = TEXT.index(name)
        return all(
            RANK[other] <= homes[SUIT[other]] or self._is_safe(TEXT[other], homes, takes)
            for other in CARDS
            if builds(rules.build, other, card)
            and not (rules.lift is Lift.TOP_CARD and follows(rules.foundation, other, card))
        )


def has_alike_cards(rules: Rules) -> bool:
    """Return whether any two cards are alike under these rules."""
    return any(name not in TEXT for name in _named(rules, alike=True)[0])


@cache
def _named(rules: Rules, *, alike: bool) -> tuple[dict[Name, Name], dict[Name, frozenset[Name]]]:
    """Return, for each name, the name it has when forgotten, and the names on which it may be laid."""
    forgotten = {TEXT[card]: _when_forgotten(rules, card) if alike else TEXT[card] for card in CARDS}
    forgotten |= {name: name for name in forgotten.values()}
    return forgotten, {
        name: frozenset(under for under in forgotten if builds(rules.build, _card(name), _card(under)))
        for name in forgotten
    }


def _when_forgotten(rules: Rules, card: Card) -> Name:
    """Return the name for a card that may be any card alike, or its own text if no other is alike."""
    alike = [
        other
        for other in CARDS[card % COMPLETE :: COMPLETE]
        if fills(rules.space, other) == fills(rules.space, card)
        and all(builds(rules.build, other, each) == builds(rules.build, card, each) for each in CARDS)
        and all(builds(rules.build, each, other) == builds(rules.build, each, card) for each in CARDS)
    ]
    letter = _LETTERS.get(tuple(SUIT[other] for other in alike))
    return RANKS[RANK[card] - 1] + letter if letter else TEXT[card]


def _card(name: Name) -> Card:
    """Return the card of that name, or one that a forgotten card may be."""
    suits = next((suits for suits, letter in _LETTERS.items() if letter == name[1]), ())
    return RANKS.index(name[0]) + COMPLETE * (suits[0] if suits else SUITS.index(name[1]))


def _without(names: tuple[Name, ...], name: Name) -> tuple[Name, ...]:
    """Return the names without `name`, which must be among them."""
    at = names.index(name)
    return names[:at] + names[at + 1 :]
