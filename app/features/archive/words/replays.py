"""A finished game for others to watch, step by step and as text."""

from collections.abc import Collection
from dataclasses import replace

from app.core.words import sentence
from app.play.service.course import PlayedCourse, Stop
from app.play.service.replays import Replay
from app.play.values.event import EVENTS
from app.play.values.session import Entry
from app.play.words.reasons import move_sentence
from app.play.words.sharing import ending_words, game_words, shared_words
from app.play.words.walk import Walk, WalkPage, played_page
from engine.record import Do


def moves_text(replay: Replay, stops: list[Stop], log: list[Entry]) -> str:
    """Write a game as lines of text: its title, then every entry with the number of its step."""
    result = replay.result
    lines = [shared_words(result), f"Rules of Rampart, version {result.session.version}.", ""]
    steps = 0
    for entry, stop, before in zip(log, stops[1:], stops, strict=False):
        if stop.by is None:
            lines.append(f"      {entry.do}")
            continue
        steps += 1
        words = move_sentence(result.rules, before.position, stop.by)
        lines.append(f"{steps:4}. {entry.move!s:<9}{words}{' (automatic)' if entry.auto else ''}")
    if log and log[-1].do == Do.GIVE_UP:
        lines.append("      given up")
    return "".join(f"{line}\n" for line in lines)


def replay_walk(replay: Replay, course: PlayedCourse, lost: Collection[int], step: int) -> WalkPage:
    """Show a game after that many entries of its log; `lost` has the steps that are known to have lost it."""
    result, session = replay.result, replay.result.session
    address, table = f"/replays/{session.id}", f"/sessions/{session.id}"
    back = (table, "The table") if session.sealed else (f"{address}/moves.txt", "The moves as text")
    walk = Walk(game_words(result), address, "step", *back)
    return replace(played_page(walk, course, step, lost), name=sentence(ending_words(result)))


def event_kinds() -> list[str]:
    """Return what events with whole games are called; the moves of a game are secret until its event is over."""
    return sorted(event.kind for event in EVENTS if event.whole_game)
