"""Static files under addresses that change with their contents, read at the start and compressed when first asked for.

An address is `/static/<edition>/<name>`, and the edition is a hash of all the files together. So a file can name
another by its relative address, a browser can keep every file for ever, and no page mixes two editions.
"""

import re
from asyncio import to_thread
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Self

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.core.encoding import Encoding, encoding_for, squeeze_small
from app.core.folders import PARTS
from app.web.bundles import ENTRIES, bundle
from engine.caching import cached

STATIC = PARTS / "static"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The kinds of files that the server sends. It sends no others, such as the programs that draw some of these."""

_FOR_EVER = "public, max-age=31536000, immutable"
_COMMENTS = {
    ".js": re.compile(rb"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/ *)$|/\*\* @type [^\n]*?\*/ ", re.MULTILINE | re.DOTALL),
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
}
"""The comments in scripts and style sheets, each to its own end. In scripts they hold the types, also in the middle of
a line, which make up a third."""
_INDENTED = re.compile(rb"\n\s+")
_MARKED_OFF = re.compile(rb'("[^"]*")|[\s;]*(})\s*|\s*([{;,])\s*|(?<=:)\s+')
"""In a style sheet, what is in quotes, or else a mark with the blanks around it, which mean nothing, and a semicolon
that separates nothing."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    media_type: str
    etag: str
    _squeezed: dict[Encoding, bytes] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file."""
        body = path.read_bytes()
        if comments := _COMMENTS.get(path.suffix):
            # No string of a script spans lines, so the blanks that begin a line mean nothing.
            body = _INDENTED.sub(b"\n", comments.sub(b"", body))
        if path.suffix == ".css":
            body = _MARKED_OFF.sub(rb"\1\2\3", body)
        return cls.of(body, MEDIA_TYPES[path.suffix])

    @classmethod
    def of(cls, body: bytes, media_type: str) -> Self:
        """Return a file with these contents."""
        # The tag is a weak one because it names the contents in every encoding.
        return cls(body, media_type, f'W/"{_digest(body)}"')

    def squeezed(self, way: Encoding) -> bytes:
        """Return the body compressed, or as it is if that saves nothing; the first call takes up to 0.1 seconds."""
        if way not in self._squeezed:
            self._squeezed[way] = min(self.body, squeeze_small(self.body, way), key=len)
        return self._squeezed[way]


@dataclass(frozen=True, slots=True)
class AssetShelf:
    """All the assets of one edition, by name."""

    edition: str
    assets: dict[str, Asset]

    @classmethod
    def read(cls, root: Path) -> Self:
        """Read every file below a folder that is of a kind the server sends."""
        paths = sorted(path for path in root.rglob("*") if path.suffix in MEDIA_TYPES)
        assets = {path.relative_to(root).as_posix(): Asset.read(path) for path in paths}
        scripts = {name: one.body.decode() for name, one in assets.items() if name.endswith(".js")}
        for entry in ENTRIES:
            if entry in scripts:
                sent = bundle(entry, scripts)
                assets |= {name: Asset.of(body.encode(), MEDIA_TYPES[".js"]) for name, body in sent.items()}
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
    """Answer with a file. An address of another edition gets this edition's file, for browsers to check each time."""
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
    way = encoding_for(request.headers.get("accept-encoding", ""))
    if way is None:
        return Response(found.body, headers=headers)
    squeezed = await to_thread(found.squeezed, way)
    return Response(squeezed, headers=headers if squeezed is found.body else headers | {"content-encoding": way})


def _digest(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:12]
