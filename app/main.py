"""Building the application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from app import errors
from app.assets import Assets
from app.guard import Guard
from app.routes import api, api_page, deals, games, health, history, lobby, sessions, settings
from app.settings import Settings
from app.store.database import open_database

_ABOUT = """Play the five games by a program, on the same rules and in the same sessions as the pages.

Begin with `POST /api/v1/sessions`; keep the cookie of the answer, it is the player. Every action sends the `seq` it
saw and gets the session with its new one. Cards are written like `TH`, piles `t0`… (tableau), `f0` to `f3`
(foundations), `c0`… (cells) and `r0`… (reserve), moves `t3-t5` or `t3-t5:4` for four cards.
"""


def create_app() -> FastAPI:
    """Build the application that the environment describes."""
    settings_read = Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_database(settings_read.database_url) as database:
            app.state.database = database
            yield

    app = FastAPI(
        title="Rampart",
        version="1",
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = settings_read
    app.add_middleware(Guard, refuse=errors.refuse)
    errors.install(app)
    app.mount("/static", Assets())
    # Deals come last: their addresses have a game's name first and match nearly everything.
    app.include_router(api.router)
    for pages in (health, sessions, lobby, history, settings, api_page, games, deals):
        app.include_router(pages.router, include_in_schema=False)
    return app
