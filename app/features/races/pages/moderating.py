"""The moderators' form about wins in races."""

from fastapi.responses import RedirectResponse

from app.features.moderation.forms import decide, moderators_router, read_moderator, read_session
from app.features.races.service import moderating
from app.web.dependencies import Form, Now, PlainDb

router = moderators_router()


@router.post("/clear")
async def clear(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Decide that nothing is wrong with a win in a race."""
    session_id, by = read_session(form), read_moderator(form, now)
    return await decide(db, moderating.clear, session_id, by)
