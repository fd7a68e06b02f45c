"""The moderators' forms, also those in sections of other features, and the answer to a decision."""

from fastapi import APIRouter, Depends
from fastapi.responses import RedirectResponse

from app.core.store.database import Database, P, Transaction
from app.core.typed import read_line
from app.features.moderation.service.moderation import Moderator
from app.features.moderation.values import LONGEST_REASON
from app.web.operators import lead_back, let_in

_PAGE = "/operator/moderation"
_OPERATOR = "operator"


def moderators_router() -> APIRouter:
    """Return a router for addresses below the moderators' page, which asks for the operator's password."""
    return APIRouter(prefix=_PAGE, dependencies=[Depends(let_in)])


def read_moderator(form: dict[str, str], now: int) -> Moderator:
    """Return who decides, with the reason in a form; raise `Malformed`."""
    return Moderator(_OPERATOR, now, read_line(form.get("reason", ""), LONGEST_REASON, "A reason"))


def read_session(form: dict[str, str]) -> str:
    """Return the session that a form names, by its id or by an address that ends with it."""
    return form.get("session", "").strip().rstrip("/").rpartition("/")[2]


async def decide(
    db: Database, transaction: Transaction[P, object], /, *args: P.args, **kwargs: P.kwargs
) -> RedirectResponse:
    """Lead back to the moderators' page, which says whether a transaction changed anything."""
    return lead_back(_PAGE, await db.write(transaction, *args, **kwargs))
