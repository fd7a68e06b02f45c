"""Many deals at once: the shuffle of `engine.deals`, compiled for deal numbers above 32000.

Python seeds its Mersenne Twister with the 32-bit words of a number and draws 53 bits at a time (Matsumoto and
Nishimura, "Mersenne Twister", 1998, with their `init_by_array` of 2002). Each step of the seeding waits for the one
before it, so sixteen numbers go through it side by side. A deck takes 102 words, so we compute no more of the next
state. A test compares this with `engine.deals.shuffled`.
"""

from collections.abc import Sequence

import numpy as np

from engine.caching import cached
from engine.cards import CARDS
from engine.deals import Deck, shuffled
from engine.solver.compiled import Array, compiled

FIRST = 32_001
"""The first number to shuffle here. Lower ones have a different shuffle, and we shuffle them one by one."""

_STATE = 624
"""Words of 32 bits in the state of a Mersenne Twister."""
_WORD = 0xFFFFFFFF
_KEY_WORDS = 3
"""Words of 32 bits in the largest deal number."""
_LANES = 16
"""How many numbers are seeded side by side."""


def shuffle(numbers: Sequence[int]) -> Array:
    """Return the decks of these deal numbers: for each, a row of 52 cards in dealing order."""
    decks = np.empty((len(numbers), len(CARDS)), dtype=np.int64)
    high = [place for place, number in enumerate(numbers) if number >= FIRST]
    keys = np.zeros((-(-len(high) // _LANES), _KEY_WORDS, _LANES), dtype=np.uint32)
    for row, place in enumerate(high):
        group, lane = divmod(row, _LANES)
        for word in range(_KEY_WORDS):
            keys[group, word, lane] = numbers[place] >> 32 * word & _WORD
    decks[high] = _shuffle(keys, _seeded())[: len(high)]
    for place, number in enumerate(numbers):
        if number < FIRST:
            decks[place] = shuffled(number)
    return decks


def deck(row: Array) -> Deck:
    """Return a row of `shuffle` as a deck."""
    return tuple(map(int, row))


@cached()
def _seeded() -> Array:
    """Return the state with which every seeding by an array begins."""
    state = [19_650_218]
    for place in range(1, _STATE):
        state.append(1_812_433_253 * (state[-1] ^ state[-1] >> 30) + place & _WORD)
    return np.array(state, dtype=np.uint32)


@compiled
def _shuffle(keys: Array, seeded: Array) -> Array:
    lanes = keys.shape[2]
    decks = np.empty((len(keys) * lanes, 52), dtype=np.int64)
    state = np.empty((_STATE, lanes), dtype=np.uint32)
    for group in range(len(keys)):
        _seed(state, seeded, keys[group])
        for lane in range(lanes):
            _draw(decks[group * lanes + lane], state, lane)
    return decks


@compiled
def _seed(state: Array, seeded: Array, key: Array) -> None:
    """Seed a state for each lane with the words of its number."""
    lanes = key.shape[1]
    first, second, shift = np.uint32(1_664_525), np.uint32(1_566_083_941), np.uint32(30)
    for place in range(_STATE):
        for lane in range(lanes):
            state[place, lane] = seeded[place]
    place = 1
    for step in range(_STATE):
        of_two, of_three = np.uint32(step % 2), np.uint32(step % 3)
        for lane in range(lanes):
            # The words of a key take turns, without the zeros above its highest one.
            at = of_three if key[2, lane] else of_two if key[1, lane] else np.uint32(0)
            before = state[place - 1, lane]
            mixed = np.uint32((before ^ (before >> shift)) * first)
            state[place, lane] = np.uint32(np.uint32(state[place, lane] ^ mixed) + np.uint32(key[at, lane] + at))
        place = _next(state, place)
    for _ in range(_STATE - 1):
        less = np.uint32(place)
        for lane in range(lanes):
            before = state[place - 1, lane]
            mixed = np.uint32((before ^ (before >> shift)) * second)
            state[place, lane] = np.uint32(np.uint32(state[place, lane] ^ mixed) - less)
        place = _next(state, place)
    for lane in range(lanes):
        state[0, lane] = np.uint32(0x80000000)


@compiled
def _next(state: Array, place: int) -> int:
    """Return the next place. After the last, copy its word to the first and return 1."""
    if place + 1 < _STATE:
        return place + 1
    for lane in range(state.shape[1]):
        state[0, lane] = state[_STATE - 1, lane]
    return 1


@compiled
def _draw(deck: Array, state: Array, lane: int) -> None:
    """Write the cards in order, and shuffle them by the numbers that a lane draws, from the last place on."""
    for card in range(52):
        deck[51 - card] = card
    word = 0
    for last in range(51, 0, -1):
        drawn = (_word(state, word, lane) >> 5) * 67_108_864 + (_word(state, word + 1, lane) >> 6)
        word += 2
        other = int(drawn * (1.0 / 9_007_199_254_740_992.0) * (last + 1))
        deck[51 - last], deck[51 - other] = deck[51 - other], deck[51 - last]


@compiled
def _word(state: Array, place: int, lane: int) -> int:
    """Return the tempered word at a place below 227 of the state after this one."""
    mixed = (np.int64(state[place, lane]) & 0x80000000) | (np.int64(state[place + 1, lane]) & 0x7FFFFFFF)
    word = np.int64(state[place + 397, lane]) ^ (mixed >> 1)
    if mixed & 1:
        word ^= 0x9908B0DF
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return int(word ^ word >> 18)
