"""A simple program that plays: a card home if one can go, else a card onto another, never back to where it was.

`python -m rampart_client.greedy http://127.0.0.1:8000 fortress 3` plays a deal and says how it went.
"""

import sys
from collections.abc import Sequence
from random import Random

from rampart_client import Rampart, Session
from rampart_client.calls import begin, legal_moves, move

MOST_MOVES = 300


def chosen(board: Session, moves: Sequence[str], seen: set[str], random: Random) -> str | None:
    """Return the move to make; None if the program knows none that leads on.

    `seen` are the boards that a move has led away from, so that it does not go round in circles.
    """
    home = [text for text in moves if _to(text).startswith("f")]
    onto = [text for text in moves if _to(text).startswith("t") and board.piles[_to(text)]]
    for some in (home, onto, list(moves)):
        fresh = [text for text in some if f"{sorted(board.piles.items())} {text}" not in seen]
        if fresh:
            text = random.choice(fresh)
            seen.add(f"{sorted(board.piles.items())} {text}")
            return text
    return None


def play(rampart: Rampart, board: Session, seed: int = 0) -> Session:
    """Play a game until it is over or no move leads on; return how it stands."""
    random, seen = Random(seed), set[str]()
    for _ in range(MOST_MOVES):
        if board.is_over:
            break
        text = chosen(board, rampart.do(legal_moves(board)).moves, seen, random)
        if text is None:
            break
        board = rampart.do(move(board, text))
    return board


def _to(text: str) -> str:
    return text.partition("-")[2].partition(":")[0]


if __name__ == "__main__":
    address, game, *deal = sys.argv[1:]
    with Rampart(address) as player:
        end = play(player, player.do(begin(game, deal=deal[0] if deal else None)))
    print(f"{end.status}: {end.home} cards home in {end.steps} steps")
