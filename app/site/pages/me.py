"""The page from which a player comes to what is their own."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.people.service import accounts
from app.play.front import leads_with_news
from app.web.dependencies import Db, Visitor
from app.web.rendering import render

router = APIRouter()


@router.get("/me")
async def show_me(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show who the visitor is here, and the pages about their games, their settings and their account."""
    name, leads = await db.read(
        lambda connection: (accounts.name_of(connection, visitor), leads_with_news(connection, "me", visitor))
    )
    return render(request, "site/me.html", name=name, leads=leads)
