"""The pages about privacy, about who runs the server, about how it can be played, and about the keys of the table."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.people.service import accounts
from app.site.words.kept import kept_here
from app.web.dependencies import PlainDb, Visiting, server
from app.web.rendering import render

router = APIRouter()


@router.get("/privacy")
async def show_privacy(request: Request, db: PlainDb, visit: Visiting) -> HTMLResponse:
    """Show what the server keeps, and the operator's own words."""
    # What a guest follows leads an account nowhere.
    has_account = visit is not None and not await db.read(accounts.is_guest, visit.player_id)
    settings = server(request).settings
    return render(
        request,
        "site/privacy.html",
        paragraphs=settings.privacy,
        publishes=settings.publishes,
        guest_days=settings.guest_days,
        kept=kept_here(),
        has_account=has_account,
    )


@router.get("/accessibility")
async def show_accessibility(request: Request) -> HTMLResponse:
    """Show how Rampart can be played, what that was tried with, and what is known not to work."""
    return render(request, "site/accessibility.html")


@router.get("/keys")
async def show_keys(request: Request) -> HTMLResponse:
    """Show the keys of the table, which is where its script reads them."""
    return render(request, "site/keys.html")


@router.get("/contact")
async def show_contact(request: Request) -> HTMLResponse:
    """Show how to reach the operator."""
    return render(request, "site/contact.html", contact=server(request).settings.contact)
