"""Three questions to a month of games: `python -m examples.open_data FILE`, from a checkout of Rampart.

FILE is what a server offers at /data, or such a file decompressed. docs/data.md explains the answers.
"""

import io
import json
import sys
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from zstandard import ZstdDecompressor

from engine.deals import read_deck
from engine.games import find
from engine.links import chain
from engine.moves import Move, apply
from engine.position import Position, cards_home, deal, layout
from engine.record import Deed, Do
from engine.rules import Rules
from engine.solver import Solver, Verdict

SECONDS = 1.0
"""For one position; beyond that it counts as undecided, and its game is left out."""
PAUSES = (1, 2, 5, 10, 30)
"""Where one group of pauses ends and the next begins, in seconds."""


def games(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a file, one after another."""
    with file.open("rb") as raw:
        packed = raw.peek(4).startswith(b"\x28\xb5\x2f\xfd")
        source = ZstdDecompressor().stream_reader(raw, read_across_frames=True) if packed else raw
        for line in io.TextIOWrapper(source, encoding="utf-8"):
            yield json.loads(line)


def line(game: dict[str, Any]) -> tuple[Rules, list[Position], list[tuple[Move, int]]]:
    """Return the positions and moves of a game, without what was taken back, and the pause before each move."""
    rules = find(game["game"]).settle(game["options"]).rules
    deeds = [
        Deed(Do(entry["do"]), Move.read(entry["move"]) if "move" in entry else None, entry.get("auto", False))
        for entry in game["entries"]
    ]
    logged = chain([deed for deed in deeds if deed.do is not Do.GIVE_UP])
    kept, moves = set(logged.standing()), list[tuple[Move, int]]()
    for deed, link, entry in zip(deeds, logged.links, game["entries"], strict=False):
        if deed.move and link.request in kept:
            moves.append((deed.move, entry["ms"]))
    positions = [deal(rules, read_deck(game["deck"]))]
    for move, _ in moves:
        positions.append(apply(rules, positions[-1], move))
    return rules, positions, moves


def lost_at(solver: Solver, rules: Rules, positions: list[Position]) -> int | None:
    """Return the place of the move that lost the win; None if none did, or the solver cannot say."""

    def verdict(place: int) -> Verdict:
        return solver.judge(rules, positions[place], seconds=SECONDS)

    low, high = 0, len(positions) - 1
    if verdict(low) is not Verdict.WINNABLE or verdict(high) is not Verdict.UNWINNABLE:
        return None
    # What is lost stays lost, so halving finds the one move between.
    while high - low > 1:
        middle = (low + high) // 2
        match verdict(middle):
            case Verdict.WINNABLE:
                low = middle
            case Verdict.UNWINNABLE:
                high = middle
            case _:
                return None
    return low


def kind(rules: Rules, before: Position, move: Move) -> str:
    """Describe in a word where a move went."""
    match move.target[0]:
        case "f":
            return "home"
        case "c":
            return "to a cell"
        case _:
            target = layout(rules).index[move.target]
            return "onto a card" if before.piles[target] else "to a space"


def where_wins_are_lost(solver: Solver, file: Path) -> Iterator[str]:
    """Yield, by game, what moves lost the win, beside how usual such moves are, and how far the game was."""
    losing: defaultdict[str, Counter[str]] = defaultdict(Counter)
    usual: defaultdict[str, Counter[str]] = defaultdict(Counter)
    home = Counter[str]()
    for game in games(file):
        rules, positions, moves = line(game)
        place = lost_at(solver, rules, positions) if game["outcome"] == "given-up" else None
        if place is not None:
            losing[game["game"]][kind(rules, positions[place], moves[place][0])] += 1
            usual[game["game"]].update(kind(rules, positions[at], moves[at][0]) for at in range(place))
            home[game["game"]] += cards_home(rules, positions[place])
    for slug, kinds in sorted(losing.items()):
        lost, made = kinds.total(), usual[slug].total()
        yield f"{slug}: {lost} wins lost, with {home[slug] / lost:.0f} cards home on average"
        for each, count in kinds.most_common():
            yield f"  {each}: {count / lost:.0%} of the moves that lost, {usual[slug][each] / made:.0%} of those before"


def how_pauses_and_mistakes_go_together(solver: Solver, file: Path) -> Iterator[str]:
    """Yield, by the pause before a move, how many of the moves made while the game could be won lost it."""
    made, lost = Counter[int](), Counter[int]()
    for game in games(file):
        if game["verdict"] == "winnable" and not game["company"]:
            rules, positions, moves = line(game)
            place = lost_at(solver, rules, positions)
            if game["outcome"] == "won" or place is not None:
                groups = [bisect(PAUSES, pause / 1000) for _, pause in moves[: None if place is None else place + 1]]
                made.update(groups)
                lost.update(groups[-1:] if place is not None else ())
    for group, count in sorted(made.items()):
        pause = f"under {PAUSES[group]} s" if group < len(PAUSES) else "longer"
        yield f"{pause}: {lost[group]} of {count} moves lost the win, {lost[group] / count:.1%}"


def how_hard_deals_are(file: Path) -> Iterator[str]:
    """Yield, by game and by what is known of the deal, how many games were won, and in how many steps."""
    ended: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    steps: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for game in games(file):
        key = game["game"], game["verdict"] or "not known"
        ended[key][game["outcome"]] += 1
        if game["outcome"] == "won":
            steps[key].append(len(line(game)[2]))
    for (slug, verdict), outcomes in sorted(ended.items()):
        usual = f", in {median(steps[slug, verdict]):.0f} steps as a rule" if steps[slug, verdict] else ""
        yield f"{slug}, deal {verdict}: {outcomes['won']} of {outcomes.total()} games won{usual}"


def main() -> None:
    """Answer all three."""
    file, solver = Path(sys.argv[1]), Solver()
    for title, answers in (
        ("Where do players lose wins?", where_wins_are_lost(solver, file)),
        ("How do pauses and mistakes go together?", how_pauses_and_mistakes_go_together(solver, file)),
        ("How hard are deals?", how_hard_deals_are(file)),
    ):
        print(title)
        for answer in answers:
            print(f"  {answer}", flush=True)


if __name__ == "__main__":
    main()
