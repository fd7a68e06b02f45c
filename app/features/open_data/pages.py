"""The open data: the files of all months, and the page that lists them. Without a folder for them, there is neither."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse

from app.core.refusals import NotFound
from app.features.open_data import service as open_data
from app.features.open_data.values import DataLine, LineEntry, describe_fields
from app.web.dependencies import PlainDb, Reading, server
from app.web.rendering import render

router = APIRouter(prefix="/data", dependencies=[Reading])


@router.get("")
async def show_data(request: Request, db: PlainDb) -> HTMLResponse:
    """Show what the files hold, and list them."""
    _folder(request)
    files = await db.read(open_data.files)
    return render(
        request,
        "open_data/data.html",
        files=files,
        fields=describe_fields(DataLine),
        entry_fields=describe_fields(LineEntry),
    )


@router.get("/{name}")
async def send_data(request: Request, name: str, db: PlainDb) -> FileResponse:
    """Send the file of a month."""
    folder = _folder(request)
    # This looks only for names that the database knows, so no address leads out of the folder.
    known = {file.name for file in await db.read(open_data.files)}
    if name not in known or not (folder / name).is_file():
        raise NotFound("There is no such file of games here.")
    return FileResponse(folder / name, media_type="application/zstd", filename=name)


def _folder(request: Request) -> Path:
    folder = server(request).settings.data_folder
    if folder is None:
        raise NotFound("This server publishes no games.")
    return folder
