"""A solver process: `python -m engine.solver --memory MIB` answers questions on standard input.

`engine.asking` defines the questions and the answers, one line each. The process says `Ready` when it can take
questions, and answers them in order.
"""

import os
import select
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from threading import Thread

from engine.asking import (
    OUT_OF_MEMORY,
    Answer,
    FindDeals,
    FindPar,
    FindPuzzle,
    FoundDeals,
    Guess,
    Judgement,
    JudgePosition,
    LabelMoves,
    MakeGuesses,
    Mined,
    Par,
    Question,
    Ready,
    VariantPosition,
    Verdict,
    read_question,
    texts_of,
    written,
)
from engine.games import find
from engine.moves import Move, legal_moves
from engine.position import Position
from engine.puzzles import written_puzzle
from engine.record import FAR, goes_round
from engine.rules import Rules
from engine.solver import Solver, shorten, warm_up
from engine.solver.compiled import one_at_a_time
from engine.solver.guesses import guesses
from engine.solver.labelling import label
from engine.solver.mining import Mine
from engine.solver.proving import try_deals
from engine.solver.samples import BUILT
from engine.solver.screening import screen
from engine.solver.shortening import warm_up as warm_up_shortening
from engine.solver.shuffling import FIRST, shuffle

GUESSES = 16
"""How many arrangements of the face-down cards we try."""
NODES_A_GUESS = 20_000
"""How many positions we look at for each arrangement. Unlike a time limit, this repeats its answers exactly."""
NODES_A_LINE = 2_000_000
"""How many positions we look at to find a line for a par."""
NODES_A_PAR = 750_000
"""How many positions we look at to shorten that line: a count again, so that anybody can repeat a par."""
NODES_A_DEAL = 200_000
"""After this many positions we skip a deal."""
DEALS_AT_A_TIME = 160
"""How many deals we screen before we search those that may be winnable."""
_NICENESS = 10


def main() -> None:
    """Answer until there are no more questions. Without enough memory, end with the exit code `OUT_OF_MEMORY`."""
    try:
        _answer_all()
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


def _answer_all() -> None:
    parser = ArgumentParser(prog="python -m engine.solver")
    parser.add_argument("--memory", type=int, default=512, metavar="MIB")
    memory: int = parser.parse_args().memory
    # Requests of players who move come before questions to the solver.
    os.nice(_NICENESS)
    Thread(target=_end_when_nobody_hears, daemon=True).start()
    solver = Solver(memory << 20)
    with one_at_a_time():
        warm_up()
        warm_up_shortening()
        screen(solver, BUILT, shuffle([FIRST]))
    _say(Ready())
    for line in sys.stdin:
        _say(answer(solver, read_question(line)))


def _say(said: Answer | Ready) -> None:
    print(written(said).decode(), flush=True)


def _end_when_nobody_hears() -> None:
    """End this process as soon as nobody is left to read its answers, whatever it is doing."""
    hearing = select.poll()
    hearing.register(sys.stdout.fileno(), 0)
    if hearing.poll():
        os._exit(0)


def answer(solver: Solver, question: Question) -> Answer:
    """Answer one question."""
    match question:
        case FindDeals():
            return _deals(solver, question)
        case JudgePosition(about, seconds):
            return _judge(solver, *_place(about), seconds)
        case FindPar(about):
            return _par(solver, *_place(about))
        case MakeGuesses(about):
            return _guess(solver, *_place(about))
        case LabelMoves(about, known, seconds):
            return label(solver, *_place(about), known, seconds)
        case FindPuzzle():
            return _mine(solver, question)


def _place(about: VariantPosition) -> tuple[Rules, Position]:
    rules = find(about.game).settle(about.options).rules
    return rules, about.read(rules)


def _judge(solver: Solver, rules: Rules, position: Position, seconds: float) -> Judgement:
    solution = solver.solve(rules, position, seconds=seconds)
    lost = solution.verdict is Verdict.UNWINNABLE
    circling = lost and goes_round(rules, position, legal_moves(rules, position), FAR)
    moves = None if solution.moves is None else texts_of(solution.moves)
    return Judgement(solution.verdict, moves, solution.nodes, circling)


def _par(solver: Solver, rules: Rules, position: Position) -> Par:
    moves = solver.solve(rules, position, nodes=NODES_A_LINE).moves
    if moves is None:
        return Par(None, None, NODES_A_PAR)
    shortened = shorten(solver, rules, position, moves, nodes=NODES_A_PAR)
    return Par(texts_of(shortened.moves), shortened.at_least, NODES_A_PAR)


def _guess(solver: Solver, rules: Rules, position: Position) -> Guess:
    solutions = [solver.solve(rules, way, nodes=NODES_A_GUESS) for way in guesses(rules, position, GUESSES)]
    verdicts = Counter(solution.verdict for solution in solutions)
    first_moves = Counter(str(solution.moves[0]) for solution in solutions if solution.moves)
    won, undecided = verdicts[Verdict.WINNABLE], verdicts[Verdict.UNDECIDED]
    return Guess(len(solutions), won, undecided, dict(first_moves.most_common()))


def _mine(solver: Solver, asked: FindPuzzle) -> Mined:
    mine = Mine(solver, find(asked.game).settle(asked.options))
    puzzle = mine.dig_at(asked.deal, tuple(map(Move.read, asked.moves)))
    return Mined(written_puzzle(puzzle) if puzzle else None)


def _deals(solver: Solver, asked: FindDeals) -> FoundDeals:
    game, found = find(asked.game), list[tuple[int, str]]()
    every = [game.settle(options).rules for options in asked.every]
    number, until = asked.first, time.monotonic() + asked.seconds
    while time.monotonic() < until and len(found) < asked.most:
        for tried, band in try_deals(solver, every, range(number, number + DEALS_AT_A_TIME), NODES_A_DEAL):
            found += [(tried, band)] if band else []
            number = tried + 1
            # Look at the clock only here, so that each question tries at least one deal, even on a slow machine.
            if time.monotonic() > until or len(found) == asked.most:
                break
    return FoundDeals(found, number)


if __name__ == "__main__":
    main()
