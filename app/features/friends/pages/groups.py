"""The pages of groups."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Impossible, Malformed
from app.features.friends.service import friends, groups
from app.people.names import read_name
from app.web.dependencies import Db, Form, Joining, Now, Origin, Reading, Visiting, Visitor
from app.web.rendering import render
from app.web.trouble import STATUS

router = APIRouter(prefix="/groups")


@router.get("")
async def show_groups(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the visitor's groups."""
    mine = await db.read(groups.memberships, visitor)
    return render(request, "friends/groups.html", mine=mine, refused="", typed="")


@router.post("")
async def make(request: Request, form: Form, db: Db, visit: Visiting, visitor: Visitor, now: Now) -> Response:
    """Make a group."""
    typed = form.get("name", "")
    try:
        name = read_name(typed)
        made = await db.write(groups.make, visit, name, now)
    except (Malformed, Impossible) as refusal:
        mine = await db.read(groups.memberships, visitor)
        status, refused = STATUS[refusal.code], refusal.sentence
        return render(request, "friends/groups.html", status, mine=mine, refused=refused, typed=typed)
    return RedirectResponse(f"/groups/{made.code}", 303)


@router.get("/{code}", dependencies=[Reading])
async def show_group(request: Request, code: str, db: Db, visitor: Visitor, origin: Origin) -> HTMLResponse:
    """Show a group to its members, and an invitation to others."""
    gathering, (known, asked) = await db.read(
        lambda connection: (groups.look(connection, visitor, code), friends.ties(connection, visitor))
    )
    return render(request, "friends/group.html", gathering=gathering, known=known, asked=asked, origin=origin)


@router.post("/{code}/join", dependencies=[Joining])
async def join(code: str, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Join a group."""
    joined = await db.write(groups.join, visit, code, now)
    return RedirectResponse(f"/groups/{joined.code}", 303)


@router.post("/{code}/ask")
async def ask(code: str, form: Form, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Ask a member to be friends."""
    name = form.get("name", "")
    await db.write(friends.ask, visit, code, name, now)
    return RedirectResponse(f"/groups/{code}", 303)


@router.post("/{code}/remove")
async def remove(code: str, form: Form, db: Db, visit: Visiting) -> RedirectResponse:
    """Remove a member; only whoever looks after the group can."""
    name = form.get("name", "")
    await db.write(groups.remove, visit, code, name)
    return RedirectResponse(f"/groups/{code}", 303)


@router.post("/{code}/renew")
async def renew(code: str, db: Db, visit: Visiting) -> RedirectResponse:
    """Replace the link of the group; only whoever looks after the group can."""
    renewed = await db.write(groups.renew, visit, code)
    return RedirectResponse(f"/groups/{renewed.code}", 303)


@router.post("/{code}/leave")
async def leave(code: str, db: Db, visit: Visiting) -> RedirectResponse:
    """Leave a group."""
    await db.write(groups.leave, visit, code)
    return RedirectResponse("/groups", 303)
