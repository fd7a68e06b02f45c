"""The page of a player's friends, and the link for making friends."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.features.friends.service import friends, groups
from app.play.front import FrontLook, read_front
from app.play.service import sessions
from app.web.dependencies import Db, Form, Now, Origin, Reading, Visiting, Visitor, server
from app.web.rendering import render
from engine.games import GAMES

router = APIRouter(prefix="/friends")


@router.get("")
async def show_friends(request: Request, db: Db, visitor: Visitor, now: Now, origin: Origin) -> HTMLResponse:
    """Show the visitor's friends and groups."""
    look = FrontLook(server(request), visitor, now)
    circle, mine, last, parts = await db.read(
        lambda connection: (
            friends.circle(connection, visitor, now),
            groups.of_player(connection, visitor),
            sessions.last_variant(connection, visitor),
            read_front(connection, look, "friends"),
        )
    )
    return render(
        request,
        "friends/friends.html",
        circle=circle,
        groups=mine,
        variants=[variant for game in GAMES.values() for variant in game.variants({})],
        last=last,
        parts=parts,
        origin=origin,
    )


@router.post("/link")
async def open_link(db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Make the visitor's link, or a new one that replaces it."""
    await db.write(friends.open_link, visit, now)
    return RedirectResponse("/friends", 303)


@router.post("/link/close")
async def close_link(db: Db, visit: Visiting) -> RedirectResponse:
    """Close the visitor's link."""
    await db.write(friends.close_link, visit)
    return RedirectResponse("/friends", 303)


@router.post("/accept")
async def accept(form: Form, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Accept somebody's request to be friends."""
    name = form.get("name", "")
    await db.write(friends.accept, visit, name, now)
    return RedirectResponse("/friends", 303)


@router.post("/decline")
async def decline(form: Form, db: Db, visit: Visiting) -> RedirectResponse:
    """Decline somebody's request to be friends."""
    name = form.get("name", "")
    await db.write(friends.decline, visit, name)
    return RedirectResponse("/friends", 303)


@router.post("/end")
async def end(form: Form, db: Db, visit: Visiting) -> RedirectResponse:
    """End a friendship."""
    name = form.get("name", "")
    await db.write(friends.end, visit, name)
    return RedirectResponse("/friends", 303)


@router.get("/{token}", dependencies=[Reading])
async def show_invitation(request: Request, token: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Ask whether to become friends with the player whose link this is."""
    invited = await db.read(friends.follow_link, visitor, token)
    return render(request, "friends/friend.html", invited=invited, token=token)


@router.post("/{token}/join")
async def join(token: str, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Become friends with the player whose link this is."""
    await db.write(friends.accept_link, visit, token, now)
    return RedirectResponse("/friends", 303)
