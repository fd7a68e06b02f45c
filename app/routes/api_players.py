"""The JSON API for players: an account for the guest, signing in and out."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, StrictStr

from app.deps import Acting, Address, Doorway, Now, PlainDb, Visiting, forget, remember
from app.routes.bodies import Body, Trouble, documented, json_body, require_json
from app.services import accounts


class Credentials(Body):
    """Who somebody is, and how that is known."""

    name: StrictStr = Field(examples=["Ann"])
    password: StrictStr = Field(examples=["a long sentence is a good password"])


class PlayerDocument(BaseModel):
    """A player with an account."""

    name: str = Field(description="The name as others see it.", examples=["Ann"])


class NewPlayerDocument(PlayerDocument):
    """A player whose account was just made."""

    recovery_codes: list[str] = Field(
        description="Each lets its owner in once without the password. They are never given again.",
        examples=[["k3v9-q0w2-x7m4-n8ta"]],
    )


_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Trouble, "description": "The body cannot be read, or a name or password has not the right form."},
    401: {"model": Trouble, "description": "Name and password do not go together, or the cookie counts no more."},
    403: {"model": Trouble, "description": "A browser sent it for another site."},
    413: {"model": Trouble, "description": "The body is larger than a request may be."},
    415: {"model": Trouble, "description": "The body is not sent as JSON."},
    429: {"model": Trouble, "description": "There were too many attempts of late."},
    503: {"model": Trouble, "description": "The players cannot be reached just now."},
}
_TAKEN: dict[int | str, dict[str, Any]] = {
    422: {
        "model": Trouble,
        "description": "The name is taken, or looks like one that is; or the player has one.",
    }
}
_NOBODY: dict[int | str, dict[str, Any]] = {404: {"model": Trouble, "description": "There is nobody to sign out."}}

router = APIRouter(prefix="/api/v1", tags=["players"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.post(
    "/players", response_model=NewPlayerDocument, responses=_TAKEN, openapi_extra=documented(Credentials),
    response_description="The player, with the recovery codes.",
)  # fmt: skip
async def claim(
    request: Request,
    body: Annotated[Credentials, json_body(Credentials)],
    visit: Acting,
    now: Now,
    entrance: Doorway,
    address: Address,
) -> JSONResponse:
    """Make an account of the guest whose cookie comes along, with all that was played; the answer brings a new one."""
    claimed = await entrance.claim(visit, body.name, body.password, address, now)
    remember(request, claimed.visit)
    return JSONResponse({"name": claimed.name, "recovery_codes": claimed.codes})


# The address below `players` is that of a program that reads the list of addresses differently.
@router.post("/players/login", include_in_schema=False)
@router.post(
    "/login", response_model=PlayerDocument, openapi_extra=documented(Credentials), response_description="The player.",
)  # fmt: skip
async def sign_in(
    request: Request,
    body: Annotated[Credentials, json_body(Credentials)],
    visit: Visiting,
    db: PlainDb,
    entrance: Doorway,
    address: Address,
) -> JSONResponse:
    """Sign in by name and password. What was played as a guest comes along; the answer brings a new cookie."""
    known = await entrance.sign_in(body.name, body.password, address, visit)
    remember(request, known)
    account = await db.read(lambda connection: accounts.own(connection, known))
    return JSONResponse({"name": account.name})


@router.post("/players/logout", include_in_schema=False)
@router.post("/logout", response_model=PlayerDocument, responses=_NOBODY, response_description="Who is signed out.")
async def sign_out(request: Request, visit: Visiting, db: PlainDb) -> JSONResponse:
    """Sign out: the answer takes the cookie back. A guest stays, whose games nobody could come back to."""
    account = await db.read(lambda connection: accounts.own(connection, visit))
    forget(request)
    return JSONResponse({"name": account.name})
