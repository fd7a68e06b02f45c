"""The stream of a race for programs: what changes, as lines of JSON."""

from functools import partial

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from app.core.live.lines import LineStream, StreamLine
from app.core.live.topics import News
from app.features.races.api.races import RaceCode
from app.features.races.documents import RaceDocument, RaceLine, ReactionLine, RunLine
from app.features.races.news import race_topic
from app.features.races.pages.races import attending
from app.features.races.pages.reading import see
from app.features.races.service import races
from app.people.token import Scope
from app.play.api.streams import REFUSALS, as_json_line, check_identity, line, stream_entry
from app.web.bodies import require_json
from app.web.dependencies import Db, Visitor
from app.web.listening import lines
from app.web.schemas import any_line
from app.web.tokens import open_to

_STREAM = stream_entry(any_line("RaceStreamLine", "A line of the stream of a race.", (RaceLine, RunLine, ReactionLine)))

router = APIRouter(prefix="/api/v1", tags=["streams"], responses=REFUSALS, dependencies=[Depends(require_json)])


@router.get("/races/{code}/stream", responses=_STREAM, response_class=Response)
@open_to(Scope.RACE, Scope.READ)
async def stream_race(request: Request, code: RaceCode, db: Db, visitor: Visitor) -> LineStream:
    """Listen to a race: `{"type": "race", "race": …}` with the whole race, at once and when its room changes.

    `{"type": "run", "run", "home", "steps", "status"}` says how far a racer is, and `{"type": "reaction", "name",
    "reaction", "words"}` what a racer says to the others. An empty line comes every 15 seconds.
    While the stream is open, you count as present.
    """
    race = await db.read(races.look, code)

    tell = partial(_race_line, request, code, visitor)
    return lines(request, race_topic(race.code), tell, attending(request, race, visitor), partial(check_identity, db))


async def _race_line(request: Request, code: str, visitor: str | None, news: News) -> StreamLine:
    if news.kind in {"run", "reaction"}:
        return await as_json_line(news)
    seen = await see(request, code, visitor)

    def draw(viewer: str | None) -> bytes:
        race = RaceDocument.of(seen.race, viewer, seen.now, seen.beside.rated)
        return line(RaceLine(type="race", race=race))

    return StreamLine(seen.drawn("line", visitor, draw))
