"""Guesses how the face-down cards lie, so that a hint uses no more than the player can see."""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

from engine.position import Position, face_down_rows
from engine.rules import Rules


def guesses(rules: Rules, position: Position, count: int) -> Iterator[Position]:
    """Yield `count` positions that look the same to the player.

    Each has the face-down cards in a random order. The orders depend on the visible cards alone, so nothing that
    follows from them reveals how the cards really lie.
    """
    places = [(at, row) for at in range(len(rules.columns)) for row in face_down_rows(rules, position, at)]
    unseen = sorted(position.piles[at][row] for at, row in places)
    shown = [list(pile) for pile in position.piles]
    for at, row in places:
        shown[at][row] = -1
    draw = Random(sha256(repr(shown).encode()).digest())
    for _ in range(count):
        draw.shuffle(unseen)
        for (at, row), card in zip(places, unseen, strict=True):
            shown[at][row] = card
        yield Position(tuple(map(tuple, shown)), position.face_down)
