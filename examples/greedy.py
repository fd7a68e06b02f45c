"""A simple program that plays: a card home if one can go, else a card onto another, never back to where it was.

`python -m examples.greedy http://127.0.0.1:8000 play fortress 3` plays a deal and says how it went. `race fortress`
instead waits for somebody to race at that game and runs the race, and `join BCDFGH` joins a race by its code. With a
token in RAMPART_TOKEN it plays as its account. It uses nothing of Rampart but its client.
"""

import os
import sys
import time
from random import Random

from rampart_client import Rampart
from rampart_client.calls import Options, Race, Session, begin, join_race, look, seek, waiting

MOST_MOVES = 300
CHOICES = {"stalactites": {"by": "ones"}}
"""What a game asks before it is played, and how we answer."""


def chosen(board: Session, moves: list[str], seen: set[str], random: Random) -> str | None:
    """Return the move to make; None if the program knows none that leads on.

    `seen` are the boards that a move has led away from, so that it does not go round in circles.
    """
    home = [text for text in moves if _to(text).startswith("f")]
    onto = [text for text in moves if _to(text).startswith("t") and board.piles[_to(text)]]
    for some in (home, onto, moves):
        fresh = [text for text in some if f"{sorted(board.piles.items())} {text}" not in seen]
        if fresh:
            text = random.choice(fresh)
            seen.add(f"{sorted(board.piles.items())} {text}")
            return text
    return None


def play(rampart: Rampart, board: Session, seed: int = 0) -> Session:
    """Play a game until it is over or no move leads on; return its last state."""
    random, seen = Random(seed), set[str]()
    for _ in range(MOST_MOVES):
        if board.is_over:
            break
        text = chosen(board, rampart.do(board.legal_moves()), seen, random)
        if text is None:
            break
        board = rampart.do(board.move(text))
    return board


def pair(rampart: Rampart, game: str, options: Options = None) -> str:
    """Wait until somebody wants to race at a game; return the race's code."""
    code = rampart.do(seek(game, options=options))
    while code is None:
        time.sleep(2)
        code = rampart.do(waiting())
    return code


def race(rampart: Rampart, code: str, heats: int | None = None) -> None:
    """Run that many heats of a race, or until the stream ends; whenever it can, the program is ready for the next."""
    joined, run = rampart.do(join_race(code)), set[str]()
    for room in rampart.listen(joined.news()):
        if not isinstance(room, Race):
            continue
        table = room.session
        if table and table not in run:
            run.add(table)
            end = play(rampart, rampart.do(look(table)))
            if not end.is_over:
                # The others would wait for us until the heat's time is up.
                rampart.do(end.act("give-up"))
        elif len(run) == heats and room.stage == "gathering":
            return
        elif room.stage == "gathering" and any(one.you and not one.ready for one in room.racers):
            rampart.do(joined.act("ready"))


def main() -> None:
    """Do what the arguments say."""
    address, what, which, *more = sys.argv[1:]
    with Rampart(address, os.environ.get("RAMPART_TOKEN")) as rampart:
        if what == "play":
            deal = more[0] if more else None
            end = play(rampart, rampart.do(begin(which, deal=deal, options=CHOICES.get(which))))
            print(f"{end.status}: {end.home} cards home in {end.steps} steps")
        elif what == "race":
            race(rampart, pair(rampart, which, CHOICES.get(which)), heats=1)
        else:
            race(rampart, which)


def _to(text: str) -> str:
    return text.partition("-")[2].partition(":")[0]


if __name__ == "__main__":
    main()
