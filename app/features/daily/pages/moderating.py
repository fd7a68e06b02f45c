"""The moderators' forms about results of dailies."""

from fastapi.responses import RedirectResponse

from app.features.daily.service import moderating
from app.features.moderation.forms import decide, moderators_router, read_moderator, read_session
from app.web.dependencies import Form, Now, PlainDb

router = moderators_router()


@router.post("/hide")
async def hide(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Take a result off its boards."""
    session_id, by = read_session(form), read_moderator(form, now)
    return await decide(db, moderating.hide, session_id, by)


@router.post("/show")
async def show(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Put a result back on its boards."""
    session_id, by = read_session(form), read_moderator(form, now)
    return await decide(db, moderating.show, session_id, by)
