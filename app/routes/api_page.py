"""The page for programs."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.views.api_page import api_page
from app.web.rendering import render

router = APIRouter()


@router.get("/api")
async def show_api(request: Request) -> HTMLResponse:
    """Show the JSON interface, from the same document that describes it to programs."""
    origin = str(request.base_url).rstrip("/")
    page = api_page(request.app.openapi(), origin, request.app.openapi_url)
    return render(request, "api.html", page=page)
