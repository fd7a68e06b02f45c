"""The JSON documents of sessions and puzzles."""

from typing import Any

from app.model.export import Export, ExportEntry, instant
from app.model.session import Entry, Session
from app.services.play import Turn
from app.views.piles import card_texts, seen_at
from app.views.task import goal_sentence
from engine.cards import spell
from engine.moves import Move
from engine.position import layout
from engine.puzzles import Puzzle, goal_document


def session_document(turn: Turn) -> dict[str, Any]:
    """Write a session as its player may see it."""
    session = turn.session
    piles = zip(layout(turn.rules).ids, seen_at(session, turn.after), strict=True)
    return {
        "id": session.id,
        "game": session.variant.game.slug,
        "options": session.variant.options,
        "rules": session.version,
        "deal": told_deal(session),
        "seq": session.seq,
        "status": session.status,
        "piles": {pile: card_texts(cards) for pile, cards in piles},
        "steps": session.steps,
        "undos": session.undos,
    }


def export_document(session: Session, log: list[Entry]) -> Export:
    """Write a session with its whole log."""
    return Export(
        rampart=1,
        rules=1,
        game=session.variant.game.slug,
        options=dict(session.variant.options),
        deal=told_deal(session),
        deck=spell(session.deck),
        entries=[
            ExportEntry(seq=entry.seq, at=instant(entry.at), do=entry.do, move=move_text(entry.move), auto=entry.auto)
            for entry in log
        ],
        status=session.status,
    )


def puzzle_document(puzzle: Puzzle, rating: int) -> dict[str, Any]:
    """Write a puzzle without its way."""
    return {
        "id": puzzle.id,
        "game": puzzle.variant.game.slug,
        "options": puzzle.variant.options,
        "deck": spell(puzzle.deck),
        "moves": list(map(str, puzzle.moves)),
        "goal": goal_document(puzzle.goal),
        "goal_text": goal_sentence(puzzle.goal),
        "rating": rating,
        "themes": list(puzzle.themes),
    }


def told_deal(session: Session) -> str | None:
    """Write the deal number as far as it may be told; JSON has no whole numbers of twenty digits."""
    return None if session.told_deal is None else str(session.told_deal)


def move_text(move: Move | None) -> str | None:
    """Write a move, if there is one."""
    return None if move is None else str(move)


def export_text(session: Session, log: list[Entry]) -> str:
    """Write a session with its whole log as JSON."""
    return export_document(session, log).model_dump_json()
