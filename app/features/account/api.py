"""The JSON API for players: making an account, signing in and signing out."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field, StrictStr

from app.core.refusals import NotFound
from app.core.store.database import Connection
from app.features.account.documents import NewPlayerDocument, PlayerDocument, WhoDocument
from app.features.account.pages.account import part_from_guest
from app.features.account.service import own_account
from app.people.rows.accounts import Account
from app.people.service import accounts
from app.people.token import Scope
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Acting, Address, Doorway, Now, PlainDb, Visiting, forget, remember
from app.web.tokens import open_to
from app.web.trouble import Trouble


class Credentials(Body):
    """A name and its password."""

    name: StrictStr = Field(description="The name of the account.", examples=["Ann"])
    password: StrictStr = Field(description="Its password.", examples=["a long sentence is a good password"])


class Confirmation(Body):
    """The password, once more."""

    password: StrictStr = Field(
        description="The password of your account.", examples=["a long sentence is a good password"]
    )


_REFUSALS = refusals(
    {
        400: "The server cannot read the body, or the name or password does not have the right form.",
        401: "The name and the password do not match, or the cookie no longer works.",
        403: "A browser sent the request for another site.",
        429: "There have been too many attempts lately.",
        503: "The server cannot reach the players at the moment.",
    }
)
_TAKEN: dict[int | str, dict[str, Any]] = {
    422: {
        "model": Trouble,
        "description": "The name is taken or looks like one that is taken, or you already have an account.",
    }
}
_NO_ACCOUNT: dict[int | str, dict[str, Any]] = {404: {"model": Trouble, "description": "You have no account."}}
_NO_BOT: dict[int | str, dict[str, Any]] = {
    422: {"model": Trouble, "description": "The account is a bot already, or has been ranked among people."}
}
_FOR_ANYBODY: dict[str, Any] = {"security": []}
"""The OpenAPI entry of endpoints by which somebody only becomes known."""
_NOBODY: dict[int | str, dict[str, Any]] = {404: {"model": Trouble, "description": "There is nobody to sign out."}}

router = APIRouter(prefix="/api/v1", tags=["players"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.post(
    "/players", operation_id="make_account", responses=_TAKEN, openapi_extra=_FOR_ANYBODY | body_entry(Credentials),
    response_description="The player, with the recovery codes.",
)  # fmt: skip
async def claim(
    request: Request,
    body: Annotated[Credentials, json_body(Credentials)],
    visit: Acting,
    now: Now,
    entrance: Doorway,
    address: Address,
) -> NewPlayerDocument:
    """Turn the guest whose cookie you send into an account, with all its games. The answer brings a new cookie."""
    claimed = await entrance.claim(visit, body.name, body.password, address, now)
    remember(request, claimed.visit)
    return NewPlayerDocument(name=claimed.name, recovery_codes=list(claimed.codes))


@router.get("/players/me", responses=_NO_ACCOUNT, response_description="The player.")
@open_to(*Scope)
async def show_me(visit: Visiting, db: PlainDb) -> WhoDocument:
    """Look up who you are: the account that your cookie or your token belongs to."""
    found = await db.read(lambda connection: own_account.find(connection, visit) if visit else None)
    if found is None:
        raise NotFound(accounts.NO_ACCOUNT)
    return WhoDocument(name=found.account.name, bot=found.bot)


@router.post(
    "/players/bot", responses=_NO_ACCOUNT | _NO_BOT, openapi_extra=body_entry(Confirmation),
    response_description="The bot.",
)  # fmt: skip
async def become_bot(
    body: Annotated[Confirmation, json_body(Confirmation)], visit: Visiting, entrance: Doorway, address: Address
) -> WhoDocument:
    """Make your account a bot, for good.

    This is for programs, before their first daily, race, tournament or puzzle. A bot's name ends in “(bot)”. Bots have
    leaderboards and standings of their own. They race other bots, and people whose races admit bots.
    """
    name = await entrance.become_bot(visit, body.password, address)
    return WhoDocument(name=name, bot=True)


# One program misreads our list of addresses, and looks for this one below `players`.
@router.post("/players/login", include_in_schema=False)
@router.post(
    "/login", openapi_extra=_FOR_ANYBODY | body_entry(Credentials), response_description="The player.",
)  # fmt: skip
async def sign_in(
    request: Request,
    body: Annotated[Credentials, json_body(Credentials)],
    visit: Visiting,
    db: PlainDb,
    now: Now,
    entrance: Doorway,
    address: Address,
) -> PlayerDocument:
    """Sign in by name and password, and keep the games that you played as a guest. The answer brings a new cookie."""
    known = await entrance.sign_in(body.name, body.password, address, visit)
    await part_from_guest(request, visit, known, now)
    remember(request, known)
    account = await db.read(accounts.own, known)
    return PlayerDocument(name=account.name)


@router.post("/players/logout", include_in_schema=False)
@router.post("/logout", responses=_NOBODY, response_description="Who is signed out.")
async def sign_out(request: Request, visit: Visiting, db: PlainDb) -> PlayerDocument:
    """Sign out: the answer deletes the cookie. A guest cannot sign out, because nobody could get back to the games."""

    def part(connection: Connection) -> Account:
        accounts.sign_out(connection, visit)
        return accounts.own(connection, visit)

    account = await db.write(part)
    forget(request)
    return PlayerDocument(name=account.name)
