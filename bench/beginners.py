"""`python -m bench.beginners SLUG [OPTION=VALUE …]` prints how often a careful beginner wins, for `engine/measured/`.

The beginner looks one move ahead: brings home what can go, digs for the cards that foundations take next, keeps spaces
and cells free, and never returns to a position of the same game. If no move is left, the beginner takes back the last
one and tries another, up to a limit. The beginner does not look at face-down cards. The deals of each band come from
the list that ships.
"""

import sys
from itertools import pairwise
from random import Random

from app.play.service.stock import shipped_deals
from app.play.values.shelf import Band, Shelf
from engine.cards import Card
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import distinct_moves, is_won
from engine.position import Position, cards_home, deal, face_down_rows, layout, unordered_key
from engine.rules import Rules
from engine.tables import tables

MOST_DEALS, GAMES_A_DEAL = 40, 10
TAKEN_BACK = 60
"""How many moves the beginner takes back before giving up."""
LONGEST = 400

HOME, SPACE, CELL, PAIR, BURIED = 12, 8, 4, 2, 1
"""The worth of a card at home, a space, a free cell and a card on one that it may be built on; then the cost of each
face-down card, and of each card above a wanted one."""


def worth(rules: Rules, position: Position) -> int:
    """Return the worth of a position to the beginner."""
    table, tabled, piles = layout(rules), tables(rules), position.piles
    wanted = _wanted(rules, position)
    total = HOME * cards_home(rules, position) + CELL * sum(not piles[at] for at in table.cells)
    for at in table.columns:
        seen = piles[at][len(face_down_rows(rules, position, at)) :]
        if not piles[at]:
            total += SPACE
        total += sum(PAIR for under, card in pairwise(seen) if card in tabled.onto[under])
        total -= sum(BURIED * (len(seen) - 1 - row) for row, card in enumerate(seen) if card in wanted)
        total -= BURIED * len(face_down_rows(rules, position, at))
    return total


def wins(rules: Rules, dealt: Position, random: Random) -> bool:
    """Let the beginner play a deal once, and return whether the beginner won."""
    seen, line, back = {unordered_key(rules, dealt)}, [dealt], 0
    for _ in range(LONGEST):
        if is_won(rules, line[-1]):
            return True
        choices = [each for each in distinct_moves(rules, line[-1]).values() if unordered_key(rules, each) not in seen]
        if not choices:
            back += 1
            line.pop()
            if not line or back > TAKEN_BACK:
                return False
            continue
        valued = [worth(rules, each) for each in choices]
        best = max(valued)
        chosen = random.choice([each for each, value in zip(choices, valued, strict=True) if value == best])
        seen.add(unordered_key(rules, chosen))
        line.append(chosen)
    return False


def _wanted(rules: Rules, position: Position) -> frozenset[Card]:
    """Return the cards that some foundation takes next."""
    tabled, foundations = tables(rules), [position.piles[at] for at in layout(rules).foundations]
    takes = [tabled.follows[pile[-1]] if pile else tabled.starts[at] for at, pile in enumerate(foundations)]
    return frozenset[Card]().union(*takes)


def main() -> None:
    """Play the games, and print how many the beginner won."""
    variant = variant_of(sys.argv[1], "&".join(sys.argv[2:]))
    shipped = shipped_deals()[Shelf.of(variant)]
    for band in Band:
        random = Random(f"beginner at {variant}")
        dealt = [deal(variant.rules, shuffled(number)) for number in shipped[band][:MOST_DEALS]]
        won = sum(wins(variant.rules, each, random) for each in dealt for _ in range(GAMES_A_DEAL))
        print(f"{band}: {won} of {len(dealt) * GAMES_A_DEAL} games")


if __name__ == "__main__":
    main()
