"""A solver process: `python -m engine.solver --memory MIB` answers questions on standard input.

It prints `{"ready": true}` when it is ready. Then it reads questions and prints answers in the same order, each one
JSON object on a line. All questions name `game` and `seconds`; those about a position also name `options`. And:

    {"ask": "judge", "position": snapshot}     {"verdict", "moves", "nodes", "circling"}
    {"ask": "par", "position": snapshot}       {"moves", "at_least", "effort"}
    {"ask": "guess", "position": snapshot}     {"tried", "won", "undecided", "moves": {move: in how many it wins}}
    {"ask": "deals", "every": [options, …],
     "first": deal, "most": count}             {"found": [[deal, band], …], "next": deal}

`circling` is true if no move that is left leads to a card coming home or turning up. A par is the shortest line that a
fixed effort finds, with a number of moves that no line is below; the effort is how many positions the solver looks at,
at most, to shorten the first line that it found. Deals are tried one after another from `first` on, until the time is
over or enough are found that can be won under each of the options; deals that would take long are skipped.
"""

import json
import os
import select
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Thread
from typing import Any

from engine.circles import FAR, goes_round
from engine.games import find
from engine.moves import legal_moves
from engine.position import Position, restore
from engine.rules import Rules
from engine.solver import Solver, Verdict, shorten, warm_up
from engine.solver.guesses import guesses
from engine.solver.proving import try_deals
from engine.solver.samples import BUILT
from engine.solver.screening import screen
from engine.solver.shortening import warm_up as warm_up_shortening
from engine.solver.shuffling import FIRST, shuffle

Document = dict[str, Any]

GUESSES = 16
"""In how many ways we lay the face-down cards."""
NODES_A_GUESS = 20_000
"""How many positions we look at in each way: counted, not timed, so that what looks the same gets the same answer."""
NODES_A_LINE = 2_000_000
"""How many positions we look at to find a line that is to be shortened."""
NODES_A_PAR = 750_000
"""How many positions we look at to shorten it: counted as well, so that anybody can repeat a par."""
NODES_A_DEAL = 200_000
"""After so many positions we skip a deal."""
DEALS_AT_A_TIME = 160
"""How many deals we screen before we search those that may be winnable."""
_NICENESS = 10


def main() -> None:
    """Answer until there are no more questions."""
    parser = ArgumentParser(prog="python -m engine.solver")
    parser.add_argument("--memory", type=int, default=512, metavar="MIB")
    memory: int = parser.parse_args().memory
    # Players who move come before players who ask.
    os.nice(_NICENESS)
    Thread(target=_end_when_nobody_hears, daemon=True).start()
    solver = Solver(memory << 20)
    warm_up()
    warm_up_shortening()
    screen(solver, BUILT, shuffle([FIRST]))
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(solver, json.loads(line))), flush=True)


def _end_when_nobody_hears() -> None:
    """End the process once nobody is left to read its answers, whatever it is doing."""
    hearing = select.poll()
    hearing.register(sys.stdout.fileno(), 0)
    if hearing.poll():
        os._exit(0)


def answer(solver: Solver, question: Mapping[str, Any]) -> Document:
    """Answer one question."""
    game = find(question["game"])
    if question["ask"] == "deals":
        every = [game.rules_with(game.settle(options)) for options in question["every"]]
        return _deals(solver, every, question["first"], question["most"], question["seconds"])
    rules = game.rules_with(game.settle(question["options"]))
    match question["ask"]:
        case "judge":
            return _judge(solver, rules, restore(rules, question["position"]), question["seconds"])
        case "par":
            return _par(solver, rules, restore(rules, question["position"]))
        case "guess":
            return _guess(solver, rules, restore(rules, question["position"]))
        case other:
            raise ValueError(f"There is no question {other}.")


def _judge(solver: Solver, rules: Rules, position: Position, seconds: float) -> Document:
    solution = solver.solve(rules, position, seconds=seconds)
    return {
        "verdict": solution.verdict,
        "moves": None if solution.moves is None else [str(move) for move in solution.moves],
        "nodes": solution.nodes,
        "circling": solution.verdict is Verdict.UNWINNABLE
        and goes_round(rules, position, legal_moves(rules, position), FAR),
    }


def _par(solver: Solver, rules: Rules, position: Position) -> Document:
    moves = solver.solve(rules, position, nodes=NODES_A_LINE).moves
    if moves is None:
        return {"moves": None, "at_least": None, "effort": NODES_A_PAR}
    shortened = shorten(solver, rules, position, moves, nodes=NODES_A_PAR)
    return {"moves": [str(move) for move in shortened.moves], "at_least": shortened.at_least, "effort": NODES_A_PAR}


def _guess(solver: Solver, rules: Rules, position: Position) -> Document:
    solutions = [solver.solve(rules, way, nodes=NODES_A_GUESS) for way in guesses(rules, position, GUESSES)]
    verdicts = Counter(solution.verdict for solution in solutions)
    first_moves = Counter(str(solution.moves[0]) for solution in solutions if solution.moves)
    return {
        "tried": len(solutions),
        "won": verdicts[Verdict.WINNABLE],
        "undecided": verdicts[Verdict.UNDECIDED],
        "moves": dict(first_moves.most_common()),
    }


def _deals(solver: Solver, every: Sequence[Rules], first: int, most: int, seconds: float) -> Document:
    found: list[tuple[int, str]] = []
    number, until = first, time.monotonic() + seconds
    while time.monotonic() < until and len(found) < most:
        for tried, band in try_deals(solver, every, range(number, number + DEALS_AT_A_TIME), NODES_A_DEAL):
            found += [(tried, band)] if band else []
            number = tried + 1
            # We look at the clock only here, so that each question gets on by a deal however slow the machine is.
            if time.monotonic() > until or len(found) == most:
                break
    return {"found": found, "next": number}


if __name__ == "__main__":
    main()
