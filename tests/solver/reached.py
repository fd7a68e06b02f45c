"""Positions from random play, and small ones near the end of a game."""

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.cards import CARDS, Card
from engine.deals import shuffled
from engine.moves import apply, legal_moves
from engine.position import Pile, Position, deal, layout
from engine.rules import COMPLETE, FOUNDATIONS, Rules, follows


def played(rules: Rules, number: int, moves: int = 60) -> Iterator[Position]:
    """Yield the positions of a game played at random from a numbered deal."""
    position, chance = deal(rules, shuffled(number)), random.Random(number)
    for _ in range(moves):
        yield position
        legal = legal_moves(rules, position)
        if not legal:
            return
        position = apply(rules, position, chance.choice(legal))


def shrunken(rules: Rules) -> Rules:
    """Return the rules with a smaller table, which the last cards of a game often crowd."""
    return replace(rules, columns=(4,) * 3, cells=min(rules.cells, 1), reserve=min(rules.reserve, 2))


def near_the_end(rules: Rules, seed: int, left: int) -> Position:
    """Deal the last `left` cards of a game at random onto the columns and the reserve."""
    chance, table = random.Random(seed), layout(rules)
    homes = _homes(rules, chance, left)
    cards = [card for card in CARDS if not any(card in pile for pile in homes)]
    chance.shuffle(cards)
    reserve = [(cards.pop(),) for _ in table.reserve]
    columns = [tuple(cards[at :: len(table.columns)]) for at in table.columns]
    hidden = tuple(sum(row < len(column) - 1 for row in rules.face_down_rows) for column in columns)
    return Position((*columns, *homes, *[() for _ in table.cells], *reserve), hidden)


def _homes(rules: Rules, chance: random.Random, left: int) -> list[Pile]:
    """Fill the foundations with all cards except the last `left` ones."""
    bases: list[Card] = [] if rules.in_suit else chance.sample(CARDS, FOUNDATIONS)
    homes: list[Pile] = [(card,) for card in bases] or [()] * FOUNDATIONS
    while sum(map(len, homes)) < len(CARDS) - left:
        foundation = chance.choice([at for at, pile in enumerate(homes) if len(pile) < COMPLETE])
        homes[foundation] += (_next(rules, homes, foundation, chance),)
    return homes


def _next(rules: Rules, homes: list[Pile], foundation: int, chance: random.Random) -> Card:
    pile = homes[foundation]
    if not pile:
        return foundation * COMPLETE
    gone = {card for pile in homes for card in pile}
    return chance.choice([card for card in CARDS if card not in gone and follows(rules.foundation, card, pile[-1])])
