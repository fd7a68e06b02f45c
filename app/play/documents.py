"""The documents of sessions."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, Field

from app.play.service.play import standing
from app.play.table.piles import card_texts, piles_at
from app.play.values.export import Export, ExportEntry, instant
from app.play.values.session import Entry, Session, Stale, Turn
from app.web.trouble import Trouble
from engine.cards import spell
from engine.moves import Move
from engine.position import layout
from engine.record import Status


class SessionDocument(BaseModel):
    """A session as its player may see it."""

    id: str = Field(description="What its address and the other endpoints call it.", examples=["k3v9q0w2x7m4n8ta"])
    game: str = Field(description="The game's slug.", examples=["stonewall"])
    options: Mapping[str, str] = Field(description="A value for each option of the game.", examples=[{"cell": "one"}])
    rules: int = Field(description="The version of the rules.", examples=[1])
    deal: str | None = Field(description="The deal number; null for a hand-made deck.", examples=["17"])
    seq: int = Field(
        description="The number of entries in the log. With an action, send the one you saw.", examples=[0]
    )
    status: Status = Field(description="A `stuck` game has no legal move, but you can undo.", examples=["playing"])
    piles: dict[str, list[str]] = Field(
        description="The cards of each pile, top card last. A face-down card is `??`.",
        examples=[{"t0": ["??", "TH"], "f0": ["AC"]}],
    )
    steps: int = Field(description="Moves made, including those taken back.", examples=[12])
    undos: int = Field(description="Undo requests.", examples=[1])

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Write a session as its player may see it."""
        session = turn.session
        piles = zip(layout(turn.rules).ids, piles_at(session, turn.after), strict=True)
        return cls(
            id=session.id,
            game=session.variant.game.slug,
            options=session.variant.options,
            rules=session.version,
            deal=_visible_deal(session),
            seq=session.seq,
            status=session.status,
            piles={pile: card_texts(cards) for pile, cards in piles},
            steps=session.steps,
            undos=session.undos,
        )


class StaleTrouble(Trouble):
    """Why the server refused an action on an older board, and the current board."""

    session: SessionDocument = Field(description="The session as it is now.")
    recorded: str | None = Field(
        description="The move in the log at the `seq` you sent, if any. If it is yours, the server has made it.",
        examples=["t3-t5:4"],
    )

    @classmethod
    def of(cls, stale: Stale) -> Self:
        """Write a refusal with the board as its player may see it."""
        session = SessionDocument.of(standing(stale.session))
        return cls(detail=stale.sentence, code=stale.code, session=session, recorded=_move_text(stale.recorded))


class LegalMoves(BaseModel):
    """The legal moves."""

    seq: int = Field(description="The `seq` of the board on which they are legal.")
    moves: list[str] = Field(description="Move texts, sorted.", examples=[["c0-f1", "t3-t5:4"]])


class SessionLine(BaseModel):
    """A line of the stream of a game: the game, at once and after each change."""

    type: Literal["session"] = Field(description="What the line is.")
    session: SessionDocument = Field(description="The session as it is now.")


class HealLine(BaseModel):
    """The first line of the stream of events, and any after which you may have missed something: look again."""

    type: Literal["heal"] = Field(description="What the line is.")


class GameLine(BaseModel):
    """A line of the stream of events: somebody did something in a game of yours, here or elsewhere."""

    type: Literal["game"] = Field(description="What the line is.")
    session: str = Field(description="The `id` of the session.")
    seq: int = Field(description="The number of entries in its log now.")
    status: Status = Field(description="How the game stands now.")


def export_document(session: Session, log: list[Entry]) -> Export:
    """Write a session with its whole log."""
    return Export(
        rampart=1,
        rules=1,
        game=session.variant.game.slug,
        options=dict(session.variant.options),
        deal=_visible_deal(session),
        deck=spell(session.deck),
        entries=[
            ExportEntry(seq=entry.seq, at=instant(entry.at), do=entry.do, move=_move_text(entry.move), auto=entry.auto)
            for entry in log
        ],
        status=session.status,
    )


def export_text(session: Session, log: list[Entry]) -> str:
    """Write a session with its whole log as JSON."""
    return export_document(session, log).model_dump_json()


def _visible_deal(session: Session) -> str | None:
    """Return the deal number, None while it is secret; as text, since JSON has no whole numbers of twenty digits."""
    return None if session.visible_deal is None else str(session.visible_deal)


def _move_text(move: Move | None) -> str | None:
    return None if move is None else str(move)
