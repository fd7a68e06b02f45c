"""Analysis for programs: what every move of a position leads to."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field, StrictInt, StrictStr

from app.core.bounds import LONGEST_LOG
from app.core.refusals import Malformed
from app.core.store.database import Connection
from app.features.study.documents import AnalysisDocument
from app.features.study.pages.analysis import labels_when
from app.features.study.service import analysis
from app.features.study.service.analysis import Analysis, AnalysisLine
from app.people.token import Scope
from app.play.api.sessions import GameAsked, OptionsAsked, requested_variant
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Db, Now, Player, Reading, server
from app.web.limits import RequestKind, counted_as
from app.web.tokens import open_to
from engine.deals import Deck, deal_number, read_deck, shuffled
from engine.descent import DealQuery
from engine.games import find
from engine.moves import Move
from engine.rules import InvalidOption
from engine.variations import Variations

SECONDS, SECONDS_TO_SHORTEN = 25.0, 1.5
"""How long an answer waits for verdicts, and after that for shorter lines."""


class PositionAsked(Body):
    """A deal and moves made on it. The server analyses the position that they lead to."""

    game: GameAsked
    options: OptionsAsked
    deal: StrictInt | StrictStr | None = Field(None, description="A deal number.", examples=["17"])
    deck: StrictStr | None = Field(None, description="A deck text: 52 cards in dealing order, separated by spaces.")
    moves: list[StrictStr] = Field(
        default_factory=list, max_length=LONGEST_LOG, description="The moves made.", examples=[["t0-c0"]]
    )


_REFUSALS = refusals(
    {
        403: "An open event uses this deal, or one too much like it.",
        404: "There is no such game or deal.",
        422: "A move is not legal where it stands, the game has no such option, or you are playing this deal.",
        503: "The server cannot reach the games at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/analysis", tags=["analysis"], responses=_REFUSALS, dependencies=[Depends(require_json)]
)


@router.post(
    "", operation_id="analyse_position", openapi_extra=body_entry(PositionAsked), dependencies=[Reading],
    response_description="The labels of the moves.",
)  # fmt: skip
@counted_as(RequestKind.ANALYSIS)
@open_to(Scope.PLAY)
async def analyse(
    request: Request, body: Annotated[PositionAsked, json_body(PositionAsked)], db: Db, player: Player, now: Now
) -> AnalysisDocument:
    """Find out whether a position can be won, and what each of its moves leads to.

    A verdict that takes more than 25 seconds is `undecided`. In a game with face-down cards, the solver sees them all.
    """
    tree = Variations.of_line(map(Move.read, body.moves))
    (number, deck), slug = _deal(body), body.game
    game = find(slug)

    def lay_out(connection: Connection) -> Analysis:
        try:
            variant = requested_variant(slug, body.options)
        except InvalidOption:
            # Whether the deal may be analysed comes first.
            analysis.check(connection, game, DealQuery(game.rules, deck, ()), player, now)
            raise
        return analysis.lay_out(connection, AnalysisLine(variant, number, deck, tree, len(tree.moves)), player, now)

    asked = await db.study(lay_out)
    labels = await db.write(analysis.ask, asked, player, now)
    if labels.open:
        server(request).wake()
        labels = await labels_when(db, asked, player, labels, lambda known: known.decided, SECONDS)
        labels = await labels_when(db, asked, player, labels, lambda known: not known.open, SECONDS_TO_SHORTEN)
    return AnalysisDocument.of(labels)


def _deal(body: PositionAsked) -> tuple[int | None, Deck]:
    if (body.deal is None) == (body.deck is None):
        raise Malformed("Send either a deal number or a deck.")
    if body.deck is not None:
        return None, read_deck(body.deck)
    number = deal_number(str(body.deal))
    return number, shuffled(number)
