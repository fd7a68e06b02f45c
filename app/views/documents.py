"""The JSON documents of a session."""

from typing import Any

from app.export import Export, ExportEntry, instant
from app.services.play import Turn
from app.services.rulebook import read_options
from app.store.entries import Entry
from app.store.sessions import Session
from app.views.piles import card_texts, seen_piles
from engine.cards import spell
from engine.deals import read_code
from engine.position import layout
from engine.record import Do, Status


def session_document(turn: Turn) -> dict[str, Any]:
    """Write a session as its player may see it."""
    session = turn.session
    piles = zip(layout(turn.rules).ids, seen_piles(turn.rules, turn.after), strict=True)
    return {
        "id": session.id,
        "game": session.game,
        "options": read_options(session.options),
        "rules": session.rules,
        "deal": session.told_deal,
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
        game=session.game,
        options=read_options(session.options),
        deal=session.told_deal,
        deck=spell(read_code(session.deck)),
        entries=[
            ExportEntry(seq=entry.seq, at=instant(entry.at), do=Do(entry.do), move=entry.move, auto=entry.auto)
            for entry in log
        ],
        status=Status(session.status),
    )


def export_text(session: Session, log: list[Entry]) -> str:
    """Write a session with its whole log as JSON."""
    return export_document(session, log).model_dump_json()
