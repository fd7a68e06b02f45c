"""The moderators' forms about puzzles that players made."""

from fastapi.responses import RedirectResponse

from app.features.moderation.forms import decide, moderators_router
from app.features.puzzles.service import proposals
from app.features.puzzles.values.proposal import ProposalState
from app.web.dependencies import Form, Now, PlainDb

router = moderators_router()


@router.post("/take-in")
async def take_in(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Take in a puzzle that a player made: everybody is given it from then on."""
    return await decide(db, proposals.decide, form.get("puzzle", ""), ProposalState.TAKEN, now)


@router.post("/refuse")
async def refuse(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Refuse a puzzle that a player made, or take back that it was taken in."""
    return await decide(db, proposals.decide, form.get("puzzle", ""), ProposalState.REFUSED, now)
