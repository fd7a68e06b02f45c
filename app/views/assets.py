"""Static files, read once at the start and ready to send, under addresses that change with their contents.

An address is `/static/<edition>/<name>`, and the edition is a hash of all the files together. So a file can name
another by its relative address, a browser can keep every file for ever, and no page mixes two editions.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Self

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.settings import CHECKOUT
from app.views.encoding import squeeze, takes_gzip
from engine.caching import cached

STATIC = CHECKOUT / "static"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The kinds of files that the server sends. It does not send others, such as the programs that draw some of these."""

_FOR_EVER = "public, max-age=31536000, immutable"
_SMALLEST = 9
_COMMENTS = re.compile(rb"^ *(?://[^\n]*|/\*\*.*?\*/ *)$", re.MULTILINE | re.DOTALL)
"""Lines of a script that are nothing but comment: its types stand there, and are a third of what it weighs."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    squeezed: bytes
    """The same in gzip, or the body itself if gzip saves nothing."""
    media_type: str
    etag: str

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file and compress it."""
        body = path.read_bytes()
        if path.suffix == ".js":
            # Lines keep their numbers, by which a browser says where something went wrong.
            body = _COMMENTS.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)
        squeezed = squeeze(body, _SMALLEST)
        # The tag is a weak one because it names the contents in either encoding.
        return cls(body, min(body, squeezed, key=len), MEDIA_TYPES[path.suffix], f'W/"{_digest(body)}"')


@dataclass(frozen=True, slots=True)
class AssetShelf:
    """All the assets of one edition, by name."""

    edition: str
    assets: dict[str, Asset]

    @classmethod
    def read(cls, root: Path) -> Self:
        """Read every file below a folder that the server sends."""
        paths = sorted(path for path in root.rglob("*") if path.suffix in MEDIA_TYPES)
        assets = {path.relative_to(root).as_posix(): Asset.read(path) for path in paths}
        return cls(_digest("".join(f"{name} {asset.etag}\n" for name, asset in assets.items()).encode()), assets)

    def address(self, name: str) -> str:
        """Return a file's address; raise `KeyError` if there is none of that name."""
        if name not in self.assets:
            raise KeyError(name)
        return f"/static/{self.edition}/{name}"


@cached()
def shelf() -> AssetShelf:
    """Return the files in `static/` as they were when first asked for."""
    return AssetShelf.read(STATIC)


def asset(name: str) -> str:
    """Return the address of a file in `static/`."""
    return shelf().address(name)


async def send_asset(request: Request) -> Response:
    """Answer with a file; an address of another edition gets the file of this one, which is then not kept."""
    kept = shelf()
    found = kept.assets.get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    current = request.path_params["edition"] == kept.edition
    headers = {
        "cache-control": _FOR_EVER if current else "no-cache",
        "content-type": found.media_type,
        "etag": found.etag,
        "vary": "accept-encoding",
    }
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.squeezed is not found.body and takes_gzip(request.headers.get("accept-encoding", "")):
        return Response(found.squeezed, headers=headers | {"content-encoding": "gzip"})
    return Response(found.body, headers=headers)


def _digest(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:12]
